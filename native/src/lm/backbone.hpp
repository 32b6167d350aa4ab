// The model that reads the prompt and scores codebook 0 of the next frame. Everything it remembers (keys, values, the
// mixers' windows and states) is written in place, so a prompt gives the same bits in one piece or row by row.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lm/backbone_taps.hpp"
#include "lm/snapshot.hpp"

namespace phonoscope::lm {

// Where whole states go that are kept; any may be null.
struct BackboneCaptures {
    StateCapture* layers = nullptr;
    StateCapture* windows = nullptr;
    StateCapture* ssm = nullptr;
    CacheCaptures cache{};

    bool any() const { return layers || windows || ssm || cache.keys || cache.values; }
};

class Backbone {
   public:
    // Rows computed by one graph at most; longer prompts are computed piece by piece, so that cancel works in between.
    static constexpr int64_t kMaxRows = 64;

    // `stage` names the model in alarms and tap groups; `head` is [width, scores]; `capacity` is the longest sequence.
    Backbone(std::string stage, const StackWeights& weights, ggml_tensor* head, int64_t capacity, ComputePool& pool);

    const std::string& stage() const { return stage_; }
    int64_t width() const { return stack_.config().width; }
    int64_t capacity() const { return stack_.capacity(); }
    int64_t n_positions() const { return n_positions_; }
    Stack& stack() { return stack_; }

    // Forgets the sequence.
    void reset();
    // The sequence so far, with what the taps have recorded of it, to be restored later.
    Snapshot snapshot();
    // Whether taps and captures want nothing of the sequence that only computing it again would give.
    bool can_resume(const Snapshot& snapshot) const;
    // Goes on behind the sequence of a snapshot, whose rows the taps record once more. Throws ArgumentError when it is
    // longer than capacity().
    void restore(const Snapshot& snapshot);

    // Where magnitudes are recorded, and whole states kept, from the next position on.
    void set_taps(const BackboneTaps& taps) { recorder_.set_taps(taps); }
    void set_captures(const BackboneCaptures& captures) { captures_ = captures; }
    // Keeps the branches' outputs of graphs that are built from now on readable, for parity checks.
    void probe_branches() { probes_branches_ = true; }

    // Computes `rows` [n][width] at the next n positions. Returns false when cancelled or when a state is not finite (see
    // alarm()). Throws ArgumentError when the sequence would grow past capacity().
    bool run(std::span<const float> rows, const std::atomic<bool>* cancel);
    // After the final norm, of every row of the last graph that ran / of its last row.
    std::span<const float> hidden_rows() const { return hidden_; }
    std::span<const float> hidden() const { return std::span<const float>(hidden_).last(static_cast<size_t>(width())); }
    // Scores after the last row.
    std::span<const float> logits() const { return logits_; }
    // What stopped run(), if a state was not finite.
    const std::optional<Alarm>& alarm() const { return alarm_; }
    // Branches of the last graph that ran, [layer][row][width]; empty without probe_branches().
    const std::vector<float>& attention_branches() const { return attention_branches_; }
    const std::vector<float>& mixer_branches() const { return mixer_branches_; }

   private:
    // A graph for a fixed number of rows.
    struct RowsGraph {
        explicit RowsGraph(size_t max_nodes) : graph(max_nodes) {}
        Graph graph;
        Step step;
        StackOps ops;
        BranchProbe probe;
        ggml_tensor* input = nullptr;
        ggml_tensor* hidden = nullptr;
        ggml_tensor* logits = nullptr;
    };

    RowsGraph& graph_for(int64_t n_rows);
    bool run_rows(std::span<const float> rows, int64_t n_rows, const std::atomic<bool>* cancel);
    void prepare(RowsGraph& g, int64_t n_rows);
    void keep_states(int64_t n_rows);
    bool is_finite(const RowsGraph& g, int64_t n_rows);

    std::string stage_;
    ggml_tensor* head_;
    ComputePool* pool_;
    Stack stack_;
    std::map<int64_t, RowsGraph> graphs_;  // by rows: 1, kMaxRows and the other length that came last
    int64_t n_positions_ = 0;
    BackboneRecorder recorder_;
    BackboneCaptures captures_;
    bool probes_branches_ = false;
    std::vector<float> hidden_;
    std::vector<float> logits_;
    std::vector<float> attention_branches_;
    std::vector<float> mixer_branches_;
    std::optional<Alarm> alarm_;
};

}  // namespace phonoscope::lm
