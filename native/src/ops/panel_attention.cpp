#include <algorithm>
#include <cmath>
#include <limits>

#include "base/compute.hpp"
#include "ops/panels.hpp"

namespace phonoscope {

namespace {

constexpr float kTheta = 10000;

float* panel_of(const ggml_tensor* t, int64_t panel) {
    return reinterpret_cast<float*>(static_cast<char*>(t->data) + static_cast<size_t>(panel) * t->nb[2]);
}

void compute_heads(ggml_tensor* dst, const ggml_tensor* /*x*/, int /*ith*/, int /*nth*/, void* userdata) {
    const auto& op = *static_cast<const PanelHeadsOp*>(userdata);
    const auto ready = [&](int64_t panel, int /*thread*/) {
        float* x = panel_of(dst, panel) + op.first_channel * kPanelRows;
        const int64_t in_lane = panel % op.lane_panels;
        for (int64_t head = 0; head < op.n_heads; ++head) {
            const bool rotated = head < op.n_rotated;
            panel_kernels(cpu_level())
                .head({.x = x + head * op.head_dim * kPanelRows,
                       .head_dim = op.head_dim,
                       .eps = op.eps,
                       .gain = op.gain + head * op.head_dim,
                       .cos = rotated ? op.rotary->cos(in_lane) : nullptr,
                       .sin = rotated ? op.rotary->sin(in_lane) : nullptr,
                       .factor = op.factor});
        }
    };
    for_each_unit(dst->ne[2], 4 * op.n_heads * op.head_dim * kPanelRows, ready);
}

struct Scratch {
    std::vector<float> scores;
    std::vector<float> sums;
};
Scratch& scratch() {
    thread_local Scratch s;
    return s;
}

// One panel of queries of one head: scores of all sources one below the other, softmax over all, weighted values.
class HeadAttention {
   public:
    HeadAttention(const PanelAttentionOp& op, const float* query, int64_t head)
        : op_(&op), query_(query), head_offset_(head * op.head_dim * kPanelRows) {}

    void add_scores(const KeySource& s, float* scores) const {
        for (int64_t first = 0; first < s.n_keys; first += kPanelRows) {
            kernels_->product({.a = s.keys + first / kPanelRows * s.panel_stride + head_offset_,
                               .a_row = 1,
                               .a_step = kPanelRows,
                               .b = query_,
                               .n_steps = op_->head_dim,
                               .n_out = std::min(kPanelRows, s.n_keys - first),
                               .out = scores + first * kPanelRows});
        }
        if (s.scale != 1) {
            kernels_->scale(scores, s.n_keys * kPanelRows, s.scale);
        }
    }

    void add_values(const KeySource& s, float* weights, float* sums, bool fresh) const {
        if (s.scale != 1) {
            kernels_->scale(weights, s.n_keys * kPanelRows, s.scale);
        }
        const int64_t whole = s.n_keys / kPanelRows;
        PanelProduct task{.a = s.values + head_offset_,
                          .a_row = kPanelRows,
                          .a_step = 1,
                          .a_block = s.panel_stride,
                          .b = weights,
                          .n_steps = kPanelRows,
                          .n_blocks = whole,
                          .n_out = op_->head_dim,
                          .fresh = fresh,
                          .out = sums};
        kernels_->product(task);
        if (whole * kPanelRows < s.n_keys) {
            task.a += whole * s.panel_stride;
            task.b += whole * kPanelRows * kPanelRows;
            task.n_steps = s.n_keys - whole * kPanelRows;
            task.n_blocks = 1;
            task.fresh = false;
            kernels_->product(task);
        }
    }

