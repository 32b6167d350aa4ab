// The panel kernels as templates over the instruction set. Include only from panels_<level>.cpp.
#pragma once

#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "kernels/panels.hpp"
#include "kernels/quant_blocks.hpp"
#include "kernels/simd_math.hpp"

namespace phonoscope {

// A register tile is a whole panel wide, and as many outputs high as twelve accumulators give.
template <class S>
constexpr int kPanelVectors = static_cast<int>(kPanelRows) / S::kLanes;
template <class S>
constexpr int kPanelTile = 12 / kPanelVectors<S>;

// `UnitStep`: consecutive steps of `a` are neighbours (weights, values); otherwise consecutive outputs are (keys).
template <class S, bool UnitStep, int Rows>
void panel_tile(const PanelProduct& t, const float* a, float* out) {
    constexpr int kVectors = kPanelVectors<S>;
    const int64_t row_stride = UnitStep ? t.a_row : 1;
    const int64_t step_stride = UnitStep ? 1 : t.a_step;
    typename S::Reg acc[Rows][kVectors];
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
        for (int j = 0; j < kVectors; ++j) {
            acc[r][j] = t.fresh ? S::zero() : S::load(out + r * kPanelRows + j * S::kLanes);
        }
    }
    const float* b = t.b;
    for (int64_t block = 0; block < t.n_blocks; ++block) {
        const float* first = a + block * t.a_block;
        for (int64_t k = 0; k < t.n_steps; ++k) {
            typename S::Reg columns[kVectors];
#pragma GCC unroll 4
            for (int j = 0; j < kVectors; ++j) {
                columns[j] = S::load(b + j * S::kLanes);
            }
            b += kPanelRows;
#pragma GCC unroll 16
            for (int r = 0; r < Rows; ++r) {
                const auto v = S::set1(first[r * row_stride + k * step_stride]);
#pragma GCC unroll 4
                for (int j = 0; j < kVectors; ++j) {
                    acc[r][j] = S::fma(v, columns[j], acc[r][j]);
                }
            }
        }
    }
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
        for (int j = 0; j < kVectors; ++j) {
            S::store(out + r * kPanelRows + j * S::kLanes, acc[r][j]);
        }
    }
}

using PanelTile = void (*)(const PanelProduct&, const float*, float*);

template <class S, bool UnitStep, int... Index>
constexpr std::array<PanelTile, sizeof...(Index)> panel_tiles(std::integer_sequence<int, Index...> /*rows*/) {
    return {panel_tile<S, UnitStep, Index + 1>...};
}

template <class S>
void panel_product(const PanelProduct& t) {
    constexpr int kTile = kPanelTile<S>;
    static constexpr auto unit_step = panel_tiles<S, true>(std::make_integer_sequence<int, kTile>());
    static constexpr auto unit_row = panel_tiles<S, false>(std::make_integer_sequence<int, kTile>());
    const auto& tiles = t.a_step == 1 ? unit_step : unit_row;
    for (int64_t r = 0; r < t.n_out; r += kTile) {
        const int64_t n = t.n_out - r < kTile ? t.n_out - r : kTile;
        tiles[static_cast<size_t>(n - 1)](t, t.a + r * t.a_row, t.out + r * kPanelRows);
    }
}

// Calls body(offset) for every vector of a panel row.
template <class S, class Body>
void for_each_column(Body body) {
#pragma GCC unroll 4
    for (int j = 0; j < static_cast<int>(kPanelRows); j += S::kLanes) {
        body(j);
    }
}

template <class S>
typename S::Reg inverse_root(typename S::Reg squares, float n, float eps) {
    alignas(64) float v[S::kLanes];
    S::store(v, squares);
    for (float& x : v) {
        x = 1.0F / std::sqrt(x / n + eps);
    }
    return S::load(v);
}

template <class S>
void panel_norm(const PanelNorm& t, PanelSums& sums, bool all) {
    for_each_column<S>([&](int j) {
        // Four chains: short sums are more exact, and additions need not wait for each other.
        typename S::Reg squares[4] = {S::zero(), S::zero(), S::zero(), S::zero()};
        for (int64_t c = 0; c < t.n_channels; ++c) {
            const auto v = S::load(t.x + c * kPanelRows + j);
            squares[c % 4] = S::fma(v, v, squares[c % 4]);
        }
        const auto total = S::add(S::add(squares[0], squares[1]), S::add(squares[2], squares[3]));
        S::store(sums.squares.data() + j, total);
        if (all) {
            typename S::Reg plain[4] = {S::zero(), S::zero(), S::zero(), S::zero()};
            auto largest = S::zero();
            for (int64_t c = 0; c < t.n_channels; ++c) {
                const auto v = S::load(t.x + c * kPanelRows + j);
                plain[c % 4] = S::add(plain[c % 4], v);
                largest = S::max(S::abs(v), largest);
            }
            S::store(sums.sum.data() + j, S::add(S::add(plain[0], plain[1]), S::add(plain[2], plain[3])));
            S::store(sums.absmax.data() + j, largest);
        }
        const auto factor = inverse_root<S>(total, static_cast<float>(t.n_channels), t.eps);
        for (int64_t c = 0; c < t.n_channels; ++c) {
            const auto v = S::mul(S::load(t.x + c * kPanelRows + j), factor);
            const auto gain = S::set1(t.gain[c]);
            const auto y = t.shift != nullptr ? S::fma(v, gain, S::set1(t.shift[c])) : S::mul(v, gain);
            S::store(t.out + c * kPanelRows + j, y);
        }
    });
}

