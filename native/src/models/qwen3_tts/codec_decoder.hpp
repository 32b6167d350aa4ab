// Codes to audio, frame by frame or in bulk, with the same bits either way.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/compute.hpp"
#include "base/taps.hpp"
#include "models/qwen3_tts/codec_graph.hpp"
#include "models/qwen3_tts/codec_weights.hpp"

namespace phonoscope::qwen3_tts {

// Where a decoder records the magnitudes of its stages, one row a frame. Null pointers leave a group out.
struct CodecTaps {
    TapGroup* layers = nullptr;  // residual stream after each transformer layer
    TapGroup* blocks = nullptr;  // CodecDecoder::block_names()
};

// A streaming decoder. It keeps the causal state of every stage, so that the audio of a frame depends on the
// frames since reset() and on nothing else: not on how they were cut into calls, nor on the number of
// threads. Not thread-safe; weights and pool may be shared.
class CodecDecoder {
   public:
    CodecDecoder(std::shared_ptr<const CodecWeights> weights, ComputePool& pool);
    ~CodecDecoder();

    // Forgets all frames.
    void reset();
    // Decodes n = codes.size() / n_quantizers frames, [frame][quantizer], to n * hop_samples samples in
    // -1..1. Returns false when `*cancel` became true on the way: the audio of the frames in work is not
    // written then, and the decoder must be reset. Throws ArgumentError when sizes do not fit or a code is
    // outside its codebook; the state is then unchanged.
    bool decode(std::span<const int32_t> codes, std::span<float> audio, const std::atomic<bool>* cancel = nullptr);

    // Takes in frames whose audio nobody will hear (a reference to be continued): the state afterwards is exactly that of
    // decode(), but the vocoder runs only for the last frames, which are all that its state depends on. Records no taps.
    bool prime(std::span<const int32_t> codes, const std::atomic<bool>* cancel = nullptr);

    void set_taps(const CodecTaps& taps);
    // Decodes like decode() and returns the whole tensors of every stage as well.
    CodecCapture decode_stages(std::span<const int32_t> codes, std::span<float> audio);

    const CodecConfig& config() const { return weights_->config; }
    const CodecWeights& weights() const { return *weights_; }
    std::vector<std::string> block_names() const;

   private:
    void check(std::span<const int32_t> codes) const;
    bool run_chunk_graph(std::span<const int32_t> codes, const std::atomic<bool>* cancel);
    bool run_frame_graph(int64_t frame, int64_t n_frames, const std::atomic<bool>* cancel);
    void record(TapGroup& group, std::span<StageProbe* const> probes, int64_t frame);

    std::shared_ptr<const CodecWeights> weights_;
    ComputePool& pool_;
    CodecSession session_;
    CodecTaps taps_;
    // Built on first use: most programs use one or two chunk sizes.
    std::array<std::unique_ptr<NodeGraph>, CodecState::kMaxFrames> chunk_graphs_;
    std::unique_ptr<NodeGraph> frame_graph_;
    std::vector<StageProbe*> layer_probes_;
    std::vector<StageProbe*> block_probes_;
    std::vector<Magnitude> tap_row_;
};

}  // namespace phonoscope::qwen3_tts
