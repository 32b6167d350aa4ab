#include "codec/decoder.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"

namespace phonoscope::codec {

namespace {

// What is not finite stays so: clamping infinity would hide a broken model.
float sample_of(OutputForm form, float v) {
    if (!std::isfinite(v)) {
        return v;
    }
    return form == OutputForm::tanh ? std::tanh(v) : std::clamp(v, -1.0F, 1.0F);
}

}  // namespace

Decoder::Decoder(std::shared_ptr<const DecoderWeights> weights, ComputePool& pool)
    : weights_(std::move(weights)), pool_(pool), session_(*weights_) {
    weights_->packer.file().release_pages();  // all was packed, or is looked up without them
    frame_graph_ = std::make_unique<NodeGraph>(weights_->conv, pool_);
    build_frame_graph(*frame_graph_, session_);
    for (StageProbe& p : session_.layers) {
        layer_probes_.push_back(&p);
    }
    if (weights_->pre_conv) {
        block_probes_.push_back(&session_.pre_conv);
    }
    for (std::vector<StageProbe>* probes : {&session_.upsamples, &session_.vocoder}) {
        for (StageProbe& p : *probes) {
            block_probes_.push_back(&p);
        }
    }
    tap_row_.reserve(std::max(layer_probes_.size(), block_probes_.size()));
}

Decoder::~Decoder() = default;

void Decoder::reset() { session_.state.reset(); }

bool Decoder::decode(const DecoderInput& input, std::span<float> audio, const std::atomic<bool>* cancel) {
    const int64_t n_all = checked_frames(input);
    const int64_t hop = config().hop_samples();
    if (std::ssize(audio) != n_all * hop) {
        throw ArgumentError("room for " + std::to_string(audio.size()) + " samples does not fit " +
                            std::to_string(n_all) + " frames");
    }
    for (int64_t first = 0; first < n_all; first += DecoderState::kMaxFrames) {
        const int64_t n = std::min(n_all - first, DecoderState::kMaxFrames);
        if (!run_chunk_graph(input, first, n, cancel)) {
            return false;
        }
        for (int64_t frame = 0; frame < n; ++frame) {
            if (!run_frame_graph(frame, n, cancel)) {
                return false;
            }
            std::ranges::transform(session_.audio, audio.begin() + (first + frame) * hop,
                                   [form = config().output](float v) { return sample_of(form, v); });
            if (taps_.layers != nullptr) {
                record(*taps_.layers, layer_probes_, frame);
            }
            if (taps_.blocks != nullptr) {
                record(*taps_.blocks, block_probes_, frame);
            }
        }
    }
    return true;
}

bool Decoder::prime(const DecoderInput& input, const std::atomic<bool>* cancel) {
    const int64_t n_all = checked_frames(input);
    const int64_t first_heard = n_all - session_.state.frame_graph_memory_frames;
    for (int64_t first = 0; first < n_all; first += DecoderState::kMaxFrames) {
        const int64_t n = std::min(n_all - first, DecoderState::kMaxFrames);
        if (!run_chunk_graph(input, first, n, cancel)) {
            return false;
        }
        for (int64_t frame = std::max<int64_t>(0, first_heard - first); frame < n; ++frame) {
            if (!run_frame_graph(frame, n, cancel)) {
                return false;
            }
        }
    }
    return true;
}

int64_t Decoder::checked_frames(const DecoderInput& input) const {
    const bool are_codes = input.kind == InputKind::codes;
    const auto n_values = static_cast<int64_t>(input.n_values());
    const int64_t width = are_codes ? config().n_quantizers() : config().quantizer_width;
    if (n_values == 0 || n_values % width != 0) {
        throw ArgumentError(std::to_string(n_values) + (are_codes ? " codes" : " latent values") +
                            " do not make whole frames of " + std::to_string(width));
    }
    if (are_codes && config().stray_codes == StrayCodes::refuse) {
        const std::span<const int32_t> codes = input.codes(0, input.n_values());
        for (int64_t i = 0; i < n_values; ++i) {
            const int32_t code = codes[static_cast<size_t>(i)];
            const int64_t size = config().codebook_sizes[static_cast<size_t>(i % width)];
            if (code < 0 || code >= size) {
                throw ArgumentError("code " + std::to_string(code) + " of frame " + std::to_string(i / width) +
                                    ", codebook " + std::to_string(i % width) + " is outside 0.." +
                                    std::to_string(size - 1));
            }
        }
    }
    return n_values / width;
}

bool Decoder::run_chunk_graph(const DecoderInput& input, int64_t first, int64_t n_frames,
                              const std::atomic<bool>* cancel) {
    std::unique_ptr<NodeGraph>& graph =
        chunk_graphs_[static_cast<size_t>(input.kind)][static_cast<size_t>(n_frames - 1)];
    if (graph == nullptr) {
        graph = std::make_unique<NodeGraph>(weights_->conv, pool_);
        build_chunk_graph(*graph, session_, input.kind, n_frames);
    }
    if (input.kind == InputKind::codes) {
        const int64_t width = config().n_quantizers();
        const auto codes = input.codes(static_cast<size_t>(first * width), static_cast<size_t>(n_frames * width));
        for (size_t i = 0; i < codes.size(); ++i) {
            const int64_t size = config().codebook_sizes[i % static_cast<size_t>(width)];
            session_.codes[i] = std::clamp(codes[i], 0, static_cast<int32_t>(size - 1));
        }
    } else {
        const int64_t width = config().quantizer_width;
        session_.latents =
            input.latents(static_cast<size_t>(first * width), static_cast<size_t>(n_frames * width)).data();
    }
    WindowTransformerState& transformer = session_.state.transformer;
    transformer.begin(n_frames);
    session_.first_frame = transformer.position;
    if (!graph->compute(cancel)) {
        return false;
    }
    transformer.position += n_frames;
    return true;
}

bool Decoder::run_frame_graph(int64_t frame, int64_t n_frames, const std::atomic<bool>* cancel) {
    session_.state.boundary().read_from(frame * session_.state.boundary_rows_per_frame);
    session_.first_frame = session_.state.transformer.position - n_frames + frame;
    return frame_graph_->compute(cancel);
}

void Decoder::record(TapGroup& group, std::span<StageProbe* const> probes, int64_t frame) {
    tap_row_.clear();
    for (const StageProbe* p : probes) {
        tap_row_.push_back(p->magnitude(frame));
    }
    group.rows.append(tap_row_);
}

void Decoder::set_taps(const DecoderTaps& taps) {
    taps_ = taps;
    for (StageProbe* p : layer_probes_) {
        p->measures = taps.layers != nullptr;
    }
    for (StageProbe* p : block_probes_) {
        p->measures = taps.blocks != nullptr;
    }
}

std::vector<std::string> Decoder::block_names() const {
    std::vector<std::string> names;
    for (const StageProbe* p : block_probes_) {
        names.push_back(p->name);
    }
    return names;
}

StageCapture Decoder::decode_stages(const DecoderInput& input, std::span<float> audio) {
    std::vector<StageProbe*> probes{&session_.quantized, &session_.transformer};
    probes.insert(probes.end(), block_probes_.begin(), block_probes_.end());
    CaptureScope scope(std::move(probes), checked_frames(input), session_.state.transformer.position);
    decode(input, audio);
    return scope.take();
}

}  // namespace phonoscope::codec
