#include "models/qwen3_tts/take_codec.hpp"

namespace phonoscope::qwen3_tts {

void TakeCodec::begin(std::span<const int32_t> ref_codes, const std::atomic<bool>* cancel) {
    decoder_->reset();
    if (!ref_codes.empty()) {
        decoder_->prime(ref_codes, cancel);
    }
    decoder_->set_taps(taps_);
}

bool TakeCodec::decode(std::span<const MadeFrame> frames, std::span<float> audio, const std::atomic<bool>* cancel) {
    const auto n_groups = static_cast<ptrdiff_t>(decoder_->config().n_quantizers);
    std::vector<int32_t> codes;
    for (const MadeFrame& frame : frames) {
        codes.insert(codes.end(), frame.codes.begin(), frame.codes.begin() + n_groups);
    }
    return decoder_->decode(codes, audio, cancel);
}

Alarm TakeCodec::alarm_at(int64_t row) const {
    Alarm alarm{.stage = "codec", .layer = 0, .step = row, .operation = "decoder output"};
    // In the order of data: the first block, the transformer, the other blocks.
    static_cast<void>(name_nonfinite_layer(taps_.blocks, row, 0, 1, alarm) ||
                      name_nonfinite_layer(taps_.layers, row, 0, SIZE_MAX, alarm) ||
                      name_nonfinite_layer(taps_.blocks, row, 1, SIZE_MAX, alarm));
    return alarm;
}

}  // namespace phonoscope::qwen3_tts
