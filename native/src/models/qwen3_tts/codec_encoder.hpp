// Recordings to codes: the speech tokenizer's encoder.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/compute.hpp"
#include "models/qwen3_tts/encoder_graph.hpp"

namespace phonoscope::qwen3_tts {

// Works through a recording in chunks, each exactly as if the whole had been encoded at once: memory grows with the
// length only by keys and values.
class CodecEncoder {
   public:
    // Positions of the transformer that the released models were made for: 320 s.
    static constexpr int64_t kMaxPositions = 8000;

    CodecEncoder(std::shared_ptr<const EncoderWeights> weights, ComputePool& pool);

    const CodecEncoderConfig& config() const { return weights_->config; }
    // Frames of a recording of `n_samples`: the last may be partly beyond its end.
    int64_t n_frames(int64_t n_samples) const {
        return (n_samples + config().hop_samples() - 1) / config().hop_samples();
    }
    // Codes of `audio` (mono, at the codec's sample rate), [frame][quantizer]; empty when cancelled. The same for any
    // number of threads. Throws ArgumentError when `audio` is empty or longer than
    // kMaxPositions. `capture`, when given, receives the stages seanet,
    // transformer and downsample.
    std::vector<int32_t> encode(std::span<const float> audio, const std::atomic<bool>* cancel = nullptr,
                                codec::StageCapture* capture = nullptr);

   private:
    std::shared_ptr<const EncoderWeights> weights_;
    EncoderSession session_;
    codec::NodeGraph graph_;
};

}  // namespace phonoscope::qwen3_tts
