// The fast model: from the slow model's state and codebook 0 of a frame it draws the other codebooks, one dependent pass
// each. All passes of a frame are one graph with the draws inside it: nothing returns to the host in between.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "models/audio8/sampler.hpp"
#include "models/audio8/stack.hpp"

namespace phonoscope::audio8 {

struct FastWeights {
    StackWeights stack;
    Linear projection;                       // slow width -> fast width; absent when they are equal
    ggml_tensor* token_embedding = nullptr;  // [width, codebook_size], the same table for every codebook
    ggml_tensor* head = nullptr;             // [width, codebook_size]
};

FastWeights load_fast(Weights& weights, const Config& config);

// What one frame asks of the model.
struct FrameRequest {
    std::span<const float> hidden;  // the slow model's final-normed state
    int32_t first_code = 0;
    uint64_t seed = 0;
    uint32_t frame = 0;  // of the segment; addresses the draws
    uint32_t segment = 0;
    std::span<const int32_t> forced = {};  // codes to take instead of drawing (teacher forcing); empty: draw
};

class FastModel {
   public:
    FastModel(const Config& config, const FastWeights& weights, ComputePool& pool);

    int64_t n_passes() const { return static_cast<int64_t>(passes_.size()); }
    Stack& stack() { return stack_; }
    // Magnitudes of every layer, one row a pass.
    void set_taps(TapGroup* layers) { taps_ = layers; }
    void set_capture(StateCapture* capture) { capture_ = capture; }
    void set_sampler(const SamplerSettings& settings) { settings_ = settings; }
    // Draws the codes of one frame. Returns false when cancelled or when a state is not finite (see alarm()).
    bool run(const FrameRequest& frame, const std::atomic<bool>* cancel);
    // Of the last frame, one for each codebook but the first.
    std::span<const Choice> choices() const { return choices_; }
    // Scores of pass `pass` of the last frame, which are those of codebook pass + 1.
    std::span<const float> logits(int64_t pass) const;
    const std::optional<Alarm>& alarm() const { return alarm_; }

   private:
    struct Pass {
        FastModel* owner = nullptr;
        int64_t index = 0;
        Step step;
        ggml_tensor* logits = nullptr;
    };
    static void draw(ggml_tensor* dst, const ggml_tensor* logits, int ith, int nth, void* userdata);
    void build();
    void prepare(const FrameRequest& frame);
    void raise_alarm(const FrameRequest& frame);

    const Config* config_;
    const FastWeights* weights_;
    ComputePool* pool_;
    Stack stack_;
    Graph graph_;
    StackOps ops_;
    MambaStep no_mixer_;
    std::deque<Pass> passes_;
    ggml_tensor* hidden_ = nullptr;
    ggml_tensor* first_code_ = nullptr;
    Sampler sampler_;
    SamplerSettings settings_;
    const FrameRequest* frame_ = nullptr;  // while the graph runs
    std::vector<Choice> choices_;
    TapGroup* taps_ = nullptr;
    StateCapture* capture_ = nullptr;
    std::optional<Alarm> alarm_;
};

}  // namespace phonoscope::audio8
