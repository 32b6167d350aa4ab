#include "pictures/power_spectrum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace phonoscope {

namespace {

constexpr size_t kLanes = 16;  // columns that are transformed beside each other, one in each lane of the registers

using Lanes = std::array<float, kLanes>;

}  // namespace

PowerSpectrum::PowerSpectrum(std::span<const float> window) : n_(window.size()), window_(window.begin(), window.end()) {
    const size_t half = n_ / 2;
    order_.resize(half);
    for (size_t i = 1; i < half; ++i) {
        order_[i] = order_[i / 2] / 2 + (i % 2) * (half / 2);
    }
    for (size_t i = 0; i < half; ++i) {
        const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n_);
        cos_.push_back(static_cast<float>(std::cos(angle)));
        sin_.push_back(static_cast<float>(std::sin(angle)));
    }
}

size_t PowerSpectrum::n_columns(size_t n_samples, size_t hop) const {
    return n_samples < n_ ? 0 : 1 + (n_samples - n_) / hop;
}

// Even samples are the real parts of a transform of half the length, odd ones the imaginary parts (Cooley and Tukey,
// radix 2, in place); its two interleaved spectra are taken apart at the end.
std::vector<float> PowerSpectrum::columns(std::span<const float> sound, size_t hop) const {
    const size_t n_all = n_columns(sound.size(), hop), half = n_ / 2;
    std::vector<float> out(n_all * n_bins());
    std::vector<Lanes> re(half), im(half);
    for (size_t first = 0; first < n_all; first += kLanes) {
        const size_t n_lanes = std::min(kLanes, n_all - first);
        for (size_t lane = 0; lane < n_lanes; ++lane) {
            const float* samples = sound.data() + (first + lane) * hop;
            for (size_t i = 0; i < half; ++i) {
                const size_t at = 2 * order_[i];
                re[i][lane] = samples[at] * window_[at];
                im[i][lane] = samples[at + 1] * window_[at + 1];
            }
        }
        for (size_t size = 2; size <= half; size *= 2) {
            for (size_t k = 0; k < size / 2; ++k) {
                const float c = cos_[k * (n_ / size)], s = sin_[k * (n_ / size)];
                for (size_t start = k; start < half; start += size) {
                    Lanes &re_a = re[start], &im_a = im[start];
                    Lanes &re_b = re[start + size / 2], &im_b = im[start + size / 2];
                    for (size_t lane = 0; lane < kLanes; ++lane) {
                        const float turned_re = re_b[lane] * c + im_b[lane] * s;
                        const float turned_im = im_b[lane] * c - re_b[lane] * s;
                        re_b[lane] = re_a[lane] - turned_re;
                        im_b[lane] = im_a[lane] - turned_im;
                        re_a[lane] += turned_re;
                        im_a[lane] += turned_im;
                    }
                }
            }
        }
        for (size_t bin = 0; bin <= half; ++bin) {
            const size_t a = bin % half, b = (half - bin) % half;
            const float c = bin < half ? cos_[bin] : -1.0F, s = bin < half ? sin_[bin] : 0.0F;
            Lanes power;
            for (size_t lane = 0; lane < kLanes; ++lane) {
                const float even_re = 0.5F * (re[a][lane] + re[b][lane]), even_im = 0.5F * (im[a][lane] - im[b][lane]);
                const float odd_re = 0.5F * (im[a][lane] + im[b][lane]), odd_im = 0.5F * (re[b][lane] - re[a][lane]);
                const float bin_re = even_re + odd_re * c + odd_im * s, bin_im = even_im + odd_im * c - odd_re * s;
                power[lane] = bin_re * bin_re + bin_im * bin_im;
            }
            for (size_t lane = 0; lane < n_lanes; ++lane) {
                out[(first + lane) * n_bins() + bin] = power[lane];
            }
        }
    }
    return out;
}

}  // namespace phonoscope
