// The recurrent part of a Mamba-2 mixer (Dao & Gu 2024) as graph nodes that advance its state in place: the short causal
// convolution, then the state-space scan. Positions are computed one after another, so that a prompt gives the same bits
// in one piece or in many.
#pragma once

#include <ggml.h>

#include <cstdint>
#include <span>
#include <vector>

#include "base/mapped_memory.hpp"
#include "base/taps.hpp"
#include "ops/step.hpp"

namespace phonoscope {

struct MambaConfig {
    static constexpr int64_t kConvBlock = 64;  // channels that are convolved, and measured, together

    int64_t n_heads = 0;
    int64_t head_dim = 0;
    int64_t n_state = 0;
    int64_t n_groups = 1;       // heads of one group share B and C
    int64_t n_taps = 0;         // of the convolution
    bool norms_output = false;  // RMS of each group's channels behind, or before, the gate
    bool norms_before_gate = false;

    int64_t inner_width() const { return n_heads * head_dim; }
    int64_t conv_width() const { return inner_width() + 2 * n_groups * n_state; }
    // Rows of the input projection: gate, convolved channels (x, B, C), step sizes.
    int64_t projected_width() const { return inner_width() + conv_width() + n_heads; }
    int64_t n_conv_blocks() const { return (conv_width() + kConvBlock - 1) / kConvBlock; }
    int64_t ssm_size() const { return inner_width() * n_state; }
    int64_t window_size() const { return n_taps * conv_width(); }
};

// What all layers remember of the positions so far.
class MambaState {
   public:
    MambaState() = default;
    MambaState(int64_t n_layers, const MambaConfig& config);

    // The latest inputs of the convolution, oldest first, the present position included: [tap][channel].
    std::span<float> window(int64_t layer) const { return part(windows_, layer, config_.window_size()); }
    // [head][head_dim][n_state]
    std::span<float> ssm(int64_t layer) const { return part(ssm_, layer, config_.ssm_size()); }
    const MambaConfig& config() const { return config_; }
    int64_t n_layers() const { return n_layers_; }
    // Forgets all positions.
    void reset();

   private:
    static std::span<float> part(const MappedMemory& memory, int64_t layer, int64_t size);

    MambaConfig config_;
    int64_t n_layers_ = 0;
    MappedMemory windows_;
    MappedMemory ssm_;
};

// Magnitudes of a part of a state; parts of one state are put together in a fixed order.
struct PartialMagnitude {
    double squares = 0;
    float absmax = 0;
    float n_nonfinite = 0;
};
// The magnitude of a state of `n_values` values whose parts these are.
Magnitude together(std::span<const PartialMagnitude> parts, int64_t n_values);

// Where one step's nodes record the states that each row leaves behind; empty spans: nothing is recorded.
struct MambaStep {
    std::span<PartialMagnitude> windows;  // [row][layer][block of channels]
    std::span<PartialMagnitude> ssm;      // [row][layer][head]
};

// The parameters of the nodes of one layer; must outlive the graph.
struct MambaOp {
    MambaConfig config;
    int64_t layer = 0;
    int64_t operation = 0;  // position in graph order, for alarms
    float norm_eps = 0;
    const float* conv_weight = nullptr;  // [tap][channel], the oldest first
    const float* conv_bias = nullptr;
    const float* a = nullptr;  // [head], -exp(A_log)
    const float* d = nullptr;
    const float* dt_bias = nullptr;
    const float* norm_weight = nullptr;  // [inner_width], where the output is normalised
    MambaState* state = nullptr;
    Step* step = nullptr;
    MambaStep* mamba_step = nullptr;
};

// `projected` [projected_width, rows], the input projection -> [inner_width, rows], ready for the output projection.
ggml_tensor* mamba(ggml_context* context, ggml_tensor* projected, MambaOp& op);

}  // namespace phonoscope
