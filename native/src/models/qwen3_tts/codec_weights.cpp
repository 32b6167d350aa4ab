#include "models/qwen3_tts/codec_weights.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/pack_conv.hpp"

namespace phonoscope::qwen3_tts {

namespace {

constexpr float kMinimumUsage = 1e-5F;
constexpr int64_t kLongestWindow = 1 << 14;
constexpr int64_t kLongestHop = 1 << 16;

std::string numbered(const std::string& prefix, size_t i) { return prefix + std::to_string(i) + "."; }

}  // namespace

CodecWeights::CodecWeights(std::shared_ptr<const GgufFile> file)
    : config(read_codec_config(*file)),
      conv(conv_kernels(cpu_level())),
      layers(layer_kernels(cpu_level())),
      file_(file),
      packer_(file, conv.panel_width) {
    if (config.sliding_window > kLongestWindow) {
        file->refuse("sliding_window = " + std::to_string(config.sliding_window) + " is not plausible");
    }
    if (config.hop_samples > kLongestHop) {
        file->refuse("a frame of " + std::to_string(config.hop_samples) + " samples is not plausible");
    }
    load_quantizer();
    load_transformer();
    load_upsamples();
    load_vocoder();
}

void CodecWeights::add_codeword(int64_t quantizer, int64_t code, std::span<float> sum) const {
    const Codebook& codebook = codebooks_[static_cast<size_t>(quantizer)];
    std::vector<float> row(sum.size());
    read_values(codebook.vectors, code * config.codebook_dim, row);
    const float divisor =
        codebook.usage.empty() ? 1.0F : std::max(codebook.usage[static_cast<size_t>(code)], kMinimumUsage);
    for (size_t i = 0; i < sum.size(); ++i) {
        sum[i] += row[i] / divisor;
    }
}

void CodecWeights::load_quantizer() {
    for (int64_t q = 0; q < config.n_quantizers; ++q) {
        const std::string name =
            q == 0 ? "tok_dec.vq_first.0." : numbered("tok_dec.vq_rest.", static_cast<size_t>(q - 1));
        Codebook& codebook = codebooks_.emplace_back();
        codebook.vectors = packer_.matrix(name + "codebook", {config.codebook_dim, config.codebook_size});
        if (config.raw_codebooks) {
            codebook.usage = packer_.channels(name + "usage", config.codebook_size);
        }
    }
    semantic_output =
        packer_.convolution("tok_dec.vq_first.output_proj", 1, config.codebook_dim, config.quantizer_width, false);
    acoustic_output =
        packer_.convolution("tok_dec.vq_rest.output_proj", 1, config.codebook_dim, config.quantizer_width, false);
    pre_conv = packer_.convolution("tok_dec.pre_conv", kInputTaps, config.quantizer_width, config.latent_width, true);
}

void CodecWeights::load_transformer() {
    const TransformerConfig& c = config.transformer;
    const std::string prefix = "tok_dec.pre_tfm.";
    const int64_t query_width = c.n_heads * c.head_dim;
    const int64_t key_width = c.n_kv_heads * c.head_dim;
    transformer_input = packer_.dense_with_bias(prefix + "input_proj", config.latent_width, c.width);
    for (size_t i = 0; i < static_cast<size_t>(c.n_layers); ++i) {
        const std::string p = numbered(prefix + "blk.", i);
        CodecLayerWeights& layer = transformer.emplace_back();
        layer.attention_norm = packer_.channels(p + "attn_norm.weight", c.width);
        layer.qkv =
            packer_.dense({{p + "attn_q", query_width}, {p + "attn_k", key_width}, {p + "attn_v", key_width}}, c.width);
        layer.attention_output = packer_.dense({{p + "attn_output", c.width}}, query_width);
        layer.attention_scale = packer_.padded(packer_.channels(p + "attn_scale", c.width));
        layer.ffn_norm = packer_.channels(p + "ffn_norm.weight", c.width);
        layer.gate_up = packer_.dense({{p + "ffn_gate", c.ffn_width}, {p + "ffn_up", c.ffn_width}}, c.width);
        layer.down = packer_.dense({{p + "ffn_down", c.width}}, c.ffn_width);
        layer.ffn_scale = packer_.padded(packer_.channels(p + "ffn_scale", c.width));
    }
    transformer_norm = packer_.channels(prefix + "norm.weight", c.width);
    transformer_output = packer_.dense_with_bias(prefix + "output_proj", c.width, config.latent_width);
}

void CodecWeights::load_upsamples() {
    const int64_t n = config.latent_width;
    for (size_t i = 0; i < config.upsampling_ratios.size(); ++i) {
        const std::string p = numbered("tok_dec.upsample.", i);
        UpsampleWeights& up = upsamples.emplace_back();
        up.ratio = config.upsampling_ratios[i];
        up.upsample = packer_.transposed(p + "conv", up.ratio, up.ratio, n, n);
        up.depthwise = packer_.taps_by_channel(p + "dwconv.weight", kDepthwiseTaps, {kDepthwiseTaps, 1, n});
        up.depthwise_bias = packer_.channels(p + "dwconv.bias", n);
        up.norm_weight = packer_.channels(p + "norm.weight", n);
        up.norm_bias = packer_.channels(p + "norm.bias", n);
        const GgufTensor* expand = file_->find(p + "pwconv1.weight");
        const int64_t hidden = expand != nullptr ? expand->ne[1] : 0;
        up.expand = packer_.dense_with_bias(p + "pwconv1", n, hidden);
        up.contract = packer_.dense_with_bias(p + "pwconv2", hidden, n);
        up.gamma = packer_.padded(packer_.channels(p + "gamma", n));
    }
}

void CodecWeights::load_vocoder() {
    int64_t n = config.decoder_width;
    vocoder_input = packer_.convolution("tok_dec.dec.0.conv", kVocoderTaps, config.latent_width, n, true);
    for (size_t i = 0; i < config.upsample_rates.size(); ++i) {
        const std::string p = numbered("tok_dec.dec.", i + 1);
        VocoderBlockWeights& block = blocks.emplace_back();
        block.rate = config.upsample_rates[i];
        block.n_channels = n / 2;
        block.snake = snake(p + "snake", n);
        block.upsample = packer_.transposed(p + "conv_t", 2 * block.rate, block.rate, n, n / 2);
        n /= 2;
        for (size_t u = 0; u < kUnitDilations.size(); ++u) {
            const std::string q = numbered(p + "res.", u + static_cast<size_t>(config.first_residual_index));
            ResidualUnitWeights& unit = block.units.emplace_back();
            unit.dilation = kUnitDilations[u];
            unit.snake1 = snake(q + "act1", n, u == 0 ? block.rate : 1);
            unit.conv1 = packer_.convolution(q + "conv1", kVocoderTaps, n, n, true);
            unit.snake2 = snake(q + "act2", n);
            unit.conv2 = packer_.convolution(q + "conv2", 1, n, n, true);
        }
    }
    const std::string last = "tok_dec.dec." + std::to_string(config.upsample_rates.size() + 1);
    const std::string mono_name = "tok_dec.dec." + std::to_string(config.upsample_rates.size() + 2) + ".conv.";
    final_snake = snake(last + ".snake", n);
    mono = packer_.taps_by_channel(mono_name + "weight", kVocoderTaps, {kVocoderTaps, n, 1});
    mono_bias = packer_.channels(mono_name + "bias", 1).front();
}

SnakeWeights CodecWeights::snake(const std::string& name, int64_t n_channels, int64_t n_phases) {
    std::vector<float> alpha = packer_.channels(name + ".alpha", n_channels);
    std::vector<float> beta = packer_.channels(name + ".beta", n_channels);
    std::ranges::transform(alpha, alpha.begin(), [](float v) { return std::exp(v); });
    std::ranges::transform(beta, beta.begin(), [](float v) { return 1.0F / (std::exp(v) + 1e-9F); });
    return {packer_.padded(alpha, n_phases), packer_.padded(beta, n_phases)};
}

}  // namespace phonoscope::qwen3_tts
