// The diffusion transformer: from noisy latents to their velocity, for several lanes at once. A lane is one way of
// looking at the same latents: with the text and the voice, or without one of them. A source that a lane does not see
// is left out of its keys, which is the same as masking it.
#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/compute.hpp"
#include "models/echo_tts/block_ops.hpp"
#include "models/echo_tts/conditioning.hpp"
#include "models/echo_tts/encoder.hpp"

namespace phonoscope::echo_tts {

struct Lane {
    bool text = true;
    bool speaker = true;
};

// What is fixed while a stretch of latents is denoised.
struct Conditions {
    const KeyCache* text = nullptr;
    const KeyCache* speaker = nullptr;  // null or empty: no voice
    const KeyCache* latent = nullptr;   // null or empty: nothing comes before
    int64_t first_position = 0;         // of the stretch within the window
    // Keys and values of the voice are multiplied by this in the first `n_scaled_layers` blocks.
    float speaker_scale = 1;
    int64_t n_scaled_layers = 0;
};

// What one evaluation shows of itself, of the first lane.
struct DenoiserTaps {
    std::vector<Magnitude> blocks;  // output of every block
    int64_t first_bad_layer = -1;   // the first block whose output is not finite; -1: none
};

class Denoiser {
   public:
    Denoiser(const EchoWeights& weights, ComputePool& pool) : weights_(&weights), pool_(&pool) {}

    // Velocities `v` [lane][row][latent_width] of `x` [row][latent_width] at step `step` of the conditioning. Returns
    // false when cancelled.
    bool run(std::span<const float> x, const Conditioning& conditioning, int64_t step, const Conditions& conditions,
             std::span<const Lane> lanes, std::span<float> v, const std::atomic<bool>* cancel);
    const DenoiserTaps& taps() const { return taps_; }
    // Output of every block in the first lane, [layer][row][width], once asked for.
    void keep_blocks(bool keep) { keep_blocks_ = keep; }
    const std::vector<float>& kept_blocks() const { return kept_; }
    // Bytes of the working memory of all graphs so far.
    size_t n_working_bytes() const;

   private:
    struct LanesGraph {
        explicit LanesGraph(size_t n_nodes) : graph(n_nodes) {}
        Graph graph;
        BlockOps ops;
        PanelRotary rotary;
        int64_t rotary_start = -1;
        std::vector<Modulation> modulations;  // [layer][branch]
        std::vector<PanelWatch> watches;      // [layer]
        std::vector<ggml_tensor*> blocks;
        ggml_tensor* input = nullptr;
        ggml_tensor* velocity = nullptr;
    };
    using GraphKey = std::tuple<int64_t, int64_t, bool>;  // lanes, rows, kept blocks

    LanesGraph& graph_for(int64_t n_lanes, int64_t n_rows);
    void build(LanesGraph& g, int64_t n_lanes, int64_t n_rows);
    void prepare(LanesGraph& g, int64_t n_rows, const Conditioning& conditioning, int64_t step,
                 const Conditions& conditions, std::span<const Lane> lanes);
    void read_taps(const LanesGraph& g, int64_t n_rows);

    const EchoWeights* weights_;
    ComputePool* pool_;
    std::map<GraphKey, LanesGraph> graphs_;
    DenoiserTaps taps_;
    bool keep_blocks_ = false;
    std::vector<float> kept_;
};

}  // namespace phonoscope::echo_tts
