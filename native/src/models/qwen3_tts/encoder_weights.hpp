// The speech tokenizer's encoder weights, packed for the convolution kernels.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/layers.hpp"
#include "models/qwen3_tts/config.hpp"
#include "ops/weight_packer.hpp"

namespace phonoscope::qwen3_tts {

// A residual block at the stage's rate, then the convolution that leaves it.
struct EncoderStageWeights {
    ConvWeights narrow;
    ConvWeights widen;
    ConvWeights downsample;
};

struct EncoderLayerWeights {
    std::vector<float> attention_norm;
    std::vector<float> attention_norm_bias;
    ConvWeights qkv;  // queries, keys, values stacked
    ConvWeights attention_output;
    std::vector<float> attention_scale;
    std::vector<float> ffn_norm;
    std::vector<float> ffn_norm_bias;
    ConvWeights up;
    ConvWeights down;
    std::vector<float> ffn_scale;
};

// The codewords e as a dense layer: x e - |e|^2 / 2 is largest for the codeword nearest to x.
struct EncoderCodebook {
    std::vector<float> vectors;  // [entry][codebook_dim]
    ConvWeights score;
};

class EncoderWeights {
   public:
    // Reads, checks and packs every encoder tensor of `file`. Throws ModelFileError.
    explicit EncoderWeights(std::shared_ptr<const GgufFile> file);

    CodecEncoderConfig config;
    const ConvKernels& conv;
    const LayerKernels& layers;
    ConvWeights input;
    std::vector<EncoderStageWeights> stages;
    ConvWeights last;
    std::vector<EncoderLayerWeights> transformer;
    ConvWeights downsample;
    ConvWeights semantic_input;
    ConvWeights acoustic_input;
    std::vector<EncoderCodebook> codebooks;

   private:
    void load_stages();
    void load_transformer();
    void load_quantizers();

    std::shared_ptr<const GgufFile> file_;
    WeightPacker packer_;
};

}  // namespace phonoscope::qwen3_tts
