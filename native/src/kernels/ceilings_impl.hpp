// The ceiling of arithmetic as a template over the instruction set. Include only from ceilings.cpp and
// ceilings_<level>.cpp.
#pragma once

#include "kernels/ceilings_levels.hpp"

namespace phonoscope {

inline constexpr int ceiling_chains = 12;  // enough to hide the latency of two multiply-add units

template <class S>
inline constexpr int64_t flop_per_round = 2 * S::kLanes * ceiling_chains;

// Chains of multiply-adds that need nothing but registers.
template <class S>
float multiply_add_chains(int64_t rounds) {
    typename S::Reg sums[ceiling_chains];
    for (auto& sum : sums) {
        sum = S::zero();
    }
    const auto factor = S::set1(0.999F);
    const auto addend = S::set1(0.001F);
    for (int64_t i = 0; i < rounds; ++i) {
        for (auto& sum : sums) {
            sum = S::fma(sum, factor, addend);
        }
    }
    auto total = S::zero();
    for (const auto& sum : sums) {
        total = S::add(total, sum);
    }
    return S::sum(total);
}

}  // namespace phonoscope
