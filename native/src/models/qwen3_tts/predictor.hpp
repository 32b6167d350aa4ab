// The code predictor: from the talker's state and codebook 0 of a frame it draws the other codebooks, one
// dependent pass each. All passes of a frame are one graph with the draws inside it: nothing returns to the
// host in between.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "models/qwen3_tts/decoder_stack.hpp"
#include "models/qwen3_tts/sampler.hpp"

namespace phonoscope::qwen3_tts {

// Stages of the model in a DrawAddress.
enum class DrawStage : uint32_t { talker = 0, predictor = 1 };

struct PredictorWeights {
    ggml_tensor* projection = nullptr;  // talker width -> predictor width; absent when they are equal
    ggml_tensor* projection_bias = nullptr;
    std::vector<ggml_tensor*> code_embeddings;  // [group - 1] -> [talker width, codebook size]
    std::vector<ggml_tensor*> heads;            // [group - 1] -> [predictor width, codebook size]
    StackWeights stack;
};

PredictorWeights load_predictor(Weights& weights, const TalkerConfig& config);

// What one frame asks of the predictor.
struct FrameRequest {
    std::span<const float> hidden;          // the talker's final-normed state, [talker width]
    std::span<const float> code_embedding;  // the talker's embedding of codebook 0's code, [talker width]
    uint64_t seed = 0;
    uint32_t frame = 0;  // of the segment; addresses the draws
    uint32_t segment = 0;
    std::span<const int32_t> forced = {};  // codes to take instead of drawing (teacher forcing); empty: draw
};

class Predictor {
   public:
    Predictor(const TalkerConfig& config, const PredictorWeights& weights, ComputePool& pool);

    int64_t n_passes() const { return static_cast<int64_t>(passes_.size()); }
    // Magnitudes of every layer, one row a pass.
    void set_taps(TapGroup* layers) { taps_ = layers; }
    void set_capture(StateCapture* capture) { capture_ = capture; }
    void set_sampler(const SamplerSettings& settings) { settings_ = settings; }
    // Draws the codes of one frame. Returns false when cancelled or when a state is not finite (see alarm()).
    bool run(const FrameRequest& frame, const std::atomic<bool>* cancel);
    // Of the last frame, one for each pass.
    std::span<const Choice> choices() const { return choices_; }
    // Scores of pass `pass` of the last frame.
    std::span<const float> logits(int64_t pass) const;
    const std::optional<Alarm>& alarm() const { return alarm_; }

   private:
    struct Pass;
    static void draw(ggml_tensor* dst, const ggml_tensor* logits, int ith, int nth, void* userdata);
    void build();
    void prepare(const FrameRequest& frame);
    void raise_alarm(const FrameRequest& frame);

    struct Pass {
        Predictor* owner = nullptr;
        int64_t index = 0;
        Step step;
        ggml_tensor* logits = nullptr;
    };

    const TalkerConfig* config_;
    const PredictorWeights* weights_;
    ComputePool* pool_;
    DecoderStack stack_;
    Graph graph_;
    StackOps ops_;
    std::deque<Pass> passes_;
    ggml_tensor* input_ = nullptr;
    Sampler sampler_;
    SamplerSettings settings_;
    const FrameRequest* frame_ = nullptr;  // while the graph runs
    std::vector<Choice> choices_;
    TapGroup* taps_ = nullptr;
    StateCapture* capture_ = nullptr;
    std::optional<Alarm> alarm_;
};

}  // namespace phonoscope::qwen3_tts
