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
      source_(file) {
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
        codebook.vectors = source_.matrix(name + "codebook", {config.codebook_dim, config.codebook_size});
        if (config.raw_codebooks) {
            codebook.usage = channels(name + "usage", config.codebook_size);
        }
    }
    semantic_output =
        convolution("tok_dec.vq_first.output_proj", 1, config.codebook_dim, config.quantizer_width, false);
    acoustic_output = convolution("tok_dec.vq_rest.output_proj", 1, config.codebook_dim, config.quantizer_width, false);
    pre_conv = convolution("tok_dec.pre_conv", kInputTaps, config.quantizer_width, config.latent_width, true);
}

void CodecWeights::load_transformer() {
    const TransformerConfig& c = config.transformer;
    const std::string prefix = "tok_dec.pre_tfm.";
    const int64_t query_width = c.n_heads * c.head_dim;
    const int64_t key_width = c.n_kv_heads * c.head_dim;
    transformer_input = dense_with_bias(prefix + "input_proj", config.latent_width, c.width);
    for (size_t i = 0; i < static_cast<size_t>(c.n_layers); ++i) {
        const std::string p = numbered(prefix + "blk.", i);
        CodecLayerWeights& layer = transformer.emplace_back();
        layer.attention_norm = channels(p + "attn_norm.weight", c.width);
        layer.qkv = dense({{p + "attn_q", query_width}, {p + "attn_k", key_width}, {p + "attn_v", key_width}}, c.width);
        layer.attention_output = dense({{p + "attn_output", c.width}}, query_width);
        layer.attention_scale = padded(channels(p + "attn_scale", c.width));
        layer.ffn_norm = channels(p + "ffn_norm.weight", c.width);
        layer.gate_up = dense({{p + "ffn_gate", c.ffn_width}, {p + "ffn_up", c.ffn_width}}, c.width);
        layer.down = dense({{p + "ffn_down", c.width}}, c.ffn_width);
        layer.ffn_scale = padded(channels(p + "ffn_scale", c.width));
    }
    transformer_norm = channels(prefix + "norm.weight", c.width);
    transformer_output = dense_with_bias(prefix + "output_proj", c.width, config.latent_width);
}

void CodecWeights::load_upsamples() {
    const int64_t n = config.latent_width;
    for (size_t i = 0; i < config.upsampling_ratios.size(); ++i) {
        const std::string p = numbered("tok_dec.upsample.", i);
        UpsampleWeights& up = upsamples.emplace_back();
        up.ratio = config.upsampling_ratios[i];
        up.upsample = transposed(p + "conv", up.ratio, up.ratio, n, n);
        up.depthwise = taps_by_channel(p + "dwconv.weight", kDepthwiseTaps, {kDepthwiseTaps, 1, n});
        up.depthwise_bias = channels(p + "dwconv.bias", n);
        up.norm_weight = channels(p + "norm.weight", n);
        up.norm_bias = channels(p + "norm.bias", n);
        const GgufTensor* expand = file_->find(p + "pwconv1.weight");
        const int64_t hidden = expand != nullptr ? expand->ne[1] : 0;
        up.expand = dense_with_bias(p + "pwconv1", n, hidden);
        up.contract = dense_with_bias(p + "pwconv2", hidden, n);
        up.gamma = padded(channels(p + "gamma", n));
    }
}

void CodecWeights::load_vocoder() {
    int64_t n = config.decoder_width;
    vocoder_input = convolution("tok_dec.dec.0.conv", kVocoderTaps, config.latent_width, n, true);
    for (size_t i = 0; i < config.upsample_rates.size(); ++i) {
        const std::string p = numbered("tok_dec.dec.", i + 1);
        VocoderBlockWeights& block = blocks.emplace_back();
        block.rate = config.upsample_rates[i];
        block.n_channels = n / 2;
        block.snake = snake(p + "snake", n);
        block.upsample = transposed(p + "conv_t", 2 * block.rate, block.rate, n, n / 2);
        n /= 2;
        for (size_t u = 0; u < kUnitDilations.size(); ++u) {
            const std::string q = numbered(p + "res.", u + static_cast<size_t>(config.first_residual_index));
            ResidualUnitWeights& unit = block.units.emplace_back();
            unit.dilation = kUnitDilations[u];
            unit.snake1 = snake(q + "act1", n, u == 0 ? block.rate : 1);
            unit.conv1 = convolution(q + "conv1", kVocoderTaps, n, n, true);
            unit.snake2 = snake(q + "act2", n);
            unit.conv2 = convolution(q + "conv2", 1, n, n, true);
        }
    }
    const std::string last = "tok_dec.dec." + std::to_string(config.upsample_rates.size() + 1);
    const std::string mono_name = "tok_dec.dec." + std::to_string(config.upsample_rates.size() + 2) + ".conv.";
    final_snake = snake(last + ".snake", n);
    mono = taps_by_channel(mono_name + "weight", kVocoderTaps, {kVocoderTaps, n, 1});
    mono_bias = channels(mono_name + "bias", 1).front();
}

