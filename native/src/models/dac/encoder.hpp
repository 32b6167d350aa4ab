// Recordings to codes and latents.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
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

// Encodes whole recordings. Not thread-safe; weights and pool may be shared.
class Encoder {
   public:
    Encoder(std::shared_ptr<const EncoderWeights> weights, ComputePool& pool);

    const EncoderConfig& config() const { return weights_->config; }
    // Frames of a recording, the last of which may be filled up with silence.
    int64_t n_frames(int64_t n_samples) const {
        return (n_samples + config().hop_samples() - 1) / config().hop_samples();
    }
    // Codes and latents of `audio`, which is mono at the codec's rate; both empty when `*cancel` became true on the way.
    // The same for any number of threads. `capture` receives the stages, [row][channel]. Throws ArgumentError for an
    // empty recording.
    EncodedAudio encode(std::span<const float> audio, const std::atomic<bool>* cancel = nullptr,
                        codec::StageCapture* capture = nullptr);

   private:
    std::shared_ptr<const EncoderWeights> weights_;
    EncoderSession session_;
    codec::NodeGraph graph_;
};

}  // namespace phonoscope::dac
