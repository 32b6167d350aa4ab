#include "codec/decoder_weights.hpp"

#include <functional>
#include <numeric>
#include <utility>

namespace phonoscope::codec {

namespace {

constexpr int64_t kLongestHop = 1 << 16;

DecoderConfig checked(DecoderConfig config, const GgufFile& file) {
    config.check(file);
    return config;
}

}  // namespace

int64_t DecoderConfig::hop_samples() const {
    const auto product = [](const std::vector<int64_t>& factors) {
        return std::accumulate(factors.begin(), factors.end(), int64_t{1}, std::multiplies<>());
    };
    return product(upsampling_ratios) * product(upsample_rates);
}

void DecoderConfig::check(const GgufFile& file) const {
    transformer.check(file);
    int64_t hop = 1;
    for (const auto* ratios : {&upsampling_ratios, &upsample_rates}) {
        for (const int64_t r : *ratios) {
            if (r < 1 || hop > kLongestHop / r) {
                file.refuse("the upsampling ratios multiply to an implausible number of samples a frame");
            }
            hop *= r;
        }
    }
    if (decoder_width % (int64_t{1} << upsample_rates.size()) != 0) {
        file.refuse("the decoder's width cannot be halved by each of its " + std::to_string(upsample_rates.size()) +
                    " blocks");
    }
}

DecoderWeights::DecoderWeights(std::shared_ptr<const GgufFile> file, DecoderConfig decoder, const DecoderNames& names)
    : config(checked(std::move(decoder), *file)),
      conv(conv_kernels(cpu_level())),
      layers(layer_kernels(cpu_level())),
      packer(std::move(file), conv.panel_width),
      transformer(packer, names.transformer, config.transformer) {
    load_upsamples(names.prefix + "upsample.");
    load_vocoder(names.prefix + "dec.", names.first_unit);
}

Codebook DecoderWeights::read_codebook(const std::string& vectors, const std::string& usage, int64_t n_entries) {
    Codebook out{packer.table(vectors, config.codeword_width, n_entries), {}};
    if (packer.file().find(usage) != nullptr) {
        out.usage = packer.channels(usage, n_entries);
    }
    return out;
}

void DecoderWeights::load_upsamples(const std::string& prefix) {
    const int64_t n = config.latent_width;
    for (size_t i = 0; i < config.upsampling_ratios.size(); ++i) {
        const int64_t ratio = config.upsampling_ratios[i];
        const std::string p = prefix + std::to_string(i) + ".";
        upsamples.push_back({ratio, packer.transposed(p + "conv", ratio, ratio, n, n), ConvNextWeights(packer, p, n)});
    }
}

void DecoderWeights::load_vocoder(const std::string& prefix, size_t first_unit) {
    int64_t n = config.decoder_width;
    vocoder_input = packer.convolution(prefix + "0.conv", kVocoderTaps, config.latent_width, n, true);
    for (size_t i = 0; i < config.upsample_rates.size(); ++i) {
        const std::string p = prefix + std::to_string(i + 1) + ".";
        const int64_t rate = config.upsample_rates[i];
        SnakeWeights snake = read_snake(packer, p + "snake", n, config.snake);
        ConvWeights upsample = packer.transposed(p + "conv_t", 2 * rate, rate, n, n / 2);
        n /= 2;
        VocoderBlockWeights& block = blocks.emplace_back(rate, n, std::move(snake), std::move(upsample));
        for (size_t u = 0; u < ResidualUnitWeights::kDilations.size(); ++u) {
            block.units.emplace_back(packer, p + "res." + std::to_string(u + first_unit) + ".", n,
                                     ResidualUnitWeights::kDilations[u], config.snake, u == 0 ? rate : 1);
        }
    }
    const std::string mono_name = prefix + std::to_string(blocks.size() + 2) + ".conv.";
    final_snake = read_snake(packer, prefix + std::to_string(blocks.size() + 1) + ".snake", n, config.snake);
    mono = packer.taps_by_channel(mono_name + "weight", kVocoderTaps, {kVocoderTaps, n, 1});
    mono_bias = packer.channels(mono_name + "bias", 1).front();
}

}  // namespace phonoscope::codec
