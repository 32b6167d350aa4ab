#include "models/qwen3_tts/codec_encoder.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"
#include "codec/rotary.hpp"

namespace phonoscope::qwen3_tts {

CodecEncoder::CodecEncoder(std::shared_ptr<const EncoderWeights> weights, ComputePool& pool)
    : weights_(std::move(weights)), session_(*weights_), graph_(weights_->conv, pool) {
    build_encoder_graph(graph_, session_);
}

std::vector<int32_t> CodecEncoder::encode(std::span<const float> audio, const std::atomic<bool>* cancel,
                                          codec::StageCapture* capture) {
    if (audio.empty()) {
        throw ArgumentError("an empty recording has no codes");
    }
    if (std::ssize(audio) > kMaxPositions * config().samples_per_position) {
        throw ArgumentError("a recording of " + std::to_string(audio.size()) +
                            " samples is too long to encode; at most " +
                            std::to_string(kMaxPositions * config().samples_per_position) + " are taken");
    }
    constexpr int64_t kFrames = EncoderSession::kChunkFrames;
    const CodecEncoderConfig& c = config();
    const int64_t chunk_samples = kFrames * c.hop_samples();
    const int64_t n_chunks = (n_frames(std::ssize(audio)) + kFrames - 1) / kFrames;
    session_.reset(std::ssize(audio));
    const std::array<codec::StageProbe*, 3> probes{&session_.seanet, &session_.transformer, &session_.downsampled};
    if (capture != nullptr) {
        for (codec::StageProbe* p : probes) {
            const int64_t n_rows = n_chunks * kFrames * p->rows_per_frame;
            capture->stages.push_back({p->name, p->width, n_rows, {}});
            capture->stages.back().values.resize(static_cast<size_t>(n_rows * p->width));
            p->capture = &capture->stages.back();
        }
    }
    std::vector<int32_t> codes;
    bool finished = true;
    for (int64_t chunk = 0; finished && chunk < n_chunks; ++chunk) {
        const auto begin = static_cast<size_t>(chunk * chunk_samples);
        const std::span<const float> part =
            audio.subspan(begin, std::min(audio.size() - begin, static_cast<size_t>(chunk_samples)));
        session_.first_frame = chunk * kFrames;
        session_.rotary.fill(session_.first_frame * c.positions_per_frame, session_.rotations);
        session_.samples.assign(part.begin(), part.end());
        session_.samples.resize(static_cast<size_t>(chunk_samples));
        finished = graph_.compute(cancel);
        codes.insert(codes.end(), session_.codes.begin(), session_.codes.end());
    }
    for (codec::StageProbe* p : probes) {
        p->capture = nullptr;
    }
    if (!finished) {
        return {};
    }
    codes.resize(static_cast<size_t>(n_frames(std::ssize(audio)) * c.n_quantizers));
    if (capture != nullptr) {
        for (codec::StageCapture::Stage& stage :
             capture->stages) {  // without what lies beyond the end of the recording
            stage.n_rows = stage.name == "downsample" ? n_frames(std::ssize(audio)) : session_.n_positions();
            stage.values.resize(static_cast<size_t>(stage.n_rows * stage.width));
        }
    }
    return codes;
}

}  // namespace phonoscope::qwen3_tts
