// The gate of a SwiGLU feed-forward layer of a language model, with the same bits at every vector level (that of the
// codec's layers need not have them, see layers.hpp): multiply-adds are never fused.
#pragma once

#include <cstdint>

namespace phonoscope {

// silu(gate) * y, silu(g) = g / (1 + exp(-g)). exp is 2^n * a polynomial on [-ln 2 / 2, ln 2 / 2] (Cody-Waite reduction,
// Taylor to the seventh power: relative error about 2e-7).
template <class S>
typename S::Reg gated(typename S::Reg gate, typename S::Reg y) {
    constexpr float kTaylor[] = {1.0F / 720, 1.0F / 120, 1.0F / 24, 1.0F / 6, 0.5F, 1.0F, 1.0F};
    // Within these bounds 2^n stays a normal number.
    const auto x = S::max(S::set1(-87.0F), S::min(S::set1(87.0F), S::sub(S::zero(), gate)));
    const auto n = S::round(S::mul(x, S::set1(1.44269504F)));
    const auto above = S::sub(x, S::mul(n, S::set1(0.693359375F)));
    const auto rest = S::add(above, S::mul(n, S::set1(2.12194440e-4F)));
    auto p = S::set1(1.0F / 5040);
    for (const float coefficient : kTaylor) {
        p = S::add(S::mul(p, rest), S::set1(coefficient));
    }
    const auto exp = S::mul(p, S::pow2(n));
    return S::mul(S::div(gate, S::add(S::set1(1.0F), exp)), y);
}

// y[i] = silu(gate[i]) * y[i]
template <class S>
void swiglu(const float* gate, int64_t n, float* y) {
    int64_t i = 0;
    for (; i + S::kLanes <= n; i += S::kLanes) {
        S::store(y + i, gated<S>(S::load(gate + i), S::load(y + i)));
    }
    if (i < n) {
        const auto left = static_cast<int>(n - i);
        S::store_partial(y + i, gated<S>(S::load_partial(gate + i, left), S::load_partial(y + i, left)), left);
    }
}

}  // namespace phonoscope
