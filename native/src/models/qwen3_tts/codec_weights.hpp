// The speech tokenizer's decoder weights, packed once for the convolution kernels and shared by all decoders.
#pragma once

#include <ggml.h>

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/layers.hpp"
#include "models/qwen3_tts/config.hpp"
#include "ops/weight_packer.hpp"

namespace phonoscope::qwen3_tts {

// x + scale sin^2(frequency x), from the stored logarithms: frequency = e^alpha, scale = 1 / (e^beta + 1e-9).
struct SnakeWeights {
    std::vector<float> frequency;
    std::vector<float> scale;
};

struct CodecLayerWeights {
    std::vector<float> attention_norm;
    ConvWeights qkv;  // queries, keys, values stacked
    ConvWeights attention_output;
    std::vector<float> attention_scale;
    std::vector<float> ffn_norm;
    ConvWeights gate_up;  // gate, up stacked
    ConvWeights down;
    std::vector<float> ffn_scale;
};

// Upsampling by a transposed convolution without overlap, then a ConvNeXt block.
struct UpsampleWeights {
    int64_t ratio = 0;
    ConvWeights upsample;
    std::vector<float> depthwise;  // [tap][channel]
    std::vector<float> depthwise_bias;
    std::vector<float> norm_weight;
    std::vector<float> norm_bias;
    ConvWeights expand;
    ConvWeights contract;
    std::vector<float> gamma;
};

struct ResidualUnitWeights {
    int64_t dilation = 0;
    SnakeWeights snake1;  // of the first unit: once for each phase of the transposed convolution before it
    ConvWeights conv1;
    SnakeWeights snake2;
    ConvWeights conv2;
};

struct VocoderBlockWeights {
    int64_t rate = 0;
    int64_t n_channels = 0;  // after the transposed convolution
    SnakeWeights snake;      // before it
    ConvWeights upsample;
    std::vector<ResidualUnitWeights> units;
};

class CodecWeights {
   public:
    static constexpr int64_t kInputTaps = 3;
    static constexpr int64_t kVocoderTaps = 7;
    static constexpr int64_t kDepthwiseTaps = 7;
    static constexpr std::array<int64_t, 3> kUnitDilations{1, 3, 9};  // residual units of a vocoder block
    static constexpr float kLayerNormEps = 1e-6F;

    // Reads, checks and packs every decoder tensor of `file` for the instruction set in use, then lets go of
    // the mapped pages. f32 and f16 keep their precision; other types become f16. Throws ModelFileError.
    explicit CodecWeights(std::shared_ptr<const GgufFile> file);

    // Adds the codeword `code` of codebook `quantizer` to `sum` (codebook_dim values).
    void add_codeword(int64_t quantizer, int64_t code, std::span<float> sum) const;

    CodecConfig config;
    const ConvKernels& conv;
    const LayerKernels& layers;
    ConvWeights semantic_output;
    ConvWeights acoustic_output;
    ConvWeights pre_conv;
    ConvWeights transformer_input;
    std::vector<CodecLayerWeights> transformer;
    std::vector<float> transformer_norm;
    ConvWeights transformer_output;
    std::vector<UpsampleWeights> upsamples;
    ConvWeights vocoder_input;
    std::vector<VocoderBlockWeights> blocks;
    SnakeWeights final_snake;
    std::vector<float> mono;  // last convolution, [tap][channel]
    float mono_bias = 0;

    // Takes the codebooks' pages that were read so far out of memory, until they are read again.
    void release_pages() const { file_->release_pages(); }

   private:
    struct Codebook {
        const ggml_tensor* vectors;  // stays in the mapping: a step touches one row
        std::vector<float> usage;    // empty: already divided
    };
    void load_quantizer();
    void load_transformer();
    void load_upsamples();
    void load_vocoder();
    SnakeWeights snake(const std::string& name, int64_t n_channels, int64_t n_phases = 1);

    std::shared_ptr<const GgufFile> file_;
    WeightPacker packer_;
    std::vector<Codebook> codebooks_;
};

}  // namespace phonoscope::qwen3_tts
