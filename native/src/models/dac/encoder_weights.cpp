#include "models/dac/encoder_weights.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "kernels/pack_conv.hpp"

namespace phonoscope::dac {

namespace {

constexpr double kShortest = 1e-12;  // length below which a codeword is not brought to length 1

std::string numbered(const char* prefix, size_t i) { return prefix + std::to_string(i) + "."; }

// Each of the vectors of `width` values divided by its length.
std::vector<float> directions_of(std::vector<float> vectors, size_t width) {
    for (size_t first = 0; first < vectors.size(); first += width) {
        const std::span<float> vector = std::span(vectors).subspan(first, width);
        double squares = 0;
        for (const float v : vector) {
            squares += static_cast<double>(v) * static_cast<double>(v);
        }
        const double length = std::max(std::sqrt(squares), kShortest);
        std::ranges::transform(vector, vector.begin(),
                               [&](float v) { return static_cast<float>(static_cast<double>(v) / length); });
    }
    return vectors;
}

}  // namespace

EncoderWeights::EncoderWeights(std::shared_ptr<const GgufFile> file)
    : config(read_encoder_config(*file)),
      conv(conv_kernels(cpu_level())),
      layers(layer_kernels(cpu_level())),
      packer_(std::move(file), conv.panel_width),
      input(packer_.strided("dac.enc.0.conv", kInputTaps, 1, config.first_width, true)),
      transformer(packer_, "dac.enc.tfm.", config.transformer),
      before_quantizer(packer_, "dac.pre.", config.before_quantizer) {
    load_blocks();
    load_quantizers();
}

void EncoderWeights::load_blocks() {
    int64_t n = config.first_width;
    for (size_t i = 0; i < config.rates.size(); ++i) {
        const std::string p = numbered("dac.enc.", i + 1);
        EncoderBlockWeights& block = blocks.emplace_back();
        block.rate = config.rates[i];
        for (size_t u = 0; u < codec::ResidualUnitWeights::kDilations.size(); ++u) {
            block.units.emplace_back(packer_, p + numbered("res.", u), n, codec::ResidualUnitWeights::kDilations[u],
                                     codec::SnakeForm::shared);
        }
        block.snake = codec::read_snake(packer_, p + "snake", n, codec::SnakeForm::shared);
        block.downsample = packer_.strided(p + "conv", 2 * block.rate, n, 2 * n, true);
        n *= 2;
    }
    const size_t after = blocks.size() + 1;
    last_snake = codec::read_snake(packer_, numbered("dac.enc.", after) + "snake", n, codec::SnakeForm::shared);
    last = packer_.convolution(numbered("dac.enc.", after + 1) + "conv", kLastTaps, n, config.latent_width, true);
    n = config.latent_width;
    for (size_t i = 0; i < config.downsampling_ratios.size(); ++i) {
        const std::string p = numbered("dac.downsample.", i);
        const int64_t ratio = config.downsampling_ratios[i];
        downsamples.push_back(
            {ratio, packer_.strided(p + "conv", ratio, n, n, true), codec::ConvNextWeights(packer_, p, n)});
    }
}

void EncoderWeights::load_quantizers() {
    const int64_t width = config.codeword_width;
    for (size_t q = 0; q < config.codebook_sizes.size(); ++q) {
        const std::string p = numbered("dac.vq.", q);
        const int64_t n_entries = config.codebook_sizes[q];
        QuantizerWeights& quantizer = quantizers.emplace_back();
        quantizer.input = packer_.dense_with_bias(p + "in_proj", config.latent_width, width);
        quantizer.output = packer_.dense_with_bias(p + "out_proj", width, config.latent_width);
        quantizer.vectors.resize(static_cast<size_t>(width * n_entries));
        read_values(packer_.matrix(p + "codebook", {width, n_entries}), 0, quantizer.vectors);
        const std::vector<float> directions = directions_of(quantizer.vectors, static_cast<size_t>(width));
        quantizer.directions = packer_.pack(directions, width, n_entries);
    }
    minus_one = packer_.padded(std::vector<float>(static_cast<size_t>(config.latent_width), -1.0F));
}

}  // namespace phonoscope::dac
