// Minimal filtering as templates over the instruction set. Include only from conv_impl.hpp.
#pragma once

#include <algorithm>
#include <array>

#include "base/aligned.hpp"
#include "kernels/conv_tile.hpp"
#include "kernels/minimal_filter.hpp"

namespace phonoscope {

// The points are 0, +-a for each a below, and infinity; small magnitudes keep the rounding small. N(x) is the product
// of x - p over the finite ones, x R(x^2); Q is R without the factor of one pair. The basis polynomials of
// interpolation are R(x^2) / R(0), (x^2 +- a x) Q(x^2) / c with c = 2 a^2 Q(a^2), and N(x); the divisors go into the
// taps.
struct FilterPair {
    double a = 0;
    std::array<double, 3> q{};  // coefficients of Q below its leading one
    double c = 0;
};

constexpr std::array<double, 4> kFilterPoints{1.0, 0.5, 2.0, 0.75};

// Coefficients of the product of y - s over the squares s of all points but number `skipped`, leading one last.
constexpr std::array<double, 5> filter_product(size_t skipped) {
    std::array<double, 5> coefficients{1.0};
    size_t degree = 0;
    for (size_t i = 0; i < kFilterPoints.size(); ++i) {
        if (i != skipped) {
            const double square = kFilterPoints[i] * kFilterPoints[i];
            ++degree;
            for (size_t j = degree; j > 0; --j) {
                coefficients[j] = coefficients[j - 1] - square * (j < degree ? coefficients[j] : 0.0);
            }
            coefficients[0] *= -square;
        }
    }
    return coefficients;
}

constexpr std::array<double, 5> kFilterR = filter_product(kFilterPoints.size());

constexpr std::array<FilterPair, 4> filter_pairs() {
    std::array<FilterPair, 4> pairs{};
    for (size_t i = 0; i < pairs.size(); ++i) {
        const std::array<double, 5> q = filter_product(i);
        const double a = kFilterPoints[i];
        const double y = a * a;
        pairs[i] = {a, {q[0], q[1], q[2]}, 2 * y * (q[0] + y * (q[1] + y * (q[2] + y)))};
    }
    return pairs;
}

constexpr std::array<FilterPair, 4> kFilterPairs = filter_pairs();

template <class S>
typename S::Reg constant(double v) {
    return S::set1(static_cast<float>(v));
}

// values[0] belongs to 0, then +a and -a of each pair, and the last to infinity.
template <class S>
[[gnu::always_inline]] inline void values_at_points(const typename S::Reg (&d)[FilterTiles::kPoints],
                                                    typename S::Reg (&values)[FilterTiles::kPoints]) {
    const auto series = [](typename S::Reg leading, const auto& coefficients, const typename S::Reg* inputs, int n) {
        for (int i = n - 1; i >= 0; --i) {
            leading = S::fma(constant<S>(coefficients[static_cast<size_t>(i)]), inputs[2 * i], leading);
        }
        return leading;
    };
    values[0] = series(d[8], kFilterR, d, 4);
    values[9] = series(d[9], kFilterR, d + 1, 4);
    for (size_t i = 0; i < kFilterPairs.size(); ++i) {
        const FilterPair& pair = kFilterPairs[i];
        const auto even = series(d[8], pair.q, d + 2, 3);
        const auto odd = series(d[7], pair.q, d + 1, 3);
        values[1 + 2 * i] = S::fma(constant<S>(pair.a), odd, even);
        values[2 + 2 * i] = S::fma(constant<S>(-pair.a), odd, even);
    }
}

template <class S>
void filter_input(const FilterInputTask& task, int64_t tile_begin, int64_t tile_end, const FilterLayout& layout,
                  float* values_out) {
    const int64_t step = task.tiles.dilation * task.input_stride;
    for (int64_t i = tile_begin; i < tile_end; ++i) {
        const FilterTiles::Tile tile = task.tiles.tile(i);
        const float* rows = task.input + tile.first_row * task.input_stride;
        float* out = values_out + (i - tile_begin) * layout.tile_stride;
        for (int64_t c = 0; c < task.n_in; c += S::kLanes) {
            const auto n = static_cast<int>(std::min<int64_t>(S::kLanes, task.n_in - c));
            typename S::Reg d[FilterTiles::kPoints];
            for (int64_t k = 0; k < FilterTiles::kPoints; ++k) {
                const float* p = rows + k * step + c;
                d[k] = k >= tile.n_inputs ? S::zero() : n == S::kLanes ? S::load(p) : S::load_partial(p, n);
            }
            typename S::Reg values[FilterTiles::kPoints];
            values_at_points<S>(d, values);
            for (int64_t k = 0; k < FilterTiles::kPoints; ++k) {
                float* p = out + k * layout.point_stride + c;
                n == S::kLanes ? S::store(p, values[k]) : S::store_partial(p, values[k], n);
            }
        }
    }
}

// The taps' values at the points for one input and one vector of outputs, divided by what the basis polynomials leave
// out.
template <class S>
[[gnu::always_inline]] inline void taps_at_points(const typename S::Reg (&w)[FilterTiles::kTaps],
                                                  typename S::Reg (&values)[FilterTiles::kPoints]) {
    values[0] = S::mul(constant<S>(1 / kFilterR[0]), w[0]);
    values[9] = w[6];
    for (size_t i = 0; i < kFilterPairs.size(); ++i) {
        const FilterPair& pair = kFilterPairs[i];
        const double y = pair.a * pair.a;
        auto even = S::mul(constant<S>(1 / pair.c), w[0]);
        even = S::fma(constant<S>(y / pair.c), w[2], even);
        even = S::fma(constant<S>(y * y / pair.c), w[4], even);
        even = S::fma(constant<S>(y * y * y / pair.c), w[6], even);
        auto odd = S::mul(constant<S>(pair.a / pair.c), w[1]);
        odd = S::fma(constant<S>(pair.a * y / pair.c), w[3], odd);
        odd = S::fma(constant<S>(pair.a * y * y / pair.c), w[5], odd);
        values[1 + 2 * i] = S::add(even, odd);
        values[2 + 2 * i] = S::sub(even, odd);
    }
}

// Four outputs from the products at the points.
template <class S>
void outputs_from_points(const typename S::Reg (&m)[FilterTiles::kPoints],
                         typename S::Reg (&y)[FilterTiles::kOutputs]) {
    y[0] = m[0];
    y[1] = S::zero();
    y[2] = S::zero();
    y[3] = m[9];
    for (size_t i = 0; i < kFilterPairs.size(); ++i) {
        const double a = kFilterPairs[i].a;
        const auto sum = S::add(m[1 + 2 * i], m[2 + 2 * i]);
        const auto difference = S::sub(m[1 + 2 * i], m[2 + 2 * i]);
        y[0] = S::add(y[0], sum);
        y[1] = S::fma(constant<S>(a), difference, y[1]);
        y[2] = S::fma(constant<S>(a * a), sum, y[2]);
        y[3] = S::fma(constant<S>(a * a * a), difference, y[3]);
    }
}

// Inputs whose taps are at the points at once, and tiles that one call may work on: both stay in a second-level cache.
template <class S>
constexpr int64_t kFilterSlice = 2048 / S::kLanes;
template <class S>
constexpr int64_t kFilterMaxTiles = 4096 / S::kLanes;

// From one point to the next in the arrays below: no multiple of a page, lest all points share a set of the first-level
// cache, which has fewer ways.
template <class S>
constexpr int64_t kTapStride = kFilterSlice<S> * 2 * S::kLanes + 16;
template <class S>
constexpr int64_t kSumStride = kFilterMaxTiles<S> * 2 * S::kLanes + 16;

// Working memory of one thread: taps at the points, and sums at the points. Too large for the stacks of some systems.
template <class S>
struct FilterScratch {
    AlignedVector<float> taps = AlignedVector<float>(FilterTiles::kPoints * kTapStride<S>);
    AlignedVector<float> sums = AlignedVector<float>(FilterTiles::kPoints * kSumStride<S>);
};

template <class S, class Weight>
void filter_panel(const FilterTask& task, int64_t tile_begin, int64_t tile_end, int64_t panel,
                  const FilterLayout& layout, const float* values_in) {
    constexpr int64_t kWidth = 2 * S::kLanes;
    constexpr int64_t kPoints = FilterTiles::kPoints;
    using Reg = typename S::Reg;
    const PackedConv& w = *task.weights;
    const auto* weights = reinterpret_cast<const Weight*>(w.data + static_cast<size_t>(panel) * w.panel_bytes());
    const int64_t n_tiles = tile_end - tile_begin;
    thread_local FilterScratch<S> scratch;
    float* taps = scratch.taps.data();
    float* sums = scratch.sums.data();
    for (int64_t first = 0; first < w.n_in; first += kFilterSlice<S>) {
        const int64_t n_in = std::min(kFilterSlice<S>, w.n_in - first);
        for (int64_t i = 0; i < n_in * 2; ++i) {  // vectors of outputs
            const Weight* p = weights + first * kWidth + i * S::kLanes;
            Reg tap[FilterTiles::kTaps];
            for (int64_t k = 0; k < FilterTiles::kTaps; ++k) {
                tap[k] = load_weights<S>(p + k * w.n_in * kWidth);
            }
            Reg values[kPoints];
            taps_at_points<S>(tap, values);
            for (int64_t k = 0; k < kPoints; ++k) {
                S::store(taps + k * kTapStride<S> + i * S::kLanes, values[k]);
            }
        }
        for (int64_t k = 0; k < kPoints; ++k) {
            const float* input = values_in + k * layout.point_stride + first;
            for_each_tile<S>(n_tiles, [&](int64_t begin, int64_t end) {
                kTiles<S, float>[static_cast<size_t>(end - begin - 1)](
                    taps + k* kTapStride<S>, input + begin* layout.tile_stride, layout.tile_stride, n_in, 1, 0,
                    first == 0, sums + k* kSumStride<S> + begin* kWidth);
            });
        }
    }
    const int64_t channel = panel * kWidth;
    const auto n_channels = static_cast<int>(std::min<int64_t>(w.n_out - channel, kWidth));
    const Finish<S> low(task.epilogue, channel, std::min(n_channels, S::kLanes));
    const Finish<S> high(task.epilogue, channel + S::kLanes, n_channels - S::kLanes);
    for (int64_t i = 0; i < n_tiles; ++i) {
        const FilterTiles::Tile tile = task.tiles.tile(tile_begin + i);
        const auto finish_vector = [&](const Finish<S>& finish, int j) {
            Reg products[kPoints];
            for (int64_t k = 0; k < kPoints; ++k) {
                products[k] = S::load(sums + k * kSumStride<S> + i * kWidth + j);
            }
            Reg outputs[FilterTiles::kOutputs];
            outputs_from_points<S>(products, outputs);
            for (int64_t m = 0; m < tile.n_outputs; ++m) {
                finish(outputs[m], tile.first_row + m * task.tiles.dilation);
            }
        };
        finish_vector(low, 0);
        if (n_channels > S::kLanes) {
            finish_vector(high, S::kLanes);
        }
    }
}

template <class S>
void filter(const FilterTask& task, int64_t tile_begin, int64_t tile_end, int64_t panel, const FilterLayout& layout,
            const float* values) {
    if (task.weights->is_half) {
        filter_panel<S, uint16_t>(task, tile_begin, tile_end, panel, layout, values);
    } else {
        filter_panel<S, float>(task, tile_begin, tile_end, panel, layout, values);
    }
}

}  // namespace phonoscope
