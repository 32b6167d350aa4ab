#include "models/dac/decoder.hpp"

#include <string>

namespace phonoscope::dac {

std::shared_ptr<const codec::DecoderWeights> read_decoder(std::shared_ptr<const GgufFile> file) {
    auto w = std::make_shared<codec::DecoderWeights>(file, read_decoder_config(*file),
                                                     codec::DecoderNames{"dac.", "dac.post."});
    const codec::DecoderConfig& c = w->config;
    for (size_t q = 0; q < c.codebook_sizes.size(); ++q) {
        const std::string p = "dac.vq." + std::to_string(q) + ".";
        codec::CodebookGroup& group = w->codebook_groups.emplace_back();
        group.codebooks.push_back(w->read_codebook(p + "codebook", "", c.codebook_sizes[q]));
        group.output = w->packer.dense_with_bias(p + "out_proj", c.codeword_width, c.latent_width);
    }
    return w;
}

}  // namespace phonoscope::dac
