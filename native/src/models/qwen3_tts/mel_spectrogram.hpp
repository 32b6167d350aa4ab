// The speaker encoder's front end: audio at 24 kHz to log-mel frames.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/qwen3_tts/frame_spectrum.hpp"

namespace phonoscope::qwen3_tts {

// Magnitudes of a Hann-windowed short-time transform, reflected at both ends, through a Slaney mel filter bank (area
// norm), as logarithms. In single precision and in the reference's order of operations: see FrameSpectrum.
class MelSpectrogram {
   public:
    static constexpr int64_t kSampleRateHz = 24000;
    static constexpr int64_t kWindowSamples = FrameSpectrum::kSamples;
    static constexpr int64_t kHopSamples = 256;
    static constexpr int64_t kEdgeSamples = (kWindowSamples - kHopSamples) / 2;  // reflected at either end
    static constexpr int64_t kBands = 128;

    MelSpectrogram();

    static int64_t n_frames(int64_t n_samples) { return n_samples / kHopSamples; }
    // Frame `index`, kBands values, to `out`. `audio` is longer than kEdgeSamples.
    void frame(std::span<const float> audio, int64_t index, float* out) const;

   private:
    struct Band {
        size_t first_bin;
        std::vector<float> weights;
    };

    FrameSpectrum spectrum_;
    FrameSpectrum::Frame window_;
    std::vector<Band> bands_;
};

}  // namespace phonoscope::qwen3_tts
