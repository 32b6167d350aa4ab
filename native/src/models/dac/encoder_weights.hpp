// The encoder of a DAC file: its weights, packed for the convolution kernels.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "codec/convnext.hpp"
#include "codec/residual_unit.hpp"
#include "codec/snake.hpp"
#include "codec/window_transformer.hpp"
#include "kernels/layers.hpp"
#include "models/dac/config.hpp"
#include "ops/weight_packer.hpp"

namespace phonoscope::dac {

struct EncoderBlockWeights {
    int64_t rate;  // by which it shortens
    std::vector<codec::ResidualUnitWeights> units;
    codec::SnakeWeights snake;
    ConvWeights downsample;
};

struct DownsampleWeights {
    int64_t ratio;
    ConvWeights downsample;
    codec::ConvNextWeights convnext;
};

// One residual quantizer: the entry whose direction is nearest to that of the projected input, as it is projected back.
struct QuantizerWeights {
    ConvWeights input;
    ConvWeights directions;      // every entry at length 1, as a dense layer
    std::vector<float> vectors;  // [entry][codeword_width]
    ConvWeights output;
};

class EncoderWeights {
   public:
    static constexpr int64_t kInputTaps = 7;
    static constexpr int64_t kLastTaps = 3;

    // Reads, checks and packs every encoder tensor of `file`. Throws ModelFileError.
    explicit EncoderWeights(std::shared_ptr<const GgufFile> file);

    EncoderConfig config;
    const ConvKernels& conv;
    const LayerKernels& layers;

   private:
    WeightPacker packer_;

   public:
    ConvWeights input;
    std::vector<EncoderBlockWeights> blocks;
    codec::WindowTransformerWeights transformer;
    codec::SnakeWeights last_snake;
    ConvWeights last;
    std::vector<DownsampleWeights> downsamples;
    codec::WindowTransformerWeights before_quantizer;
    std::vector<QuantizerWeights> quantizers;
    std::vector<float> minus_one;  // for every channel of the latents

   private:
    void load_blocks();
    void load_quantizers();
};

}  // namespace phonoscope::dac
