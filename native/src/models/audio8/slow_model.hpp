// The slow model: a language model over frames. It reads columns of ids (a text token, or a code of codebook 0 together
// with all codes of its frame) and scores codebook 0 of the next frame. Keys, values, convolution windows and state-space
// states are written in place, so a prompt gives the same bits in one piece or column by column.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "lm/stack.hpp"
#include "models/audio8/config.hpp"

namespace phonoscope::audio8 {

struct SlowWeights {
    lm::StackWeights stack;
    ggml_tensor* token_embedding = nullptr;  // [width, vocab_size]
    ggml_tensor* code_embedding = nullptr;   // [width, n_codebooks * codebook_size]
    ggml_tensor* head = nullptr;             // [width, n_scores]
};

SlowWeights load_slow(Weights& weights, const Config& config);

// Tap groups of the slow model; any may be null.
struct SlowTaps {
    TapGroup* layers = nullptr;     // residual stream
    TapGroup* windows = nullptr;    // inputs that the convolutions remember
    TapGroup* ssm = nullptr;        // state-space states
    TapGroup* ssm_heads = nullptr;  // of each head: [layer][head]
    TapGroup* keys = nullptr;
    TapGroup* values = nullptr;
};

// Where whole states go that are kept; any may be null.
struct SlowCaptures {
    StateCapture* layers = nullptr;
    StateCapture* windows = nullptr;
    StateCapture* ssm = nullptr;
};

// Everything that the model remembers of a sequence, to go on from there any number of times.
struct SlowSnapshot {
    int64_t n_positions = 0;
    std::vector<float> windows;
    std::vector<float> ssm;
    std::vector<std::byte> keys;  // [layer][kv head][position][head_dim]
    std::vector<std::byte> values;
};

class SlowModel {
   public:
    // Columns computed by one graph at most; longer prompts are computed piece by piece, so that cancel works in between.
    static constexpr int64_t kMaxRows = 64;

    SlowModel(const Config& config, const SlowWeights& weights, ComputePool& pool);

    int64_t width() const { return config_->slow.width; }
    int64_t capacity() const { return stack_.capacity(); }
    int64_t n_positions() const { return n_positions_; }
    lm::Stack& stack() { return stack_; }

    // Throws ArgumentError when an id of `columns` [n][n_codebooks + 1] is outside its table.
    void check(std::span<const int32_t> columns) const;
    // The input of one column: the text embedding, for a code together with the embeddings of all codes, scaled.
    void embed(std::span<const int32_t> column, std::span<float> out);

    // Forgets the sequence.
    void reset();
    SlowSnapshot snapshot();
    // Throws ArgumentError when the snapshot is of another model.
    void restore(const SlowSnapshot& snapshot);

    void set_taps(const SlowTaps& taps) { taps_ = taps; }
    void set_captures(const SlowCaptures& captures) { captures_ = captures; }
    // Keeps the branches' outputs of graphs that are built from now on readable, for parity checks.
    void probe_branches() { probes_branches_ = true; }

    // Computes `columns` at the next positions. Returns false when cancelled or when a state is not finite (see alarm()).
    // Throws ArgumentError when an id is out of range or the sequence would grow past capacity().
    bool run(std::span<const int32_t> columns, const std::atomic<bool>* cancel);
    // After the final norm, of every row of the last graph that ran / of its last row.
    std::span<const float> hidden_rows() const { return hidden_; }
    std::span<const float> hidden() const { return std::span<const float>(hidden_).last(static_cast<size_t>(width())); }
    // Scores after the last row: [codebook_size] codes of codebook 0, then the end of speech.
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
        lm::StackOps ops;
        lm::BranchProbe probe;
        ggml_tensor* input = nullptr;
        ggml_tensor* hidden = nullptr;
        ggml_tensor* logits = nullptr;
    };

    RowsGraph& graph_for(int64_t n_rows);
    bool run_rows(std::span<const int32_t> columns, int64_t n_rows, const std::atomic<bool>* cancel);
    void prepare(RowsGraph& g, int64_t n_rows);
    void publish_taps(const RowsGraph& g, int64_t n_rows);
    void keep_states();
    bool is_finite(const RowsGraph& g, int64_t n_rows);

    const Config* config_;
    const SlowWeights* weights_;
    ComputePool* pool_;
    lm::Stack stack_;
    std::map<int64_t, RowsGraph> graphs_;
    int64_t n_positions_ = 0;
    SlowTaps taps_;
    SlowCaptures captures_;
    bool probes_branches_ = false;
    std::vector<Magnitude> key_heads_;
    std::vector<Magnitude> value_heads_;
    std::vector<PartialMagnitude> window_parts_;
    std::vector<PartialMagnitude> ssm_parts_;
    std::vector<float> scratch_;
    std::vector<float> hidden_;
    std::vector<float> logits_;
    std::vector<float> attention_branches_;
    std::vector<float> mixer_branches_;
    std::optional<Alarm> alarm_;
};

}  // namespace phonoscope::audio8
