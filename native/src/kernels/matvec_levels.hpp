// What each vector level provides to matvec.cpp and to the linear operation.
#pragma once

#include "kernels/matvec.hpp"

namespace phonoscope {

// One column of k (multiple of 32) values: q[k], scale[k / 16], block_sum[k / 32], q_sum[k / 32]. A block that holds a
// NaN or an infinity gets a NaN scale, so that every result it enters is NaN.
using QuantizeColumn = void (*)(const float* x, int64_t k, int8_t* q, float* scale, float* block_sum, int32_t* q_sum);

// y[i] = silu(gate[i]) * y[i]
using Swiglu = void (*)(const float* gate, int64_t n, float* y);

struct MatvecLevel {
    QuantizeColumn quantize = nullptr;
    Swiglu swiglu = nullptr;
    MatvecKernel (*kernel)(ggml_type) = nullptr;
};

// What the given level, which the processor must have, provides.
const MatvecLevel& matvec_level(CpuLevel level);

extern const MatvecLevel matvec_portable;
extern const MatvecLevel matvec_avx2;
extern const MatvecLevel matvec_avx512;

}  // namespace phonoscope
