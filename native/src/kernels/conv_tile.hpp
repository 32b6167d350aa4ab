// The register tile that all convolution kernels are made of, and what happens to a finished sum, as templates over the
// instruction set. Include only from conv_impl.hpp and what it includes.
#pragma once

#include <array>
#include <utility>

#include "kernels/conv.hpp"
#include "kernels/simd_math.hpp"

namespace phonoscope {

template <class S>
typename S::Reg load_weights(const float* p) {
    return S::load(p);
}
template <class S>
typename S::Reg load_weights(const uint16_t* p) {
    return S::load_f16(p);
}

// A register tile of `Rows` output rows by one panel (two vectors): adds the products of taps and input channels, one
// chain from zero for each output, to `sums`, or stores them there when `fresh`.
template <class S, class Weight, int Rows>
void conv_tile(const Weight* weights, const float* input, int64_t input_stride, int64_t n_in, int64_t n_taps,
               int64_t tap_stride, bool fresh, float* sums) {
    typename S::Reg acc[Rows][2];
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r) {
        acc[r][0] = S::zero();
        acc[r][1] = S::zero();
    }
    for (int64_t tap = 0; tap < n_taps; ++tap) {
        const float* x = input + tap * tap_stride;
        for (int64_t i = 0; i < n_in; ++i) {
            const auto w0 = load_weights<S>(weights);
            const auto w1 = load_weights<S>(weights + S::kLanes);
            weights += 2 * S::kLanes;
#pragma GCC unroll 16
            for (int r = 0; r < Rows; ++r) {
                const auto v = S::set1(x[r * input_stride + i]);
                acc[r][0] = S::fma(v, w0, acc[r][0]);
                acc[r][1] = S::fma(v, w1, acc[r][1]);
            }
        }
    }
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r) {
        float* low = sums + r * 2 * S::kLanes;
        float* high = low + S::kLanes;
        S::store(low, fresh ? acc[r][0] : S::add(S::load(low), acc[r][0]));
        S::store(high, fresh ? acc[r][1] : S::add(S::load(high), acc[r][1]));
    }
}

// What happens to the finished sums of one vector of outputs, row after row, with its parameters in registers: `n` of
// its lanes are outputs, `channel` is the first of them; with none it must not be called.
template <class S>
class Finish {
   public:
    Finish(const ConvEpilogue& e, int64_t channel, int n)
        : e_(e),
          channel_(channel),
          n_(n),
          bias_(values_of(e.bias)),
          scale_(values_of(e.scale)),
          snake_frequency_(values_of(e.snake_frequency)),
          snake_scale_(values_of(e.snake_scale)) {}

    void operator()(typename S::Reg v, int64_t row) const {
        if (e_.bias != nullptr) {
            v = S::add(v, bias_);
        }
        if (e_.scale != nullptr) {
            v = S::mul(v, scale_);
        }
        if (e_.residual != nullptr) {
            const float* p = e_.residual + row * e_.residual_stride + channel_;
            v = S::add(v, is_whole() ? S::load(p) : S::load_partial(p, n_));
        }
        if (e_.gelu) {
            v = gelu<S>(v);
        }
        if (e_.out != nullptr) {
            store(e_.out + row * e_.out_stride + channel_, v);
        }
        if (e_.activated != nullptr) {
            store(e_.activated + row * e_.activated_stride + channel_, snake<S>(v, snake_frequency_, snake_scale_));
        }
    }

   private:
    bool is_whole() const { return n_ == S::kLanes; }
    typename S::Reg values_of(const float* parameters) const {
        return parameters != nullptr && n_ > 0 ? S::load(parameters + channel_) : S::zero();
    }
    void store(float* p, typename S::Reg v) const { is_whole() ? S::store(p, v) : S::store_partial(p, v, n_); }

    // A copy: behind a reference, the compiler would have to read it again after every store.
    ConvEpilogue e_;
    int64_t channel_;
    int n_;
    typename S::Reg bias_;
    typename S::Reg scale_;
    typename S::Reg snake_frequency_;
    typename S::Reg snake_scale_;
};

template <class S, class Weight>
using TileFunction = void (*)(const Weight*, const float*, int64_t, int64_t, int64_t, int64_t, bool, float*);

template <class S, class Weight, int... Index>
constexpr std::array<TileFunction<S, Weight>, sizeof...(Index)> tile_functions(
    std::integer_sequence<int, Index...> /*rows*/) {
    return {conv_tile<S, Weight, Index + 1>...};
}

template <class S, class Weight>
constexpr auto kTiles = tile_functions<S, Weight>(std::make_integer_sequence<int, S::kTileRows>());

// Calls tile(begin, end) for tiles of nearly equal height: a last tile of few rows would wait on the latency of its own
// sums.
template <class S, class Body>
void for_each_tile(int64_t n_rows, Body tile) {
    const int64_t n_tiles = (n_rows + S::kTileRows - 1) / S::kTileRows;
    for (int64_t i = 0; i < n_tiles; ++i) {
        tile(n_rows * i / n_tiles, n_rows * (i + 1) / n_tiles);
    }
}

}  // namespace phonoscope
