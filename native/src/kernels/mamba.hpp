// The recurrent part of a Mamba-2 mixer (Dao & Gu 2024), one position at a time.
#pragma once

#include <cstdint>

#include "kernels/cpu_level.hpp"

namespace phonoscope {

// One head of the state-space recurrence at one position.
struct ScanTask {
    const float* x = nullptr;  // [head_dim], the head's channels after the convolution
    const float* b = nullptr;  // [n_state], of the head's group
    const float* c = nullptr;
    float decay = 0;  // exp(-step size * exp(A_log))
    float dt = 0;     // step size, after softplus
    float skip = 0;   // D
    int64_t head_dim = 0;
    int64_t n_state = 0;
};

// The kernels of one instruction set. Sums run over lanes in an order that depends on the sizes alone.
struct MambaKernels {
    // out[i] = silu(bias[i] + sum over k of window[k][i] * weights[k][i]), for `width` channels; rows of both are
    // `stride` floats apart, the oldest first.
    void (*conv_silu)(const float* window, const float* weights, const float* bias, int64_t n_taps, int64_t stride,
                      int64_t width, float* out);
    // state[j][n] = decay * state[j][n] + dt * x[j] * b[n]; out[j] = sum over n of state[j][n] * c[n] + skip * x[j].
    void (*scan)(const ScanTask& task, float* state, float* out);
};

const MambaKernels& mamba_kernels(CpuLevel level);

extern const MambaKernels kMambaKernelsPortable;
extern const MambaKernels kMambaKernelsAvx2;
extern const MambaKernels kMambaKernelsAvx512;

}  // namespace phonoscope
