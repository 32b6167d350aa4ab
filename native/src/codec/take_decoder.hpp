// A codec decoder as a take uses it.
#pragma once

#include "codec/decoder.hpp"
#include "synthesis/frame_decoder.hpp"
#include "synthesis/kept_states.hpp"

namespace phonoscope::codec {

// Where whole states of the stages behind the tap groups go; only layers that a rule names are kept, since theirs are
// large: all rows that a frame has in that stage, one after another.
struct DecoderKeepers {
    StateKeeper* layers = nullptr;
    StateKeeper* blocks = nullptr;
};

// Decodes the codes of frames, or their latents where they have no codes.
class TakeDecoder : public FrameDecoder {
   public:
    // The decoder and what the keepers point to must outlive it; the decoder is left without taps.
    TakeDecoder(Decoder& decoder, const DecoderTaps& taps, const DecoderKeepers& keepers = {})
        : decoder_(&decoder), taps_(taps), keepers_(keepers) {}

    int64_t sample_rate_hz() const override { return decoder_->config().sample_rate_hz; }
    int64_t hop_samples() const override { return decoder_->config().hop_samples(); }
    ComputePool& pool() const override { return decoder_->pool(); }
    void begin(std::span<const int32_t> ref_codes, const std::atomic<bool>* cancel) override;
    bool decode(std::span<const MadeFrame> frames, std::span<float> audio, const std::atomic<bool>* cancel) override;
    Alarm alarm_at(int64_t row) const override;

   private:
    bool decode_all(std::span<const MadeFrame> frames, std::span<float> audio, const std::atomic<bool>* cancel);

    Decoder* decoder_;
    DecoderTaps taps_;
    DecoderKeepers keepers_;
    int64_t row_ = 0;  // of the tap groups
};

}  // namespace phonoscope::codec