template <class S>
void panel_head(const PanelHead& t) {
    for_each_column<S>([&](int j) {
        typename S::Reg squares[2] = {S::zero(), S::zero()};
        for (int64_t c = 0; c < t.head_dim; ++c) {
            const auto v = S::load(t.x + c * kPanelRows + j);
            squares[c % 2] = S::fma(v, v, squares[c % 2]);
        }
        const auto norm = inverse_root<S>(S::add(squares[0], squares[1]), static_cast<float>(t.head_dim), t.eps);
        const auto factor = S::set1(t.factor);
        for (int64_t c = 0; c + 1 < t.head_dim; c += 2) {
            float* even = t.x + c * kPanelRows + j;
            float* odd = even + kPanelRows;
            auto a = S::mul(S::mul(S::load(even), norm), S::set1(t.gain[c]));
            auto b = S::mul(S::mul(S::load(odd), norm), S::set1(t.gain[c + 1]));
            if (t.cos != nullptr) {
                const auto cos = S::load(t.cos + c / 2 * kPanelRows + j);
                const auto sin = S::load(t.sin + c / 2 * kPanelRows + j);
                const auto rotated = S::sub(S::mul(a, cos), S::mul(b, sin));
                b = S::add(S::mul(a, sin), S::mul(b, cos));
                a = rotated;
            }
            S::store(even, S::mul(a, factor));
            S::store(odd, S::mul(b, factor));
        }
    });
}

template <class S>
void panel_softmax(float* scores, int64_t n_keys, float* totals) {
    for_each_column<S>([&](int j) {
        auto largest = S::load(scores + j);
        for (int64_t k = 1; k < n_keys; ++k) {
            largest = S::max(S::load(scores + k * kPanelRows + j), largest);
        }
        auto total = S::zero();
        for (int64_t k = 0; k < n_keys; ++k) {
            float* at = scores + k * kPanelRows + j;
            const auto e = exp_of<S>(S::sub(S::load(at), largest));
            S::store(at, e);
            total = S::add(total, e);
        }
        S::store(totals + j, total);
    });
}

template <class S>
void panel_scale(float* x, int64_t n, float factor) {
    for (int64_t i = 0; i < n; i += S::kLanes) {
        S::store(x + i, S::mul(S::load(x + i), S::set1(factor)));
    }
}

template <class S>
void panel_gate(const float* x, const float* totals, const float* gate, int64_t n_channels, float* out) {
    const auto one = S::set1(1.0F);
    for_each_column<S>([&](int j) {
        const auto share = S::div(one, S::load(totals + j));
        for (int64_t c = 0; c < n_channels; ++c) {
            const int64_t at = c * kPanelRows + j;
            const auto open = S::add(one, exp_of<S>(S::sub(S::zero(), S::load(gate + at))));
            S::store(out + at, S::div(S::mul(S::load(x + at), share), open));
        }
    });
}

template <class S>
void panel_swiglu(const float* gate, const float* up, int64_t n_channels, float* out) {
    for (int64_t i = 0; i < n_channels * kPanelRows; i += S::kLanes) {
        S::store(out + i, S::mul(silu<S>(S::load(gate + i)), S::load(up + i)));
    }
}

template <class S>
void panel_silu(const float* x, int64_t n_channels, float* out) {
    for (int64_t i = 0; i < n_channels * kPanelRows; i += S::kLanes) {
        S::store(out + i, silu<S>(S::load(x + i)));
    }
}

template <class S>
void panel_add_scaled(const float* x, const float* y, const float* gain, int64_t n_channels, float* out) {
    for (int64_t c = 0; c < n_channels; ++c) {
        const auto g = S::set1(gain[c]);
        for_each_column<S>([&](int j) {
            const int64_t at = c * kPanelRows + j;
            S::store(out + at, S::fma(g, S::load(y + at), S::load(x + at)));
        });
    }
}

template <class S>
void panel_add_bias(const float* x, const float* bias, float factor, int64_t n_channels, float* out) {
    for (int64_t c = 0; c < n_channels; ++c) {
        for_each_column<S>([&](int j) {
            const int64_t at = c * kPanelRows + j;
            S::store(out + at, S::mul(S::add(S::load(x + at), S::set1(bias[c])), S::set1(factor)));
        });
    }
}

template <class S>
void panel_unpack(ggml_type type, const std::byte* row, int64_t first, int64_t n, float* out) {
    if (type == GGML_TYPE_F32) {
        std::memcpy(out, row + first * 4, static_cast<size_t>(n) * sizeof(float));
    } else if (type == GGML_TYPE_F16) {
        const auto* halves = reinterpret_cast<const uint16_t*>(row) + first;
        int64_t i = 0;
        for (; i + S::kLanes <= n; i += S::kLanes) {
            S::store(out + i, S::load_f16(halves + i));
        }
        for (; i < n; ++i) {
            out[i] = ggml_fp16_to_fp32(halves[i]);
        }
    } else if (type == GGML_TYPE_Q8_0) {
        const auto* block = reinterpret_cast<const BlockQ8_0*>(row) + first / block_weights;
        for (int64_t i = 0; i < n; i += block_weights, ++block) {
            const float d = ggml_fp16_to_fp32(block->d);
            for (int64_t q = 0; q < block_weights; ++q) {
                out[i + q] = d * static_cast<float>(block->qs[q]);
            }
        }
    } else {
        const ggml_type_traits* traits = ggml_get_type_traits(type);
        traits->to_float(row + static_cast<size_t>(first / traits->blck_size) * traits->type_size, out, n);
    }
}

template <class S>
constexpr PanelKernels make_panel_kernels() {
    return {panel_product<S>, panel_norm<S>, panel_head<S>,       panel_softmax<S>,  panel_scale<S>, panel_gate<S>,
            panel_swiglu<S>,  panel_silu<S>, panel_add_scaled<S>, panel_add_bias<S>, panel_unpack<S>};
}

}  // namespace phonoscope