ConvWeights CodecWeights::dense(std::initializer_list<DensePart> parts, int64_t n_in) {
    std::vector<const ggml_tensor*> tensors;
    for (const DensePart& part : parts) {
        tensors.push_back(source_.matrix(part.name + ".weight", {n_in, part.n_out}));
    }
    ConvWeights out{pack_conv(tensors, n_in, 1, conv.panel_width, arena_), {}};
    std::ranges::for_each(tensors, [&](const ggml_tensor* t) { let_go(t); });
    return out;
}

ConvWeights CodecWeights::dense_with_bias(const std::string& name, int64_t n_in, int64_t n_out) {
    ConvWeights out = dense({{name, n_out}}, n_in);
    out.bias = padded(channels(name + ".bias", n_out));
    return out;
}

ConvWeights CodecWeights::convolution(const std::string& name, int64_t n_taps, int64_t n_in, int64_t n_out,
                                      bool has_bias) {
    const ggml_tensor* t = source_.matrix(name + ".weight", {n_taps, n_in, n_out});
    ConvWeights out{pack_conv({&t, 1}, n_in, n_taps, conv.panel_width, arena_), {}};
    let_go(t);
    if (has_bias) {
        out.bias = padded(channels(name + ".bias", n_out));
    }
    return out;
}

ConvWeights CodecWeights::transposed(const std::string& name, int64_t kernel, int64_t stride, int64_t n_in,
                                     int64_t n_out) {
    const ggml_tensor* t = source_.matrix(name + ".weight", {kernel, n_out, n_in});
    ConvWeights out{pack_transposed_conv(t, stride, conv.panel_width, arena_),
                    padded(channels(name + ".bias", n_out), stride)};
    let_go(t);
    return out;
}

SnakeWeights CodecWeights::snake(const std::string& name, int64_t n_channels, int64_t n_phases) {
    std::vector<float> alpha = channels(name + ".alpha", n_channels);
    std::vector<float> beta = channels(name + ".beta", n_channels);
    std::ranges::transform(alpha, alpha.begin(), [](float v) { return std::exp(v); });
    std::ranges::transform(beta, beta.begin(), [](float v) { return 1.0F / (std::exp(v) + 1e-9F); });
    return {padded(alpha, n_phases), padded(beta, n_phases)};
}

std::vector<float> CodecWeights::channels(const std::string& name, int64_t n) {
    std::vector<float> out(static_cast<size_t>(n));
    read_values(source_.matrix(name, {n}), 0, out);
    return out;
}

std::vector<float> CodecWeights::taps_by_channel(const std::string& name, int64_t n_taps,
                                                 std::initializer_list<int64_t> ne) {
    const ggml_tensor* t = source_.matrix(name, ne);
    const auto n = static_cast<size_t>(ggml_nelements(t));
    const auto taps = static_cast<size_t>(n_taps);
    std::vector<float> by_channel(n);
    read_values(t, 0, by_channel);
    std::vector<float> out(n);
    for (size_t i = 0; i < n; ++i) {
        out[i % taps * (n / taps) + i / taps] = by_channel[i];
    }
    return out;
}

std::vector<float> CodecWeights::padded(const std::vector<float>& values, int64_t times) const {
    const auto panel = static_cast<size_t>(conv.panel_width);
    std::vector<float> out;
    for (int64_t i = 0; i < times; ++i) {
        out.insert(out.end(), values.begin(), values.end());
    }
    out.resize((out.size() + panel - 1) / panel * panel);
    return out;
}

void CodecWeights::let_go(const ggml_tensor* t) const {
    file_->release_pages({static_cast<const std::byte*>(t->data), ggml_nbytes(t)});
}

}  // namespace phonoscope::qwen3_tts
