// Model weights packed for the convolution kernels, read by name from a model file.
#pragma once

#include <ggml.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "base/huge_arena.hpp"
#include "gguf/weights.hpp"
#include "kernels/conv.hpp"

namespace phonoscope {

// Per-channel parameter vectors are padded to whole panels.
struct ConvWeights {
    PackedConv weights;
    std::vector<float> bias;  // empty: none
};

// Reads, checks and packs the tensors of one file, then lets go of the mapped pages. f32 and f16 keep their precision;
// other types become f16. What it packed lives as long as the packer. Every method throws ModelFileError when a tensor is
// missing or has another shape.
class WeightPacker {
   public:
    WeightPacker(std::shared_ptr<const GgufFile> file, int64_t panel_width);

    struct DensePart {
        std::string name;
        int64_t n_out;
    };
    // Dense layers without bias, stacked along their outputs: "<name>.weight" of each.
    ConvWeights dense(std::initializer_list<DensePart> parts, int64_t n_in);
    // A dense layer with "<name>.weight" and "<name>.bias".
    ConvWeights dense_with_bias(const std::string& name, int64_t n_in, int64_t n_out);
    // "<name>.weight" [n_taps, n_in, n_out] and, where it has one, "<name>.bias".
    ConvWeights convolution(const std::string& name, int64_t n_taps, int64_t n_in, int64_t n_out, bool has_bias);
    // A convolution for inputs whose rows lie side by side without gaps: one tap that reads `n_taps` of them, so that
    // outputs may be any number of rows apart (ConvStep::stride).
    ConvWeights strided(const std::string& name, int64_t n_taps, int64_t n_in, int64_t n_out, bool has_bias);
    // A transposed convolution, "<name>.weight" [kernel, n_out, n_in] and "<name>.bias", as a plain one with `stride` times
    // the outputs.
    ConvWeights transposed(const std::string& name, int64_t kernel, int64_t stride, int64_t n_in, int64_t n_out);
    // A vector of `n` values.
    std::vector<float> channels(const std::string& name, int64_t n);
    // The values of a tensor of shape `ne` whose fastest dimension are `n_taps` taps, with the channels as the fastest.
    std::vector<float> taps_by_channel(const std::string& name, int64_t n_taps, std::initializer_list<int64_t> ne);
    // `values` once for each of `times` phases, padded to whole panels.
    std::vector<float> padded(const std::vector<float>& values, int64_t times = 1) const;
    // A tensor that stays in the mapping.
    const ggml_tensor* matrix(const std::string& name, std::initializer_list<int64_t> ne) {
        return source_.matrix(name, ne);
    }
    // A matrix of which rows are read from the file when they are needed.
    LookupTable table(const std::string& name, int64_t width, int64_t n_rows) {
        return source_.table(name, width, n_rows);
    }
    const GgufFile& file() const { return *file_; }
    // Packs values made elsewhere, [n_out][n_in].
    ConvWeights pack(const std::vector<float>& values, int64_t n_in, int64_t n_out);

   private:
    void let_go(const ggml_tensor* t) const;

    std::shared_ptr<const GgufFile> file_;
    Weights source_;
    int64_t panel_width_;
    HugeArena arena_;
};

}  // namespace phonoscope
