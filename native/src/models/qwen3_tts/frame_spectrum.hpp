// The spectrum of one windowed frame of the speaker encoder's front end.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <span>

namespace phonoscope::qwen3_tts {

// The discrete Fourier transform of 1024 real samples in single precision.
//
// Where a quiet band lies beside loud ones, rounding decides its magnitude: two transforms in single precision, and
// even one in double, differ by up to 3e-3 in its logarithm on human speech. To be comparable with the reference in
// every band, the operations are done in the order of the library beneath PyTorch on x86: the even and odd samples as
// the real and imaginary part of one complex transform of half the length (radix 4 three times, then radix 8), taken
// apart at the end.
class FrameSpectrum {
   public:
    static constexpr size_t kSamples = 1024;
    static constexpr size_t kBins = kSamples / 2 + 1;
    using Frame = std::array<float, kSamples>;
    using Spectrum = std::array<std::complex<float>, kBins>;

    FrameSpectrum();

    // The lower half of the discrete Fourier transform, both ends included; not scaled.
    Spectrum transform(const Frame& frame) const;

   private:
    static constexpr size_t kPairs = kSamples / 2;
    using Values = std::array<std::complex<float>, kPairs>;

    // Makes transforms of `Radix` times the length `length` out of neighbouring ones of `length`.
    template <size_t Radix>
    void combine(Values& values, size_t length) const;

    std::array<size_t, kPairs> order_;                 // where each pair of samples goes before the first combination
    Values roots_;                                     // e^(-2 pi i k / kPairs)
    std::array<std::complex<float>, kBins> partings_;  // (1 - i e^(-2 pi i k / kSamples)) / 2
};

}  // namespace phonoscope::qwen3_tts
