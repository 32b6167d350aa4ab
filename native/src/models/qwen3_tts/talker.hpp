// The talker: a language model over frames. It reads summed embeddings and predicts codebook 0 of the next
// frame.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "lm/stack.hpp"
#include "models/qwen3_tts/config.hpp"

namespace phonoscope::qwen3_tts {

struct TalkerWeights {
    TalkerConfig config;
    ggml_tensor* text_embedding;
    ggml_tensor* text_fc1;
    ggml_tensor* text_fc1_bias;
    ggml_tensor* text_fc2;
    ggml_tensor* text_fc2_bias;
    ggml_tensor* codec_embedding;
    ggml_tensor* codec_head;
    lm::StackWeights stack;
};

TalkerWeights load_talker(Weights& weights, const TalkerConfig& config);

// Tap groups of the talker; any may be null.
struct TalkerTaps {
    TapGroup* layers = nullptr;
    TapGroup* keys = nullptr;
    TapGroup* values = nullptr;
};

class Talker {
   public:
    // Rows computed by one graph at most; longer prompts are computed piece by piece, so that cancel works in
    // between.
    static constexpr int64_t kMaxRows = 32;

    Talker(const TalkerWeights& weights, ComputePool& pool);

    int64_t width() const { return weights_->config.talker.width; }
    int64_t capacity() const { return stack_.capacity(); }
    int64_t n_positions() const { return n_positions_; }

    // T(id) = text_projection(text_embedding[id]) for every id: rows of `out` [ids][width].
    // Returns false when cancelled. Throws ArgumentError when an id is not in the vocabulary.
    bool embed_text(std::span<const int32_t> ids, std::span<float> out, const std::atomic<bool>* cancel);

    // Forgets the sequence.
    void reset() { n_positions_ = 0; }
    void set_taps(const TalkerTaps& taps) { taps_ = taps; }
    void set_capture(StateCapture* capture) { capture_ = capture; }
    // Computes `rows` [n][width] at the next n positions. Returns false when cancelled or when a state is not
    // finite (see alarm()). Throws ArgumentError when the sequence would grow past capacity().
    bool run(std::span<const float> rows, const std::atomic<bool>* cancel);
    // After the final norm, of every row of the last graph that ran / of its last row.
    std::span<const float> hidden_rows() const { return hidden_; }
    std::span<const float> hidden() const { return std::span<const float>(hidden_).last(static_cast<size_t>(width())); }
    // Scores of the codec vocabulary after the last row.
    std::span<const float> logits() const { return logits_; }
    // What stopped run(), if a state was not finite.
    const std::optional<Alarm>& alarm() const { return alarm_; }

   private:
    // A graph for a fixed number of rows.
    struct RowsGraph {
        explicit RowsGraph(size_t max_nodes) : graph(max_nodes) {}
        Graph graph;
        Step step;
        lm::StackOps ops;
        ggml_tensor* input = nullptr;
        ggml_tensor* hidden = nullptr;
        ggml_tensor* logits = nullptr;
    };
    struct TextGraph {
        TextGraph() : graph(64) {}
        Graph graph;
        ggml_tensor* ids = nullptr;
        ggml_tensor* output = nullptr;
    };

    RowsGraph& graph_for(int64_t n_rows);
    TextGraph& text_graph_for(int64_t n_ids);
    bool run_rows(std::span<const float> rows, int64_t n_rows, const std::atomic<bool>* cancel);
    void prepare(RowsGraph& g, int64_t n_rows);
    void publish_taps(const RowsGraph& g, int64_t n_rows);

    const TalkerWeights* weights_;
    ComputePool* pool_;
    lm::Stack stack_;
    std::map<int64_t, RowsGraph> graphs_;
    std::map<int64_t, TextGraph> text_graphs_;
    int64_t n_positions_ = 0;
    TalkerTaps taps_;
    StateCapture* capture_ = nullptr;
    std::vector<Magnitude> key_heads_;
    std::vector<Magnitude> value_heads_;
    std::vector<float> hidden_;
    std::vector<float> logits_;
    std::optional<Alarm> alarm_;
};

}  // namespace phonoscope::qwen3_tts