   private:
    const PanelAttentionOp* op_;
    const PanelKernels* kernels_ = &panel_kernels(cpu_level());
    const float* query_;
    int64_t head_offset_;
};

// Keys after a query's own row are not seen by it: only the last panel of keys holds such.
void hide_future(float* scores, int64_t n_keys) {
    const int64_t first = (n_keys - 1) / kPanelRows * kPanelRows;
    for (int64_t key = first; key < n_keys; ++key) {
        std::fill_n(scores + key * kPanelRows, key - first, -std::numeric_limits<float>::infinity());
    }
}

void attend(const PanelAttentionOp& op, const ggml_tensor* x, ggml_tensor* dst, int64_t lane, int64_t head,
            int64_t panel) {
    const int64_t width = op.n_heads * op.head_dim;
    const int64_t lane_panels = panels_for(op.n_rows);
    const float* first = panel_of(x, lane * lane_panels);
    const float* own = panel_of(x, lane * lane_panels + panel) + head * op.head_dim * kPanelRows;
    const KeySource self{.keys = first + width * kPanelRows,
                         .values = first + 2 * width * kPanelRows,
                         .panel_stride = static_cast<int64_t>(x->nb[2] / sizeof(float)),
                         .n_keys = op.causal ? std::min(op.n_rows, (panel + 1) * kPanelRows) : op.n_rows};
    static const std::vector<KeySource> none;
    const std::vector<KeySource>& further = op.sources.empty() ? none : op.sources[static_cast<size_t>(lane)];
    int64_t n_keys = self.n_keys;
    for (const KeySource& s : further) {
        n_keys += s.n_keys;
    }
    Scratch& memory = scratch();
    memory.scores.resize(static_cast<size_t>(n_keys * kPanelRows));
    memory.sums.resize(static_cast<size_t>(op.head_dim * kPanelRows));
    float* at = memory.scores.data();
    const HeadAttention attention(op, own, head);
    attention.add_scores(self, at);
    if (op.causal) {
        hide_future(at, self.n_keys);
    }
    at += self.n_keys * kPanelRows;
    for (const KeySource& s : further) {
        attention.add_scores(s, at);
        at += s.n_keys * kPanelRows;
    }
    std::array<float, kPanelRows> totals;
    const PanelKernels& kernels = panel_kernels(cpu_level());
    kernels.softmax(memory.scores.data(), n_keys, totals.data());
    at = memory.scores.data();
    attention.add_values(self, at, memory.sums.data(), true);
    at += self.n_keys * kPanelRows;
    for (const KeySource& s : further) {
        attention.add_values(s, at, memory.sums.data(), false);
        at += s.n_keys * kPanelRows;
    }
    kernels.gate(memory.sums.data(), totals.data(), own + 3 * width * kPanelRows, op.head_dim,
                 panel_of(dst, lane * lane_panels + panel) + head * op.head_dim * kPanelRows);
}

void compute_attention(ggml_tensor* dst, int /*ith*/, int /*nth*/, void* userdata) {
    const auto& op = *static_cast<const PanelAttentionOp*>(userdata);
    const int64_t lane_panels = panels_for(op.n_rows);
    const int64_t work = 2 * op.n_rows * op.head_dim * kPanelRows;
    for_each_unit(dst->ne[2] * op.n_heads, work, [&](int64_t unit, int /*thread*/) {
        // All panels of one head of one lane follow each other, so that its keys and values stay in the cache.
        attend(op, dst->src[0], dst, unit / (op.n_heads * lane_panels), unit / lane_panels % op.n_heads,
               unit % lane_panels);
    });
}

}  // namespace

// Angles in f32, as the reference computes them: position * theta^(-2i / head_dim).
PanelRotary::PanelRotary(int64_t head_dim, int64_t n_rows, int64_t first_position, int64_t stride)
    : panel_values_(head_dim / 2 * kPanelRows),
      cos_(static_cast<size_t>(panels_for(n_rows) * panel_values_)),
      sin_(cos_.size()) {
    for (int64_t i = 0; i < head_dim / 2; ++i) {
        const float exponent = static_cast<float>(2 * i) / static_cast<float>(head_dim);
        const float frequency = 1.0F / std::pow(kTheta, exponent);
        for (int64_t row = 0; row < panels_for(n_rows) * kPanelRows; ++row) {
            const float angle = static_cast<float>(first_position + row * stride) * frequency;
            const auto at = static_cast<size_t>(row / kPanelRows * panel_values_ + i * kPanelRows + row % kPanelRows);
            cos_[at] = std::cos(angle);
            sin_[at] = std::sin(angle);
        }
    }
}

ggml_tensor* panel_heads(ggml_context* ctx, ggml_tensor* x, PanelHeadsOp& op) {
    GGML_ASSERT((op.first_channel + op.n_heads * op.head_dim) <= x->ne[1] && x->ne[2] % op.lane_panels == 0);
    return ggml_map_custom1_inplace(ctx, x, compute_heads, 1, &op);
}

ggml_tensor* panel_attention(ggml_context* ctx, ggml_tensor* x, PanelAttentionOp& op) {
    const int64_t width = op.n_heads * op.head_dim;
    GGML_ASSERT(x->ne[1] == 4 * width && x->ne[2] % panels_for(op.n_rows) == 0);
    ggml_tensor* sources[] = {x};
    return ggml_custom_4d(ctx, GGML_TYPE_F32, kPanelRows, width, x->ne[2], 1, sources, 1, compute_attention, 1, &op);
}

}  // namespace phonoscope
