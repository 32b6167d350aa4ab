// The layer kernels as templates over the instruction set. Include only from layers_<level>.cpp.
#pragma once

#include <cmath>
#include <type_traits>

#include "kernels/layers.hpp"
#include "kernels/simd_math.hpp"

namespace phonoscope {

// Calls body(i, n) for every vector of a row: n lanes starting at channel i, fewer than kLanes only at the end. Always
// inline, and with the number of lanes of whole vectors in the type of n, so that neither this nor a body called from
// two places becomes a function of its own, with all sums in memory.
template <class S, class Body>
[[gnu::always_inline]] inline void for_each_vector(int64_t width, Body body) {
    int64_t i = 0;
    for (; i + S::kLanes <= width; i += S::kLanes) {
        body(i, std::integral_constant<int, S::kLanes>());
    }
    if (i < width) {
        body(i, static_cast<int>(width - i));
    }
}

template <class S>
typename S::Reg load_lanes(const float* p, int n) {
    return n == S::kLanes ? S::load(p) : S::load_partial(p, n);
}
template <class S>
void store_lanes(float* p, typename S::Reg v, int n) {
    n == S::kLanes ? S::store(p, v) : S::store_partial(p, v, n);
}

template <class S>
float sum_of_squares(const float* x, int64_t width) {
    auto acc = S::zero();
    for_each_vector<S>(width, [&](int64_t i, auto n) {
        const auto v = load_lanes<S>(x + i, n);
        acc = S::fma(v, v, acc);
    });
    return S::sum(acc);
}

template <class S>
void rms_norm(const float* x, const float* weight, float eps, int64_t width, float* out) {
    const float mean_square = sum_of_squares<S>(x, width) / static_cast<float>(width);
    const auto factor = S::set1(1.0F / std::sqrt(mean_square + eps));
    for_each_vector<S>(width, [&](int64_t i, auto n) {
        const auto v = S::mul(load_lanes<S>(x + i, n), factor);
        store_lanes<S>(out + i, S::mul(v, load_lanes<S>(weight + i, n)), n);
    });
}

// LayerNorm in place of a row whose sum is known.
template <class S>
void normalise(float sum, const float* weight, const float* bias, float eps, int64_t width, float* row) {
    const auto mean = S::set1(sum / static_cast<float>(width));
    for_each_vector<S>(width,
                       [&](int64_t i, auto n) { store_lanes<S>(row + i, S::sub(load_lanes<S>(row + i, n), mean), n); });
    const float variance = sum_of_squares<S>(row, width) / static_cast<float>(width);
    const auto factor = S::set1(1.0F / std::sqrt(variance + eps));
    for_each_vector<S>(width, [&](int64_t i, auto n) {
        const auto v = S::mul(load_lanes<S>(row + i, n), factor);
        store_lanes<S>(row + i, S::fma(v, load_lanes<S>(weight + i, n), load_lanes<S>(bias + i, n)), n);
    });
}

template <class S>
void layer_norm(const float* x, const float* weight, const float* bias, float eps, int64_t width, float* out) {
    auto total = S::zero();
    for_each_vector<S>(width, [&](int64_t i, auto n) {
        const auto v = load_lanes<S>(x + i, n);
        store_lanes<S>(out + i, v, n);
        total = S::add(total, v);
    });
    normalise<S>(S::sum(total), weight, bias, eps, width, out);
}

template <class S>
void depthwise_norm(const DepthwiseNormTask& task, const float* input, int64_t input_stride, float* out) {
    auto total = S::zero();
    for_each_vector<S>(task.width, [&](int64_t i, auto n) {
        auto acc = load_lanes<S>(task.bias + i, n);
        for (int64_t tap = 0; tap < task.n_taps; ++tap) {
            acc = S::fma(load_lanes<S>(input + tap * input_stride + i, n),
                         load_lanes<S>(task.weights + tap * task.width + i, n), acc);
        }
        store_lanes<S>(out + i, acc, n);
        total = S::add(total, acc);
    });
    normalise<S>(S::sum(total), task.norm_weight, task.norm_bias, task.norm_eps, task.width, out);
}

template <class S>
void window_attention(const WindowAttentionTask& task) {
    const int64_t n_visible = task.last - task.first + 1;
    float highest = -INFINITY;
    for (int64_t j = 0; j < n_visible; ++j) {
        const float* key = task.keys + (task.first + j) % task.ring_rows * task.ring_stride;
        auto acc = S::zero();
        for_each_vector<S>(task.head_dim, [&](int64_t i, auto n) {
            acc = S::fma(load_lanes<S>(task.query + i, n), load_lanes<S>(key + i, n), acc);
        });
        task.scores[j] = S::sum(acc) * task.scale;
        highest = task.scores[j] > highest ? task.scores[j] : highest;
    }
    for_each_vector<S>(n_visible, [&](int64_t j, auto n) {
        store_lanes<S>(task.scores + j, exp_of<S>(S::sub(load_lanes<S>(task.scores + j, n), S::set1(highest))), n);
    });
    float total = 0;
    for (int64_t j = 0; j < n_visible; ++j) {
        total += task.scores[j];
    }
    for_each_vector<S>(task.head_dim, [&](int64_t i, auto n) {
        auto acc = S::zero();
        for (int64_t j = 0; j < n_visible; ++j) {
            const float* value = task.values + (task.first + j) % task.ring_rows * task.ring_stride;
            acc = S::fma(S::set1(task.scores[j]), load_lanes<S>(value + i, n), acc);
        }
        store_lanes<S>(task.out + i, S::div(acc, S::set1(total)), n);
    });
}

template <class S>
void swiglu(const float* gate, const float* up, int64_t width, float* out) {
    for_each_vector<S>(width, [&](int64_t i, auto n) {
        store_lanes<S>(out + i, S::mul(silu<S>(load_lanes<S>(gate + i, n)), load_lanes<S>(up + i, n)), n);
    });
}

template <class S>
void elu(const float* x, int64_t width, float* out) {
    for_each_vector<S>(width, [&](int64_t i, auto n) { store_lanes<S>(out + i, elu<S>(load_lanes<S>(x + i, n)), n); });
}

template <class S>
void snake(const float* x, const float* frequency, const float* scale, int64_t width, float* out) {
    for_each_vector<S>(width, [&](int64_t i, auto n) {
        store_lanes<S>(out + i,
                       snake<S>(load_lanes<S>(x + i, n), load_lanes<S>(frequency + i, n), load_lanes<S>(scale + i, n)),
                       n);
    });
}

template <class S>
void add_magnitude(const float* x, int64_t n_values, MagnitudeSum& sum) {
    auto squares = S::zero();
    auto largest = S::zero();
    int64_t n_nonfinite = 0;
    for_each_vector<S>(n_values, [&](int64_t i, auto n) {
        const auto v = S::keep_finite(load_lanes<S>(x + i, n), n_nonfinite);
        squares = S::fma(v, v, squares);
        largest = S::max(largest, S::abs(v));
    });
    sum.n_nonfinite += n_nonfinite;
    sum.sum_of_squares += static_cast<double>(S::sum(squares));
    const float absmax = S::max_lane(largest);
    sum.absmax = absmax > sum.absmax ? absmax : sum.absmax;
}

template <class S>
constexpr LayerKernels make_layer_kernels() {
    return {rms_norm<S>, layer_norm<S>, depthwise_norm<S>, window_attention<S>,
            swiglu<S>,   elu<S>,        snake<S>,          add_magnitude<S>};
}

}  // namespace phonoscope
