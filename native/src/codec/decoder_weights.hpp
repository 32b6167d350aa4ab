// A codec decoder: what it is made of, and its weights, packed once and shared by all decoders of a file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codec/codebook.hpp"
#include "codec/convnext.hpp"
#include "codec/residual_unit.hpp"
#include "codec/snake.hpp"
#include "codec/window_transformer.hpp"
#include "kernels/layers.hpp"
#include "ops/weight_packer.hpp"

namespace phonoscope::codec {

// How the last convolution's output becomes samples in -1..1.
enum class OutputForm { clamp, tanh };
// What becomes of a code that its codebook does not have: an error, or the nearest one that it has.
enum class StrayCodes { refuse, clamp };

struct DecoderConfig {
    WindowTransformerConfig transformer;
    std::vector<int64_t> codebook_sizes;  // of every quantizer
    int64_t codeword_width = 0;
    int64_t quantizer_width = 0;  // after the projections of the codewords
    int64_t latent_width = 0;
    int64_t decoder_width = 0;  // channels of the first vocoder convolution, halved by every block
    int64_t sample_rate_hz = 0;
    std::vector<int64_t> upsampling_ratios;  // ConvNeXt stages
    std::vector<int64_t> upsample_rates;     // vocoder blocks
    OutputForm output = OutputForm::clamp;
    StrayCodes stray_codes = StrayCodes::refuse;
    SnakeForm snake = SnakeForm::logarithms;

    int64_t n_quantizers() const { return static_cast<int64_t>(codebook_sizes.size()); }
    int64_t hop_samples() const;  // audio samples per frame
    // Throws ModelFileError in the name of `file` when the dimensions are out of proportion.
    void check(const GgufFile& file) const;
};

// Codebooks whose codewords are summed and then projected together.
struct CodebookGroup {
    std::vector<Codebook> codebooks;
    ConvWeights output;
};

// Upsampling by a transposed convolution without overlap, then a ConvNeXt block.
struct UpsampleWeights {
    int64_t ratio;
    ConvWeights upsample;
    ConvNextWeights convnext;
};

struct VocoderBlockWeights {
    int64_t rate;
    int64_t n_channels;  // after the transposed convolution
    SnakeWeights snake;  // before it
    ConvWeights upsample;
    std::vector<ResidualUnitWeights> units;
};

// Where a file keeps a decoder: what its tensors' names begin with, those of the transformer in particular, and the
// number of the first residual unit of a block.
struct DecoderNames {
    std::string prefix;
    std::string transformer;
    size_t first_unit = 0;
};

class DecoderWeights {
   public:
    static constexpr int64_t kInputTaps = 3;
    static constexpr int64_t kVocoderTaps = 7;

    // Checks `decoder` for sense and reads the parts whose tensors are named alike in all codecs: the transformer;
    // upsample.N.conv.{weight, bias} with ConvNeXt beside it; dec.0.conv; dec.N.snake, dec.N.conv_t and the residual
    // units dec.N.res.M; dec.N.snake and dec.N.conv behind the last block. The quantizer and what optionally stands
    // around the transformer are for the caller to fill in.
    DecoderWeights(std::shared_ptr<const GgufFile> file, DecoderConfig decoder, const DecoderNames& names);

    // A codebook, with usage counts where the file has them beside the vectors.
    Codebook read_codebook(const std::string& vectors, const std::string& usage, int64_t n_entries);

    DecoderConfig config;
    const ConvKernels& conv;
    const LayerKernels& layers;
    WeightPacker packer;
    std::vector<CodebookGroup> codebook_groups;
    std::optional<ConvWeights> pre_conv;  // kInputTaps taps, quantizer to latent width
    std::optional<ConvWeights> transformer_input;
    WindowTransformerWeights transformer;
    std::optional<ConvWeights> transformer_output;
    std::vector<UpsampleWeights> upsamples;
    ConvWeights vocoder_input;
    std::vector<VocoderBlockWeights> blocks;
    SnakeWeights final_snake;
    std::vector<float> mono;  // last convolution, [tap][channel]
    float mono_bias = 0;

   private:
    void load_upsamples(const std::string& prefix);
    void load_vocoder(const std::string& prefix, size_t first_unit);
};

}  // namespace phonoscope::codec
