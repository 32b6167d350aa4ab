// The model behind the backbone: from the backbone's state and codebook 0 of a frame it draws the other codebooks, one
// dependent pass each. All passes of a frame are one graph with the draws inside it: nothing returns to the host in
// between.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lm/draw.hpp"
#include "lm/stack.hpp"

namespace phonoscope::lm {

struct CodePassWeights {
    StackWeights stack;
    Linear projection;                    // state -> stack width; absent when they are equally wide
    bool projects_codes = false;          // the projection is for embedded codes as well
    std::vector<LookupTable> embeddings;  // [codebook], of the codes' rows; the last codebook's is not read
    std::vector<ggml_tensor*> heads;      // [codebook - 1] -> [stack width, codebook size]
};

// What one frame asks of the passes.
struct FrameRequest {
    std::span<const float> state;  // of the backbone, after its final norm
    int32_t first_code = 0;        // of codebook 0
    uint64_t seed = 0;
    DrawAddress at;                        // stage, frame (of the segment) and segment; the codebooks are filled in
    std::span<const int32_t> forced = {};  // codes to take instead of drawing (teacher forcing); empty: draw
};

class CodePasses {
   public:
    // `stage` names the model in alarms and tap groups.
    CodePasses(std::string stage, const CodePassWeights& weights, ComputePool& pool);

    const std::string& stage() const { return stage_; }
    int64_t n_passes() const { return static_cast<int64_t>(passes_.size()); }
    Stack& stack() { return stack_; }
    // Magnitudes of every layer, one row a pass.
    void set_taps(TapGroup* layers) { taps_ = layers; }
    // Where whole states are kept from the next frame on; null: nowhere.
    void set_capture(StateCapture* capture) { capture_ = capture; }
    // How codes are drawn; before the first run().
    void set_draw(CodeDraw draw_code) { draw_code_ = std::move(draw_code); }
    // Throws ArgumentError when a request does not fit the model.
    void check(const FrameRequest& frame) const;
    // Draws the codes of one frame. Returns false when cancelled or when a state is not finite (see alarm()).
    bool run(const FrameRequest& frame, const std::atomic<bool>* cancel);
    // Of the last frame, one for each codebook but the first.
    std::span<const Choice> choices() const { return choices_; }
    // Scores of pass `pass` of the last frame, which are those of codebook pass + 1.
    std::span<const float> logits(int64_t pass) const;
    // What stopped run(), if a state was not finite.
    const std::optional<Alarm>& alarm() const { return alarm_; }

   private:
    struct Pass {
        CodePasses* owner = nullptr;
        size_t index = 0;
        Step step;
        ggml_tensor* logits = nullptr;
        bool has_finite_logits = true;
    };
    static void draw(ggml_tensor* dst, const ggml_tensor* logits, int ith, int nth, void* userdata);
    ggml_tensor* project(ggml_tensor* rows);
    ggml_tensor* first_rows();
    void build();
    void prepare(const FrameRequest& frame);
    void raise_alarm(const FrameRequest& frame);

    std::string stage_;
    const CodePassWeights* weights_;
    Stack stack_;
    Graph graph_;
    StackOps ops_;
    std::deque<Pass> passes_;
    ggml_tensor* state_ = nullptr;
    ggml_tensor* first_code_ = nullptr;
    CodeDraw draw_code_;
    const FrameRequest* frame_ = nullptr;  // while the graph runs
    std::vector<Choice> choices_;
    TapGroup* taps_ = nullptr;
    StateCapture* capture_ = nullptr;
    std::optional<Alarm> alarm_;
};

}  // namespace phonoscope::lm
