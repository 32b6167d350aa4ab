#include "models/dac/config.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>

#include "gguf/dimensions.hpp"

namespace phonoscope::dac {

namespace {

constexpr size_t kMostQuantizers = 64;

codec::WindowTransformerConfig read_transformer(const GgufFile& file, const std::string& prefix) {
    codec::WindowTransformerConfig c;
    c.n_layers = dimension(file, prefix + "block_count");
    c.width = dimension(file, prefix + "embedding_length");
    c.ffn_width = dimension(file, prefix + "feed_forward_length");
    c.n_heads = dimension(file, prefix + "attention.head_count");
    c.n_kv_heads = dimension(file, prefix + "attention.head_count_kv");
    c.rotary.head_dim = dimension(file, prefix + "attention.key_length");
    c.window = dimension(file, prefix + "attention.sliding_window");
    c.rotary.theta = positive(file, prefix + "rope.freq_base");
    c.rms_eps = positive(file, prefix + "attention.layer_norm_rms_epsilon");
    c.rotary.form = codec::RotaryForm::adjacent_bf16;
    c.check(file);
    return c;
}

int64_t product(const std::vector<int64_t>& factors) {
    return std::accumulate(factors.begin(), factors.end(), int64_t{1}, std::multiplies<>());
}

void need_dac(const GgufFile& file) {
    if (!is_dac(file)) {
        file.refuse("holds no codec (give the codec that was converted with the model)");
    }
}

}  // namespace

int64_t EncoderConfig::positions_per_frame() const { return product(downsampling_ratios); }

int64_t EncoderConfig::hop_samples() const { return product(rates) * positions_per_frame(); }

codec::DecoderConfig read_decoder_config(const GgufFile& file) {
    need_dac(file);
    codec::DecoderConfig c;
    c.transformer = read_transformer(file, "dac.post.");
    c.codebook_sizes = dimensions(file, "dac.codebook_sizes", kMostQuantizers);
    c.codeword_width = dimension(file, "dac.codeword_width");
    c.latent_width = dimension(file, "dac.latent_width");
    c.quantizer_width = c.latent_width;
    c.decoder_width = dimension(file, "dac.decoder.width");
    c.sample_rate_hz = dimension(file, "dac.sample_rate");
    c.upsampling_ratios = rate_factors(file, "dac.resampling_ratios");
    c.upsample_rates = rate_factors(file, "dac.decoder.rates");
    c.output = codec::OutputForm::tanh;
    c.stray_codes = codec::StrayCodes::clamp;
    c.snake = codec::SnakeForm::shared;
    if (c.transformer.width != c.latent_width) {
        file.refuse("the decoder's transformer is " + std::to_string(c.transformer.width) + " wide, its input " +
                    std::to_string(c.latent_width));
    }
    return c;
}

EncoderConfig read_encoder_config(const GgufFile& file) {
    need_dac(file);
    if (!has_encoder(file)) {
        file.refuse("has no encoder (convert the codec with its encoder)");
    }
    EncoderConfig c;
    c.first_width = dimension(file, "dac.encoder.width");
    c.rates = rate_factors(file, "dac.encoder.rates");
    c.downsampling_ratios = rate_factors(file, "dac.resampling_ratios");
    std::ranges::reverse(c.downsampling_ratios);  // the key lists them as the decoder takes them back
    c.transformer = read_transformer(file, "dac.enc.tfm.");
    c.before_quantizer = read_transformer(file, "dac.pre.");
    c.codebook_sizes = dimensions(file, "dac.codebook_sizes", kMostQuantizers);
    c.codeword_width = dimension(file, "dac.codeword_width");
    c.latent_width = dimension(file, "dac.latent_width");
    c.sample_rate_hz = dimension(file, "dac.sample_rate");
    const int64_t last_width = c.first_width << c.rates.size();
    if (c.transformer.width != last_width || c.before_quantizer.width != c.latent_width) {
        file.refuse("the encoder's transformers are " + std::to_string(c.transformer.width) + " and " +
                    std::to_string(c.before_quantizer.width) + " wide, their inputs " + std::to_string(last_width) +
                    " and " + std::to_string(c.latent_width));
    }
    constexpr int64_t kLongestHop = 1 << 16;
    if (product(c.rates) > kLongestHop || c.positions_per_frame() > kLongestHop || c.hop_samples() > kLongestHop) {
        file.refuse("the encoder's rates multiply to an implausible number of samples a frame");
    }
    return c;
}

// A file may hold the codec beside the model that speaks through it.
bool is_dac(const GgufFile& file) { return file.find("dac.dec.0.conv.weight") != nullptr; }

bool has_encoder(const GgufFile& file) { return file.find("dac.enc.0.conv.weight") != nullptr; }

}  // namespace phonoscope::dac
