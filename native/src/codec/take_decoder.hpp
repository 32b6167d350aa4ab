// A codec decoder as a take uses it.
#pragma once

#include "codec/decoder.hpp"
#include "synthesis/frame_decoder.hpp"

namespace phonoscope::codec {

// Decodes the codes of frames, or their latents where they have no codes.
class TakeDecoder : public FrameDecoder {
   public:
    // The decoder must outlive it, and is left without taps.
    TakeDecoder(Decoder& decoder, const DecoderTaps& taps) : decoder_(&decoder), taps_(taps) {}

    int64_t sample_rate_hz() const override { return decoder_->config().sample_rate_hz; }
    int64_t hop_samples() const override { return decoder_->config().hop_samples(); }
    void begin(std::span<const int32_t> ref_codes, const std::atomic<bool>* cancel) override;
    bool decode(std::span<const MadeFrame> frames, std::span<float> audio, const std::atomic<bool>* cancel) override;
    Alarm alarm_at(int64_t row) const override;

   private:
    Decoder* decoder_;
    DecoderTaps taps_;
};

}  // namespace phonoscope::codec
