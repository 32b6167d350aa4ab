// Recordings to speaker vectors.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/compute.hpp"
#include "models/qwen3_tts/mel_spectrogram.hpp"
#include "models/qwen3_tts/speaker_weights.hpp"

namespace phonoscope::qwen3_tts {

// A stage of one encoding, whole: [n_rows][width].
struct EncoderStage {
    std::string name;
    int64_t width = 0;
    int64_t n_rows = 0;
    std::vector<float> values;
};

class SpeakerEncoder {
   public:
    // The widest reflection at the ends of a clip needs more frames than this.
    static constexpr int64_t kMinFrames = SpeakerWeights::kDilations.back() + 1;
    static constexpr int64_t kMinSamples = kMinFrames * MelSpectrogram::kHopSamples;

    SpeakerEncoder(std::shared_ptr<const SpeakerWeights> weights, ComputePool& pool);

    int64_t width() const { return weights_->width; }
    // The vector of `audio` (mono, 24 kHz), `width()` values; empty when cancelled. The same for any number of threads.
    // Throws ArgumentError for a clip of fewer than kMinSamples. `stages`, when given, receives mel, blk0 to blk3, mfa
    // and asp.
    std::vector<float> encode(std::span<const float> audio, const std::atomic<bool>* cancel = nullptr,
                              std::vector<EncoderStage>* stages = nullptr);

   private:
    std::shared_ptr<const SpeakerWeights> weights_;
    ComputePool& pool_;
    MelSpectrogram mel_;
};

}  // namespace phonoscope::qwen3_tts
