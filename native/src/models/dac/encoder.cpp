#include "models/dac/encoder.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.hpp"

namespace phonoscope::dac {

Encoder::Encoder(std::shared_ptr<const EncoderWeights> weights, ComputePool& pool)
    : weights_(std::move(weights)), session_(*weights_), graph_(weights_->conv, pool) {
    build_encoder_graph(graph_, session_);
}

EncodedAudio Encoder::encode(std::span<const float> audio, const std::atomic<bool>* cancel,
                             codec::StageCapture* capture) {
    if (audio.empty()) {
        throw ArgumentError("an empty recording has no codes");
    }
    constexpr int64_t kFrames = EncoderSession::kChunkFrames;
    const auto chunk_samples = static_cast<size_t>(kFrames * config().hop_samples());
    const int64_t n_all = n_frames(std::ssize(audio));
    const int64_t n_computed = (n_all + kFrames - 1) / kFrames * kFrames;
    session_.reset();
    std::optional<codec::CaptureScope> scope;
    if (capture != nullptr) {
        std::vector<codec::StageProbe*> probes;
        for (codec::StageProbe& p : session_.block_outputs) {
            probes.push_back(&p);
        }
        probes.insert(probes.end(), {&session_.encoder_out, &session_.downsampled, &session_.before_quantizer_out});
        scope.emplace(std::move(probes), n_computed, 0);
    }
    EncodedAudio out;
    for (size_t first = 0; first < audio.size(); first += chunk_samples) {
        session_.begin(audio.subspan(first, std::min(chunk_samples, audio.size() - first)));
        if (!graph_.compute(cancel)) {
            return {};
        }
        session_.end();
        out.codes.insert(out.codes.end(), session_.codes.begin(), session_.codes.end());
        out.latents.insert(out.latents.end(), session_.latents.begin(), session_.latents.end());
    }
    out.codes.resize(static_cast<size_t>(n_all * config().n_quantizers()));
    out.latents.resize(static_cast<size_t>(n_all * config().latent_width));
    if (capture != nullptr) {
        *capture = scope->take();
        for (codec::StageCapture::Stage& stage : capture->stages) {  // without what was computed for silence alone
            stage.n_rows = stage.n_rows / n_computed * n_all;
            stage.values.resize(static_cast<size_t>(stage.n_rows * stage.width));
        }
    }
    return out;
}

}  // namespace phonoscope::dac
