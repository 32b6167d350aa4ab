#include "models/qwen3_tts/encoder_weights.hpp"

#include <algorithm>

#include "kernels/pack_conv.hpp"

namespace phonoscope::qwen3_tts {

namespace {

constexpr float kMinimumUsage = 1e-5F;

std::string conv_name(size_t layer) { return "tok_enc.conv." + std::to_string(layer); }

}  // namespace

EncoderWeights::EncoderWeights(std::shared_ptr<const GgufFile> file)
    : config(read_codec_encoder_config(*file)),
      conv(conv_kernels(cpu_level())),
      layers(layer_kernels(cpu_level())),
      file_(file),
      packer_(file, conv.panel_width) {
    load_stages();
    load_transformer();
    load_quantizers();
}

void EncoderWeights::load_stages() {
    // Tensors are numbered as the reference's modules, whose activations count: block, activation, convolution.
    int64_t n = config.n_filters;
    size_t module = 0;
    input = packer_.strided(conv_name(module++), config.input_taps, 1, n, true);
    for (const int64_t stride : config.strides) {
        const std::string block = "tok_enc.res." + std::to_string(module) + ".blk.";
        EncoderStageWeights& stage = stages.emplace_back();
        stage.narrow = packer_.convolution(block + "1", config.residual_taps, n, n / config.compress, true);
        stage.widen = packer_.convolution(block + "3", 1, n / config.compress, n, true);
        stage.downsample = packer_.strided(conv_name(module + 2), 2 * stride, n, 2 * n, true);
        module += 3;
        n *= 2;
    }
    last = packer_.convolution(conv_name(module + 1), config.last_taps, n, config.transformer.width, true);
}

void EncoderWeights::load_transformer() {
    const lm::StackConfig& c = config.transformer;
    const int64_t query_width = c.n_heads * c.head_dim;
    const int64_t key_width = c.n_kv_heads * c.head_dim;
    for (int64_t i = 0; i < c.n_layers; ++i) {
        const std::string p = "tok_enc.blk." + std::to_string(i) + ".";
        EncoderLayerWeights& layer = transformer.emplace_back();
        layer.attention_norm = packer_.channels(p + "attn_norm.weight", c.width);
        layer.attention_norm_bias = packer_.channels(p + "attn_norm.bias", c.width);
        layer.qkv =
            packer_.dense({{p + "attn_q", query_width}, {p + "attn_k", key_width}, {p + "attn_v", key_width}}, c.width);
        layer.attention_output = packer_.dense({{p + "attn_output", c.width}}, query_width);
        layer.attention_scale = packer_.padded(packer_.channels(p + "attn_scale", c.width));
        layer.ffn_norm = packer_.channels(p + "ffn_norm.weight", c.width);
        layer.ffn_norm_bias = packer_.channels(p + "ffn_norm.bias", c.width);
        layer.up = packer_.dense({{p + "ffn_up", c.ffn_width}}, c.width);
        layer.down = packer_.dense({{p + "ffn_down", c.width}}, c.ffn_width);
        layer.ffn_scale = packer_.padded(packer_.channels(p + "ffn_scale", c.width));
    }
    downsample = packer_.strided("tok_enc.downsample", config.downsample_taps, c.width, c.width, false);
}

void EncoderWeights::load_quantizers() {
    const int64_t width = config.transformer.width;
    const int64_t dim = config.codebook_dim;
    semantic_input = packer_.convolution("tok_enc.vq_semantic.input_proj", 1, width, dim, false);
    acoustic_input = packer_.convolution("tok_enc.vq_acoustic.input_proj", 1, width, dim, false);
    for (int64_t q = 0; q < config.n_quantizers; ++q) {
        const std::string p = (q == 0 ? "tok_enc.vq_semantic.0" : "tok_enc.vq_acoustic." + std::to_string(q - 1)) + ".";
        EncoderCodebook& book = codebooks.emplace_back();
        book.vectors.resize(static_cast<size_t>(dim * config.codebook_size));
        read_values(packer_.matrix(p + "codebook", {dim, config.codebook_size}), 0, book.vectors);
        std::vector<float> usage(static_cast<size_t>(config.codebook_size), 1.0F);
        if (config.raw_codebooks) {
            usage = packer_.channels(p + "usage", config.codebook_size);
        }
        std::vector<float> bias;
        for (int64_t entry = 0; entry < config.codebook_size; ++entry) {
            const float divisor = std::max(usage[static_cast<size_t>(entry)], kMinimumUsage);
            double square = 0;
            for (float& v :
                 std::span(book.vectors).subspan(static_cast<size_t>(entry * dim), static_cast<size_t>(dim))) {
                v /= divisor;
                square += static_cast<double>(v) * static_cast<double>(v);
            }
            bias.push_back(static_cast<float>(-0.5 * square));
        }
        book.score = packer_.pack(book.vectors, dim, config.codebook_size);
        book.score.bias = packer_.padded(bias);
    }
}

}  // namespace phonoscope::qwen3_tts
