// Brings convolution weights from a model file's order into panels for the convolution kernels.
#pragma once

#include <ggml.h>

#include <span>

#include "base/huge_arena.hpp"
#include "kernels/conv.hpp"

namespace phonoscope {

// Packs `parts`, stacked along their outputs, each in the file's order [output][input][tap] (ggml ne = taps,
// inputs, outputs, or inputs, outputs for a dense layer). f16 stays f16 and f32 stays f32; every other type
// becomes f16.
PackedConv pack_conv(std::span<const ggml_tensor* const> parts, int64_t n_in, int64_t n_taps, int64_t panel_width,
                     HugeArena& arena);

// Packs a transposed convolution with weights [input][output][kernel] (ggml ne = kernel, outputs, inputs)
// whose kernel is `stride` or 2 * `stride` long. Phase j of output c becomes output j * n_out + c: y[t *
// stride + j] is tap j of x[t], plus, with the long kernel, tap stride + j of x[t - 1], which is the earlier
// of two taps here.
PackedConv pack_transposed_conv(const ggml_tensor* weights, int64_t stride, int64_t panel_width, HugeArena& arena);

// The values of a tensor of any type as f32, in the file's order.
void read_values(const ggml_tensor* t, int64_t first, std::span<float> out);

}  // namespace phonoscope
