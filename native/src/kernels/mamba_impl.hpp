// The Mamba kernels as templates over the instruction set. Include only from mamba_<level>.cpp.
#pragma once

#include "kernels/layers_impl.hpp"
#include "kernels/mamba.hpp"

namespace phonoscope {

template <class S>
void conv_silu(const float* window, const float* weights, const float* bias, int64_t n_taps, int64_t stride,
               int64_t width, float* out) {
    for_each_vector<S>(width, [&](int64_t i, auto n) {
        auto acc = S::zero();
        for (int64_t tap = 0; tap < n_taps; ++tap) {
            acc =
                S::fma(load_lanes<S>(window + tap * stride + i, n), load_lanes<S>(weights + tap * stride + i, n), acc);
        }
        store_lanes<S>(out + i, silu<S>(S::add(acc, load_lanes<S>(bias + i, n))), n);
    });
}

template <class S>
void scan(const ScanTask& task, float* state, float* out) {
    const auto decay = S::set1(task.decay);
    for (int64_t j = 0; j < task.head_dim; ++j) {
        float* row = state + j * task.n_state;
        const auto input = S::set1(task.dt * task.x[j]);
        auto sum = S::zero();
        for_each_vector<S>(task.n_state, [&](int64_t i, auto n) {
            const auto next = S::fma(load_lanes<S>(row + i, n), decay, S::mul(input, load_lanes<S>(task.b + i, n)));
            store_lanes<S>(row + i, next, n);
            sum = S::fma(next, load_lanes<S>(task.c + i, n), sum);
        });
        out[j] = S::sum(sum) + task.skip * task.x[j];
    }
}

template <class S>
constexpr MambaKernels make_mamba_kernels() {
    return {conv_silu<S>, scan<S>};
}

}  // namespace phonoscope
