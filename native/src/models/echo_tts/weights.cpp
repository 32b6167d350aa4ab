#include "models/echo_tts/weights.hpp"

namespace phonoscope::echo_tts {

EchoWeights::EchoWeights(std::shared_ptr<const GgufFile> file)
    : weights_(std::move(file)), config_(read_config(weights_.file())) {
    const EchoConfig& c = config_;
    const int64_t width = c.denoiser.width;
    text = encoder("text_encoder", c.text);
    text.embedding = weights_.matrix("text_encoder.text_embedding.weight", {c.text.width, c.text_vocab});
    text.output_norm = weights_.f32("text_norm.weight", {c.text.width});
    const auto latent_encoder = [&](const std::string& name, const std::string& norm) {
        EncoderWeights e = encoder(name, c.speaker);
        e.causal = true;
        e.in_proj = weights_.matrix(name + ".in_proj.weight", {c.latent_width * c.patch_frames, c.speaker.width});
        e.in_bias = weights_.f32(name + ".in_proj.bias", {c.speaker.width});
        e.output_norm = weights_.f32(norm + ".weight", {c.speaker.width});
        return e;
    };
    speaker = latent_encoder("speaker_encoder", "speaker_norm");
    if (c.continues) {
        latent = latent_encoder("latent_encoder", "latent_norm");
    }
    cond = {weights_.matrix("cond_module.0.weight", {c.timestep_width, width}),
            weights_.matrix("cond_module.2.weight", {width, width}),
            weights_.matrix("cond_module.4.weight", {width, 3 * width})};
    in_proj = weights_.matrix("in_proj.weight", {c.latent_width, width});
    in_bias = weights_.f32("in_proj.bias", {width});
    out_norm = weights_.f32("out_norm.weight", {width});
    out_proj = weights_.matrix("out_proj.weight", {width, c.latent_width});
    out_bias = weights_.f32("out_proj.bias", {c.latent_width});
    for (int64_t i = 0; i < c.denoiser.n_layers; ++i) {
        const std::string p = "blocks." + std::to_string(i) + ".";
        blocks.push_back(
            {.attention = attention(p + "attention.", c.denoiser),
             .ffn = feed_forward(p + "mlp.", c.denoiser),
             .text = source(p, "text", c.text.width),
             .speaker = source(p, "speaker", c.speaker.width),
             .latent = c.continues ? source(p, "latent", c.speaker.width) : SourceWeights{nullptr, nullptr},
             .attention_norm = adaptive_norm(p + "attention_adaln."),
             .ffn_norm = adaptive_norm(p + "mlp_adaln.")});
    }
    const auto values = [](const ggml_tensor* t) {
        return std::span(static_cast<const float*>(t->data), static_cast<size_t>(ggml_nelements(t)));
    };
    components = {.components = values(weights_.f32("pca.components", {c.codec_width, c.latent_width})),
                  .mean = values(weights_.f32("pca.mean", {c.codec_width})),
                  .scale = c.latent_scale};
}

AttentionWeights EchoWeights::attention(const std::string& prefix, const TransformerConfig& c) {
    const auto square = [&](const char* name) {
        return weights_.matrix(prefix + name + ".weight", {c.width, c.width});
    };
    return {.q = square("wq"),
            .k = square("wk"),
            .v = square("wv"),
            .gate = square("gate"),
            .output = square("wo"),
            .q_norm = weights_.f32(prefix + "q_norm.weight", {c.head_dim(), c.n_heads}),
            .k_norm = weights_.f32(prefix + "k_norm.weight", {c.head_dim(), c.n_heads})};
}

FeedForwardWeights EchoWeights::feed_forward(const std::string& prefix, const TransformerConfig& c) {
    return {.gate = weights_.matrix(prefix + "w1.weight", {c.width, c.ffn_width}),
            .up = weights_.matrix(prefix + "w3.weight", {c.width, c.ffn_width}),
            .down = weights_.matrix(prefix + "w2.weight", {c.ffn_width, c.width})};
}

EncoderWeights EchoWeights::encoder(const std::string& name, const TransformerConfig& c) {
    EncoderWeights e{};
    e.config = c;
    for (int64_t i = 0; i < c.n_layers; ++i) {
        const std::string p = name + ".blocks." + std::to_string(i) + ".";
        e.blocks.push_back({.attention = attention(p + "attention.", c),
                            .ffn = feed_forward(p + "mlp.", c),
                            .attention_norm = weights_.f32(p + "attention_norm.weight", {c.width}),
                            .ffn_norm = weights_.f32(p + "mlp_norm.weight", {c.width})});
    }
    return e;
}

AdaptiveNorm EchoWeights::adaptive_norm(const std::string& prefix) {
    const int64_t width = config_.denoiser.width;
    const int64_t rank = config_.adaln_rank;
    const auto part = [&](const std::string& name) {
        return LowRank{.down = weights_.matrix(prefix + name + "_down.weight", {width, rank}),
                       .up = weights_.matrix(prefix + name + "_up.weight", {rank, width}),
                       .bias = weights_.f32(prefix + name + "_up.bias", {width})};
    };
    return {part("shift"), part("scale"), part("gate")};
}

SourceWeights EchoWeights::source(const std::string& prefix, const std::string& name, int64_t width) {
    const int64_t out = config_.denoiser.width;
    return {.k = weights_.matrix(prefix + "attention.wk_" + name + ".weight", {width, out}),
            .v = weights_.matrix(prefix + "attention.wv_" + name + ".weight", {width, out})};
}

}  // namespace phonoscope::echo_tts
