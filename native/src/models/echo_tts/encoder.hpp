// The text encoder (bidirectional, over bytes) and the speaker and latent encoders (causal, over patches of latents),
// and what the denoiser keeps of their states: keys and values for each of its blocks.
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "base/compute.hpp"
#include "base/mapped_memory.hpp"
#include "models/echo_tts/block_ops.hpp"
#include "models/echo_tts/weights.hpp"

namespace phonoscope::echo_tts {

// Rows of an encoder, [n_rows][width].
struct EncodedStates {
    int64_t n_rows = 0;
    std::vector<float> input;   // after the input projection; only where it was asked for
    std::vector<float> states;  // after the last block
    std::vector<float> normed;  // after the norm that follows the encoder
};

class Encoder {
   public:
    Encoder(const EncoderWeights& weights, const EchoConfig& config, ComputePool& pool)
        : weights_(&weights), config_(&config), pool_(&pool) {}

    // States of byte ids. Throws ArgumentError for an id outside the vocabulary, no id, or too many.
    // Empty when cancelled.
    std::optional<EncodedStates> encode_text(std::span<const int32_t> ids, const std::atomic<bool>* cancel) const;
    // States of latents [n_frames][latent_width], one for each whole patch of frames. Throws ArgumentError unless there
    // are whole patches of at least one and not too many. Empty when cancelled.
    std::optional<EncodedStates> encode_latents(std::span<const float> latents, const std::atomic<bool>* cancel) const;

   private:
    std::optional<EncodedStates> encode(std::span<const float> rows, int64_t n_rows, int64_t row_width,
                                        const std::atomic<bool>* cancel) const;

    const EncoderWeights* weights_;
    const EchoConfig* config_;
    ComputePool* pool_;
};

// Keys and values of one source in every block of the denoiser, as panels: computed once, read at every step.
class KeyCache {
   public:
    KeyCache() = default;
    // `source` picks the projections of a block. Keys are normalised and, for latents, rotated to the position of their
    // patch's first frame. Returns an empty cache when cancelled.
    KeyCache(const EchoWeights& weights, SourceWeights DenoiserBlock::* source, const EncodedStates& states,
             bool rotated, ComputePool& pool, const std::atomic<bool>* cancel);

    int64_t n_keys() const { return n_keys_; }
    bool empty() const { return n_keys_ == 0; }
    size_t n_bytes() const { return memory_.size(); }
    // Keys 0..n-1 of one block.
    KeySource source(int64_t layer, int64_t n, float scale = 1) const;
    // Rows [n_keys][width] of one block.
    std::vector<float> keys(int64_t layer) const { return rows(layer, 0); }
    std::vector<float> values(int64_t layer) const { return rows(layer, width_); }
    // Deviation, absmax and non-finite values of the keys / values of one block.
    Magnitude key_magnitude(int64_t layer) const { return magnitude(layer, 0); }
    Magnitude value_magnitude(int64_t layer) const { return magnitude(layer, width_); }

   private:
    float* layer(int64_t i) const;
    std::vector<float> rows(int64_t i, int64_t first_channel) const;
    Magnitude magnitude(int64_t i, int64_t first_channel) const;

    int64_t n_keys_ = 0;
    int64_t width_ = 0;
    MappedMemory memory_;  // [layer][panel][keys | values][16]
};

}  // namespace phonoscope::echo_tts
