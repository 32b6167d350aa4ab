#include "models/qwen3_tts/codec_decoder.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "models/qwen3_tts/rotary.hpp"

namespace phonoscope::qwen3_tts {

CodecDecoder::CodecDecoder(std::shared_ptr<const CodecWeights> weights, ComputePool& pool)
    : weights_(std::move(weights)), pool_(pool), session_(*weights_, CodecState::kMaxFrames) {
    frame_graph_ = std::make_unique<NodeGraph>(weights_->conv, pool_);
    build_frame_graph(*frame_graph_, session_);
    for (StageProbe& p : session_.layer_probes) {
        layer_probes_.push_back(&p);
    }
    block_probes_.push_back(&session_.pre_conv);
    for (std::vector<StageProbe>* probes : {&session_.upsamples, &session_.vocoder}) {
        for (StageProbe& p : *probes) {
            block_probes_.push_back(&p);
        }
    }
    tap_row_.reserve(std::max(layer_probes_.size(), block_probes_.size()));
}

CodecDecoder::~CodecDecoder() = default;

void CodecDecoder::reset() { session_.state.reset(); }

bool CodecDecoder::decode(std::span<const int32_t> codes, std::span<float> audio, const std::atomic<bool>* cancel) {
    check(codes);
    const auto frame_codes = static_cast<size_t>(config().n_quantizers);
    const auto frame_audio = static_cast<size_t>(config().hop_samples);
    if (audio.size() != codes.size() / frame_codes * frame_audio) {
        throw ArgumentError("room for " + std::to_string(audio.size()) + " samples does not fit " +
                            std::to_string(codes.size() / frame_codes) + " frames");
    }
    while (!codes.empty()) {
        const size_t n = std::min<size_t>(codes.size() / frame_codes, CodecState::kMaxFrames);
        if (!run_chunk_graph(codes.first(n * frame_codes), cancel)) {
            return false;
        }
        for (size_t frame = 0; frame < n; ++frame) {
            if (!run_frame_graph(static_cast<int64_t>(frame), static_cast<int64_t>(n), cancel)) {
                return false;
            }
            std::ranges::transform(
                session_.audio,
                audio.begin(),  // What is not finite stays so: clamping infinity would hide a broken model.
                [](float v) { return std::isfinite(v) ? std::clamp(v, -1.0F, 1.0F) : v; });
            audio = audio.subspan(frame_audio);
            if (taps_.layers != nullptr) {
                record(*taps_.layers, layer_probes_, static_cast<int64_t>(frame));
            }
            if (taps_.blocks != nullptr) {
                record(*taps_.blocks, block_probes_, static_cast<int64_t>(frame));
            }
        }
        codes = codes.subspan(n * frame_codes);
    }
    return true;
}

bool CodecDecoder::prime(std::span<const int32_t> codes, const std::atomic<bool>* cancel) {
    check(codes);
    const auto frame_codes = static_cast<size_t>(config().n_quantizers);
    while (!codes.empty()) {
        const auto n_left = static_cast<int64_t>(codes.size() / frame_codes);
        const int64_t n = std::min(n_left, CodecState::kMaxFrames);
        if (!run_chunk_graph(codes.first(static_cast<size_t>(n) * frame_codes), cancel)) {
            return false;
        }
        for (int64_t frame = std::max<int64_t>(0, n_left - session_.state.frame_graph_memory_frames); frame < n;
             ++frame) {
            if (!run_frame_graph(frame, n, cancel)) {
                return false;
            }
        }
        codes = codes.subspan(static_cast<size_t>(n) * frame_codes);
    }
    return true;
}

void CodecDecoder::check(std::span<const int32_t> codes) const {
    const auto n_quantizers = static_cast<size_t>(config().n_quantizers);
    if (codes.empty() || codes.size() % n_quantizers != 0) {
        throw ArgumentError(std::to_string(codes.size()) + " codes do not make whole frames of " +
                            std::to_string(n_quantizers));
    }
    const auto bad = std::ranges::find_if(codes, [&](int32_t c) { return c < 0 || c >= config().codebook_size; });
    if (bad != codes.end()) {
        const auto at = static_cast<size_t>(bad - codes.begin());
        throw ArgumentError("code " + std::to_string(*bad) + " of frame " + std::to_string(at / n_quantizers) +
                            ", codebook " + std::to_string(at % n_quantizers) + " is outside 0.." +
                            std::to_string(config().codebook_size - 1));
    }
}

bool CodecDecoder::run_chunk_graph(std::span<const int32_t> codes, const std::atomic<bool>* cancel) {
    const auto n_frames = static_cast<int64_t>(codes.size()) / config().n_quantizers;
    std::unique_ptr<NodeGraph>& graph = chunk_graphs_[static_cast<size_t>(n_frames - 1)];
    if (graph == nullptr) {
        graph = std::make_unique<NodeGraph>(weights_->conv, pool_);
        build_chunk_graph(*graph, session_, n_frames);
    }
    std::ranges::copy(codes, session_.codes.begin());
    const auto n_angles = static_cast<size_t>(n_frames * config().transformer.head_dim);
    fill_rotations(config().transformer, session_.state.position, std::span(session_.rotations).first(n_angles));
    session_.first_position = session_.state.position;
    if (!graph->compute(cancel)) {
        return false;
    }
    session_.state.position += n_frames;
    return true;
}

bool CodecDecoder::run_frame_graph(int64_t frame, int64_t n_frames, const std::atomic<bool>* cancel) {
    session_.state.boundary().read_from(frame * session_.state.boundary_rows_per_frame);
    session_.first_position = session_.state.position - n_frames + frame;
    return frame_graph_->compute(cancel);
}

void CodecDecoder::record(TapGroup& group, std::span<StageProbe* const> probes, int64_t frame) {
    tap_row_.clear();
    for (const StageProbe* p : probes) {
        tap_row_.push_back(p->magnitude(frame));
    }
    group.rows.append(tap_row_);
}

void CodecDecoder::set_taps(const CodecTaps& taps) {
    taps_ = taps;
    for (StageProbe* p : layer_probes_) {
        p->measures = taps.layers != nullptr;
    }
    for (StageProbe* p : block_probes_) {
        p->measures = taps.blocks != nullptr;
    }
}

std::vector<std::string> CodecDecoder::block_names() const {
    std::vector<std::string> names;
    for (const StageProbe* p : block_probes_) {
        names.push_back(p->name);
    }
    return names;
}

CodecCapture CodecDecoder::decode_stages(std::span<const int32_t> codes, std::span<float> audio) {
    check(codes);
    const auto n_frames = static_cast<int64_t>(codes.size()) / config().n_quantizers;
    std::vector<StageProbe*> probes{&session_.quantized, &session_.pre_transformer};
    probes.insert(probes.end(), block_probes_.begin(), block_probes_.end());
    CodecCapture capture;
    for (StageProbe* p : probes) {
        const int64_t n_rows = n_frames * p->rows_per_frame;
        capture.stages.push_back({p->name, p->width, n_rows, {}});
        capture.stages.back().values.resize(static_cast<size_t>(n_rows * p->width));
        p->capture = &capture.stages.back();
        p->capture_from = session_.state.position;
    }
    decode(codes, audio);
    for (StageProbe* p : probes) {
        p->capture = nullptr;
    }
    return capture;
}

}  // namespace phonoscope::qwen3_tts
