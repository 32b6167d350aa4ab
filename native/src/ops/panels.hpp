// The layers of a transformer over many rows at once, as ggml operations on panels (see kernels/panels.hpp). A tensor of
// panels is f32 [16, channels, panels]; several sequences ("lanes") of equal length lie behind each other, each padded to
// whole panels. Parameter structures must outlive the graph.
#pragma once

#include <ggml.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "base/taps.hpp"
#include "kernels/panels.hpp"

namespace phonoscope {

// A tensor of panels to be filled: [16, n_channels, n_panels].
ggml_tensor* new_panels(ggml_context* ctx, int64_t n_channels, int64_t n_panels);
// Channels first..first + n - 1 of every panel, as a view.
ggml_tensor* panel_channels(ggml_context* ctx, ggml_tensor* x, int64_t first, int64_t n);

// The results of several weights [k, n] of any type with one input, one below the other: [16, n1 + n2 + ..., panels].
ggml_tensor* panel_linear(ggml_context* ctx, std::initializer_list<ggml_tensor*> weights, ggml_tensor* x);
// (x + bias) * factor; bias is f32 [channels].
ggml_tensor* panel_add_bias(ggml_context* ctx, ggml_tensor* x, const ggml_tensor* bias, const float& factor);
// x * sigmoid(x).
ggml_tensor* panel_silu(ggml_context* ctx, ggml_tensor* x);
// silu(upper half of the channels) * lower half: [16, channels / 2, panels].
ggml_tensor* panel_swiglu(ggml_context* ctx, ggml_tensor* x);

// Watches the rows that a norm reads: their magnitude as a whole, and whether they are finite.
struct PanelWatch {
    int64_t n_rows = 0;  // rows of the first lane, which is the one that is recorded
    std::vector<PanelSums> panels;
    // Deviation about the mean, absmax and count of values that are not finite over all channels of those rows; the
    // first figure takes the place of Magnitude::rms. `n_channels` of each row.
    Magnitude magnitude(int64_t n_channels) const;
};

// RMS norm of every row with a gain and an optional shift, both [channels], read through pointers at each compute().
struct PanelNormOp {
    float eps = 0;
    const float* const* gain = nullptr;
    const float* const* shift = nullptr;  // null: none
    PanelWatch* watch = nullptr;          // null: nothing
};
ggml_tensor* panel_norm(ggml_context* ctx, ggml_tensor* x, PanelNormOp& op);

// x + gain[channel] * y, the gain read at each compute().
struct PanelGainOp {
    const float* const* gain = nullptr;
};
ggml_tensor* panel_add_scaled(ggml_context* ctx, ggml_tensor* x, ggml_tensor* y, PanelGainOp& op);

// cos and sin of rotary angles for rows at positions first, first + stride, ...: [panel][head_dim / 2][16].
class PanelRotary {
   public:
    PanelRotary() = default;
    PanelRotary(int64_t head_dim, int64_t n_rows, int64_t first_position, int64_t stride);
    const float* cos(int64_t panel) const { return cos_.data() + panel * panel_values_; }
    const float* sin(int64_t panel) const { return sin_.data() + panel * panel_values_; }

   private:
    int64_t panel_values_ = 0;
    std::vector<float> cos_;
    std::vector<float> sin_;
};

// Normalises the heads of some channels of `x` in place, rotates the first of them, multiplies by a factor.
struct PanelHeadsOp {
    int64_t first_channel = 0;
    int64_t n_heads = 0;
    int64_t head_dim = 0;
    float eps = 0;
    const float* gain = nullptr;  // [n_heads][head_dim]
    int64_t n_rotated = 0;
    const PanelRotary* rotary = nullptr;  // of one lane; null where n_rotated is 0
    int64_t lane_panels = 0;
    float factor = 1;
};
ggml_tensor* panel_heads(ggml_context* ctx, ggml_tensor* x, PanelHeadsOp& op);

// Keys and values of one source for all heads of a layer, as panels [channel][16] whose channels are [head][head_dim].
struct KeySource {
    const float* keys = nullptr;
    const float* values = nullptr;
    int64_t panel_stride = 0;  // floats from one panel to the next
    int64_t n_keys = 0;
    float scale = 1;  // of keys and values both
};

// softmax(q k) v * sigmoid(g) of every lane over its own rows and further sources. `x` holds [q | k | v | g] channels
// of n_heads * head_dim each, q ready and scaled.
struct PanelAttentionOp {
    int64_t n_heads = 0;
    int64_t head_dim = 0;
    int64_t n_rows = 0;  // of a lane
    bool causal = false;
    // Further sources of each lane, set before each compute(); all lanes see their own rows. Empty: none anywhere.
    std::vector<std::vector<KeySource>> sources;
};
ggml_tensor* panel_attention(ggml_context* ctx, ggml_tensor* x, PanelAttentionOp& op);

}  // namespace phonoscope
