#include "models/qwen3_tts/codec_weights.hpp"

#include <string>
#include <utility>

#include "models/qwen3_tts/config.hpp"

namespace phonoscope::qwen3_tts {

namespace {

// The second dialect numbers the residual units of a block from 2.
codec::DecoderNames names_in(const GgufFile& file) {
    const bool from_zero = file.find("tok_dec.dec.1.res.0.conv1.weight") != nullptr;
    return {"tok_dec.", "tok_dec.pre_tfm.", from_zero ? size_t{0} : size_t{2}};
}

// The second dialect keeps sums of vectors and how often each was used.
codec::Codebook read_codebook(codec::DecoderWeights& weights, const std::string& prefix, int64_t n_entries) {
    return weights.read_codebook(prefix + "codebook", prefix + "usage", n_entries);
}

}  // namespace

std::shared_ptr<const codec::DecoderWeights> read_codec(std::shared_ptr<const GgufFile> file) {
    auto w = std::make_shared<codec::DecoderWeights>(file, read_codec_config(*file), names_in(*file));
    const codec::DecoderConfig& c = w->config;
    const auto projection = [&](const std::string& name) {
        return w->packer.convolution(name, 1, c.codeword_width, c.quantizer_width, false);
    };
    codec::CodebookGroup semantic{{read_codebook(*w, "tok_dec.vq_first.0.", c.codebook_sizes.front())},
                                  projection("tok_dec.vq_first.output_proj")};
    codec::CodebookGroup acoustic{{}, projection("tok_dec.vq_rest.output_proj")};
    for (size_t i = 1; i < c.codebook_sizes.size(); ++i) {
        acoustic.codebooks.push_back(
            read_codebook(*w, "tok_dec.vq_rest." + std::to_string(i - 1) + ".", c.codebook_sizes[i]));
    }
    w->codebook_groups = {std::move(semantic), std::move(acoustic)};
    w->pre_conv = w->packer.convolution("tok_dec.pre_conv", codec::DecoderWeights::kInputTaps, c.quantizer_width,
                                        c.latent_width, true);
    w->transformer_input = w->packer.dense_with_bias("tok_dec.pre_tfm.input_proj", c.latent_width, c.transformer.width);
    w->transformer_output =
        w->packer.dense_with_bias("tok_dec.pre_tfm.output_proj", c.transformer.width, c.latent_width);
    return w;
}

}  // namespace phonoscope::qwen3_tts
