// The codec decoder as a take uses it.
#pragma once

#include "models/qwen3_tts/codec_decoder.hpp"
#include "synthesis/frame_decoder.hpp"

namespace phonoscope::qwen3_tts {

class TakeCodec : public FrameDecoder {
   public:
    // The decoder must outlive it, and is left without taps.
    TakeCodec(CodecDecoder& decoder, const CodecTaps& taps) : decoder_(&decoder), taps_(taps) {}

    int64_t sample_rate_hz() const override { return decoder_->config().sample_rate_hz; }
    int64_t hop_samples() const override { return decoder_->config().hop_samples; }
    void begin(std::span<const int32_t> ref_codes, const std::atomic<bool>* cancel) override;
    bool decode(std::span<const MadeFrame> frames, std::span<float> audio, const std::atomic<bool>* cancel) override;
    Alarm alarm_at(int64_t row) const override;

   private:
    CodecDecoder* decoder_;
    CodecTaps taps_;
};

}  // namespace phonoscope::qwen3_tts
