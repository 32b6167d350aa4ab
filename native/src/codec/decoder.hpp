// Codes or latents to audio, frame by frame or in bulk, with the same bits either way.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/compute.hpp"
#include "base/taps.hpp"
#include "codec/decoder_graph.hpp"
#include "codec/decoder_weights.hpp"

namespace phonoscope::codec {

// Where a decoder records the magnitudes of its stages, one row a frame. Null pointers leave a group out.
struct DecoderTaps {
    TapGroup* layers = nullptr;  // residual stream after each transformer layer
    TapGroup* blocks = nullptr;  // Decoder::block_names()
};

// Frames for a decoder, as codes [frame][quantizer] or as what its quantizer makes of them, [frame][quantizer_width].
class DecoderInput {
   public:
    DecoderInput(std::span<const int32_t> codes) : kind(InputKind::codes), codes_(codes) {}
    DecoderInput(std::span<const float> latents) : kind(InputKind::latents), latents_(latents) {}

    const InputKind kind;
    size_t n_values() const { return kind == InputKind::codes ? codes_.size() : latents_.size(); }
    std::span<const int32_t> codes(size_t first, size_t n) const { return codes_.subspan(first, n); }
    std::span<const float> latents(size_t first, size_t n) const { return latents_.subspan(first, n); }

   private:
    std::span<const int32_t> codes_;
    std::span<const float> latents_;
};

// A streaming decoder. It keeps the causal state of every stage, so that the audio of a frame depends on the
// frames since reset() and on nothing else: not on how they were cut into calls, nor on the number of
// threads. Not thread-safe; weights and pool may be shared.
class Decoder {
   public:
    Decoder(std::shared_ptr<const DecoderWeights> weights, ComputePool& pool);
    ~Decoder();

    // Forgets all frames.
    void reset();
    // Decodes n frames to n * hop_samples() samples in -1..1. Returns false when `*cancel` became true on the way: the
    // audio of the frames in work is not written then, and the decoder must be reset. Throws ArgumentError when sizes
    // do not fit or a code is outside its codebook (unless the codec clamps such codes); the state is then unchanged.
    bool decode(const DecoderInput& input, std::span<float> audio, const std::atomic<bool>* cancel = nullptr);

    // Takes in frames whose audio nobody will hear (a reference to be continued): the state afterwards is exactly that
    // of decode(), but the vocoder runs only for the last frames, which are all that its state depends on. Records no
    // taps.
    bool prime(const DecoderInput& input, const std::atomic<bool>* cancel = nullptr);

    // Where magnitudes are recorded from the next frame on; what it points to must outlive the decoder or the next
    // call.
    void set_taps(const DecoderTaps& taps);
    // Decodes like decode() and returns the whole tensors of every stage as well.
    StageCapture decode_stages(const DecoderInput& input, std::span<float> audio);

    const DecoderConfig& config() const { return weights_->config; }
    ComputePool& pool() const { return pool_; }
    const DecoderWeights& weights() const { return *weights_; }
    // Names of the rows of DecoderTaps::blocks, in the order of the data.
    std::vector<std::string> block_names() const;
    // The stages behind the rows of the tap groups.
    std::span<StageProbe* const> layer_probes() const { return layer_probes_; }
    std::span<StageProbe* const> block_probes() const { return block_probes_; }
    // Frames since reset().
    int64_t position() const { return session_.state.transformer.position; }

   private:
    // The number of frames, after a check of the values.
    int64_t checked_frames(const DecoderInput& input) const;
    bool run_chunk_graph(const DecoderInput& input, int64_t first, int64_t n_frames, const std::atomic<bool>* cancel);
    bool run_frame_graph(int64_t frame, int64_t n_frames, const std::atomic<bool>* cancel);
    void record(TapGroup& group, std::span<StageProbe* const> probes, int64_t frame);

    std::shared_ptr<const DecoderWeights> weights_;
    ComputePool& pool_;
    DecoderSession session_;
    DecoderTaps taps_;
    // Of codes and of latents, for every size of chunk; built on first use, since most programs use one or two.
    std::array<std::array<std::unique_ptr<NodeGraph>, DecoderState::kMaxFrames>, 2> chunk_graphs_;
    std::unique_ptr<NodeGraph> frame_graph_;
    std::vector<StageProbe*> layer_probes_;
    std::vector<StageProbe*> block_probes_;
    std::vector<Magnitude> tap_row_;
};

}  // namespace phonoscope::codec
