// Recordings to codes and latents.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/compute.hpp"
#include "codec/stage_probe.hpp"
#include "models/dac/encoder_graph.hpp"
#include "models/dac/encoder_weights.hpp"

namespace phonoscope::dac {

struct EncodedAudio {
    std::vector<int32_t> codes;  // [frame][quantizer]
    std::vector<float> latents;  // [frame][latent_width]: the sums of their projected codewords, what a decoder takes
};

// A streaming encoder: recordings come in pieces of any length. It keeps the causal state of every stage, so that
// memory does not grow with the recording, and codes and latents do not depend on how it was cut, nor on the number of
// threads. Not thread-safe; weights and pool may be shared.
class Encoder {
   public:
    Encoder(std::shared_ptr<const EncoderWeights> weights, ComputePool& pool);

    const EncoderConfig& config() const { return weights_->config; }
    // Forgets what was pushed: the next piece begins another recording.
    void reset();
    // Takes in the next piece of a recording, which is mono at the codec's rate. Returns the frames that were computed
    // with it, in order; what does not yet make EncoderSession::kChunkFrames frames waits for the next piece. Nothing
    // when `*cancel` became true on the way: the encoder must be reset then.
    std::optional<EncodedAudio> push(std::span<const float> audio, const std::atomic<bool>* cancel = nullptr);
    // Ends a recording, whose last frame is filled up with silence, and returns the frames that are left; the encoder
    // is reset. Nothing when cancelled. Throws ArgumentError when no sample was pushed.
    std::optional<EncodedAudio> finish(const std::atomic<bool>* cancel = nullptr);
    // A whole recording at once, and nothing before it. `capture` receives the stages, [row][channel]. Throws
    // ArgumentError for an empty recording.
    std::optional<EncodedAudio> encode(std::span<const float> audio, const std::atomic<bool>* cancel = nullptr,
                                       codec::StageCapture* capture = nullptr);

   private:
    // Computes the chunk that the session holds and appends its first `n_frames` frames.
    bool compute_chunk(int64_t n_frames, EncodedAudio& out, const std::atomic<bool>* cancel);

    std::shared_ptr<const EncoderWeights> weights_;
    EncoderSession session_;
    codec::NodeGraph graph_;
};

}  // namespace phonoscope::dac
