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

void Encoder::reset() { session_.reset(); }

std::optional<EncodedAudio> Encoder::push(std::span<const float> audio, const std::atomic<bool>* cancel) {
    EncodedAudio out;
    while (!audio.empty()) {
        audio = audio.subspan(session_.take_in(audio));
        if (session_.is_full() && !compute_chunk(EncoderSession::kChunkFrames, out, cancel)) {
            return std::nullopt;
        }
    }
    return out;
}

std::optional<EncodedAudio> Encoder::finish(const std::atomic<bool>* cancel) {
    if (session_.first_frame == 0 && session_.n_samples == 0) {
        throw ArgumentError("an empty recording has no codes");
    }
    EncodedAudio out;
    const int64_t n_left = session_.pad();
    if (n_left > 0 && !compute_chunk(n_left, out, cancel)) {
        return std::nullopt;
    }
    reset();
    return out;
}

bool Encoder::compute_chunk(int64_t n_frames, EncodedAudio& out, const std::atomic<bool>* cancel) {
    session_.begin();
    if (!graph_.compute(cancel)) {
        return false;
    }
    session_.end();
    const auto append = [n_frames](const auto& from, int64_t width, auto& to) {
        to.insert(to.end(), from.begin(), from.begin() + n_frames * width);
    };
    append(session_.codes, config().n_quantizers(), out.codes);
    append(session_.latents, config().latent_width, out.latents);
    return true;
}

std::optional<EncodedAudio> Encoder::encode(std::span<const float> audio, const std::atomic<bool>* cancel,
                                            codec::StageCapture* capture) {
    constexpr int64_t kFrames = EncoderSession::kChunkFrames;
    const int64_t hop = config().hop_samples();
    const int64_t n_all = (std::ssize(audio) + hop - 1) / hop;
    const int64_t n_computed = (n_all + kFrames - 1) / kFrames * kFrames;
    std::optional<codec::CaptureScope> scope;
    if (capture != nullptr) {
        std::vector<codec::StageProbe*> probes;
        for (codec::StageProbe& p : session_.block_outputs) {
            probes.push_back(&p);
        }
        probes.insert(probes.end(), {&session_.encoder_out, &session_.downsampled, &session_.before_quantizer_out});
        scope.emplace(std::move(probes), n_computed, 0);
    }
    reset();
    std::optional<EncodedAudio> out = push(audio, cancel);
    std::optional<EncodedAudio> rest = out ? finish(cancel) : std::nullopt;
    if (!rest) {
        return std::nullopt;
    }
    out->codes.insert(out->codes.end(), rest->codes.begin(), rest->codes.end());
    out->latents.insert(out->latents.end(), rest->latents.begin(), rest->latents.end());
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
