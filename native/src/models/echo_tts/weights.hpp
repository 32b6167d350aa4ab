// All tensors of an Echo-TTS checkpoint under the names of the published files, checked and mapped.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gguf/weights.hpp"
#include "models/echo_tts/config.hpp"
#include "models/echo_tts/latents.hpp"

namespace phonoscope::echo_tts {

// What encoder and denoiser blocks have in common.
struct AttentionWeights {
    ggml_tensor* q;
    ggml_tensor* k;
    ggml_tensor* v;
    ggml_tensor* gate;
    ggml_tensor* output;
    ggml_tensor* q_norm;  // [head_dim, n_heads]
    ggml_tensor* k_norm;
};
struct FeedForwardWeights {
    ggml_tensor* gate;
    ggml_tensor* up;
    ggml_tensor* down;
};

struct EncoderBlock {
    AttentionWeights attention;
    FeedForwardWeights ffn;
    ggml_tensor* attention_norm;
    ggml_tensor* ffn_norm;
};

struct EncoderWeights {
    TransformerConfig config;
    bool causal = false;
    ggml_tensor* embedding = nullptr;  // text: [width, vocab]
    ggml_tensor* in_proj = nullptr;    // latents: [patch, width], with bias
    ggml_tensor* in_bias = nullptr;
    std::vector<EncoderBlock> blocks;
    ggml_tensor* output_norm = nullptr;
};

// Projections of an encoder's states to keys and values of one denoiser block.
struct SourceWeights {
    ggml_tensor* k;
    ggml_tensor* v;
};

// One of shift, scale and gate: p + up(down(silu(p))) + bias.
struct LowRank {
    ggml_tensor* down;
    ggml_tensor* up;
    ggml_tensor* bias;
};
using AdaptiveNorm = std::array<LowRank, 3>;  // shift, scale, gate

struct DenoiserBlock {
    AttentionWeights attention;
    FeedForwardWeights ffn;
    SourceWeights text;
    SourceWeights speaker;
    SourceWeights latent;  // null where the checkpoint cannot continue
    AdaptiveNorm attention_norm;
    AdaptiveNorm ffn_norm;
};

class EchoWeights {
   public:
    // Throws ModelFileError.
    explicit EchoWeights(std::shared_ptr<const GgufFile> file);

    const EchoConfig& config() const { return config_; }
    const GgufFile& file() const { return weights_.file(); }

    EncoderWeights text;
    EncoderWeights speaker;
    std::optional<EncoderWeights> latent;
    std::array<ggml_tensor*, 3> cond{};  // timestep embedding -> shift | scale | gate
    ggml_tensor* in_proj = nullptr;
    ggml_tensor* in_bias = nullptr;
    ggml_tensor* out_norm = nullptr;
    ggml_tensor* out_proj = nullptr;
    ggml_tensor* out_bias = nullptr;
    std::vector<DenoiserBlock> blocks;
    PrincipalComponents components;

   private:
    AttentionWeights attention(const std::string& prefix, const TransformerConfig& c);
    FeedForwardWeights feed_forward(const std::string& prefix, const TransformerConfig& c);
    EncoderWeights encoder(const std::string& name, const TransformerConfig& c);
    AdaptiveNorm adaptive_norm(const std::string& prefix);
    SourceWeights source(const std::string& prefix, const std::string& name, int64_t width);

    Weights weights_;
    EchoConfig config_;
};

}  // namespace phonoscope::echo_tts
