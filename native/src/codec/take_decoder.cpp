#include "codec/take_decoder.hpp"

#include <utility>
#include <vector>

#include "codec/stage_probe.hpp"

namespace phonoscope::codec {

void TakeDecoder::begin(std::span<const int32_t> ref_codes, const std::atomic<bool>* cancel) {
    decoder_->reset();
    if (!ref_codes.empty()) {
        decoder_->prime(ref_codes, cancel);
    }
    decoder_->set_taps(taps_);
}

bool TakeDecoder::decode(std::span<const MadeFrame> frames, std::span<float> audio, const std::atomic<bool>* cancel) {
    struct Kept {
        StateKeeper* keeper;
        int64_t layer;
    };
    std::vector<Kept> kept;
    std::vector<StageProbe*> probes;
    const auto collect = [&](StateKeeper* keeper, std::span<StageProbe* const> stages) {
        for (int64_t layer = 0; keeper != nullptr && layer < std::ssize(stages); ++layer) {
            if (keeper->names(layer, row_, std::ssize(frames))) {
                kept.push_back({keeper, layer});
                probes.push_back(stages[static_cast<size_t>(layer)]);
            }
        }
    };
    collect(keepers_.layers, decoder_->layer_probes());
    collect(keepers_.blocks, decoder_->block_probes());
    CaptureScope scope(std::move(probes), std::ssize(frames), decoder_->position());
    if (!decode_all(frames, audio, cancel)) {
        return false;
    }
    const StageCapture capture = scope.take();
    for (size_t i = 0; i < kept.size(); ++i) {
        const std::span<const float> values = capture.stages[i].values;
        const size_t n = values.size() / frames.size();
        for (size_t frame = 0; frame < frames.size(); ++frame) {
            kept[i].keeper->keep(kept[i].layer, row_ + static_cast<int64_t>(frame), values.subspan(frame * n, n));
        }
    }
    row_ += std::ssize(frames);
    return true;
}

bool TakeDecoder::decode_all(std::span<const MadeFrame> frames, std::span<float> audio,
                             const std::atomic<bool>* cancel) {
    const auto n_quantizers = static_cast<ptrdiff_t>(decoder_->config().n_quantizers());
    std::vector<int32_t> codes;
    std::vector<float> latents;
    for (const MadeFrame& frame : frames) {
        if (frame.codes.empty()) {
            latents.insert(latents.end(), frame.latent.begin(), frame.latent.end());
        } else {
            codes.insert(codes.end(), frame.codes.begin(), frame.codes.begin() + n_quantizers);
        }
    }
    return codes.empty() ? decoder_->decode(std::span<const float>(latents), audio, cancel)
                         : decoder_->decode(std::span<const int32_t>(codes), audio, cancel);
}

Alarm TakeDecoder::alarm_at(int64_t row) const {
    Alarm alarm{.stage = "codec", .layer = 0, .step = row, .operation = "decoder output"};
    // In the order of data: a convolution before the transformer, the transformer, the other blocks.
    const size_t n_before = decoder_->weights().pre_conv ? 1 : 0;
    static_cast<void>(name_nonfinite_layer(taps_.blocks, row, 0, n_before, alarm) ||
                      name_nonfinite_layer(taps_.layers, row, 0, SIZE_MAX, alarm) ||
                      name_nonfinite_layer(taps_.blocks, row, n_before, SIZE_MAX, alarm));
    return alarm;
}

}  // namespace phonoscope::codec
