// The speaker encoder's front end: audio at 24 kHz to log-mel frames.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <span>
#include <vector>

namespace phonoscope::qwen3_tts {

// Magnitudes of a Hann-windowed short-time transform, reflected at both ends, through a Slaney mel filter bank (area
// norm), as logarithms. In double up to the magnitudes: a quiet band next to a loud one keeps all the digits that the
// reference has.
class MelSpectrogram {
   public:
    static constexpr int64_t kSampleRateHz = 24000;
    static constexpr int64_t kWindowSamples = 1024;
    static constexpr int64_t kHopSamples = 256;
    static constexpr int64_t kEdgeSamples = (kWindowSamples - kHopSamples) / 2;  // reflected at either end
    static constexpr int64_t kBands = 128;

    MelSpectrogram();

    static int64_t n_frames(int64_t n_samples) { return n_samples / kHopSamples; }
    // Frames `first` and `first + 1` (where there are two more), kBands values each, to `out`. `audio` is longer than
    // kEdgeSamples.
    void frame_pair(std::span<const float> audio, int64_t first, float* out) const;

   private:
    struct Band {
        size_t first_bin;
        std::vector<float> weights;
    };
    void transform(std::array<std::complex<double>, kWindowSamples>& values) const;

    std::array<double, kWindowSamples> window_;
    std::array<std::complex<double>, kWindowSamples / 2> roots_;  // e^(-2 pi i k / kWindowSamples)
    std::array<size_t, kWindowSamples> reversed_;                 // indices with their bits in reverse order
    std::vector<Band> bands_;
};

}  // namespace phonoscope::qwen3_tts
