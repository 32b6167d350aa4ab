// The short-time Fourier transform behind a picture of sound.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace phonoscope {

// Squared magnitudes of transforms of overlapping parts of a sound, each multiplied by the same window. Many columns
// are transformed beside each other: a picture needs them all at once, and while speech is made nobody may wait for it.
class PowerSpectrum {
   public:
    // `window` is as long as a transform: a power of two, at least 4.
    explicit PowerSpectrum(std::span<const float> window);

    // Values of a column: one for each frequency from 0 to half the sample rate.
    size_t n_bins() const { return n_ / 2 + 1; }

    // Columns that fit into `n_samples`, each beginning `hop` samples (at least 1) after the one before.
    size_t n_columns(size_t n_samples, size_t hop) const;

    // Returns those of `sound`, [columns, bins]. A column does not depend on which others are asked for with it.
    std::vector<float> columns(std::span<const float> sound, size_t hop) const;

   private:
    size_t n_;                      // length of a transform
    std::vector<float> window_;     // by place in the sound
    std::vector<size_t> order_;     // of the pairs of samples, bits of their number reversed
    std::vector<float> cos_, sin_;  // of i * 2 pi / n, i below n / 2
};

}  // namespace phonoscope
