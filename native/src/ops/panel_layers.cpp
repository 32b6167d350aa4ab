#include <algorithm>
#include <cmath>

#include "base/compute.hpp"
#include "ops/panels.hpp"

namespace phonoscope {

namespace {

// Outputs of a weight that are made at once, at most: [outputs][slice] as f32 stays in the second-level cache while all
// panels pass by, and a panel's slice of inputs stays in the first level meanwhile.
constexpr int64_t kBlockOutputs = 192;
constexpr int64_t kSlice = 256;
constexpr int64_t kWholeTiles = 12;  // a number of outputs that every register tile divides

float* panel_of(const ggml_tensor* t, int64_t panel) {
    return reinterpret_cast<float*>(static_cast<char*>(t->data) + static_cast<size_t>(panel) * t->nb[2]);
}

struct Range {
    int64_t begin;
    int64_t end;
};

// Cuts the outputs of a weight into blocks of nearly equal size, as many for every thread.
class OutputBlocks {
   public:
    explicit OutputBlocks(int64_t n_outputs) : n_outputs_(n_outputs) {
        const Workers* workers = current_workers();
        const int64_t n_threads = workers != nullptr ? workers->n_threads() : 1;
        const int64_t rounds = (n_outputs + kBlockOutputs * n_threads - 1) / (kBlockOutputs * n_threads);
        const int64_t wanted = (n_outputs + rounds * n_threads - 1) / (rounds * n_threads);
        per_block_ = std::min(kBlockOutputs, (wanted + kWholeTiles - 1) / kWholeTiles * kWholeTiles);
    }
    int64_t size() const { return (n_outputs_ + per_block_ - 1) / per_block_; }
    Range at(int64_t i) const { return {i * per_block_, std::min((i + 1) * per_block_, n_outputs_)}; }

   private:
    int64_t n_outputs_;
    int64_t per_block_ = 0;
};

std::vector<float>& unpacked() {
    thread_local std::vector<float> memory(static_cast<size_t>(kBlockOutputs * kSlice));
    return memory;
}

// Some outputs of one weight, which are channels offset + begin... of dst.
void multiply(ggml_tensor* dst, int64_t offset, const ggml_tensor* weight, Range outputs) {
    const PanelKernels& kernels = panel_kernels(cpu_level());
    const ggml_tensor* x = dst->src[0];
    float* block = unpacked().data();
    for (int64_t slice = 0; slice < weight->ne[0]; slice += kSlice) {
        const int64_t n_steps = std::min(kSlice, weight->ne[0] - slice);
        for (int64_t i = outputs.begin; i < outputs.end; ++i) {
            const auto* row = static_cast<const std::byte*>(weight->data) + static_cast<size_t>(i) * weight->nb[1];
            kernels.unpack(weight->type, row, slice, n_steps, block + (i - outputs.begin) * kSlice);
        }
        for (int64_t panel = 0; panel < dst->ne[2]; ++panel) {
            kernels.product({.a = block,
                             .a_row = kSlice,
                             .a_step = 1,
                             .b = panel_of(x, panel) + slice * kPanelRows,
                             .n_steps = n_steps,
                             .n_out = outputs.end - outputs.begin,
                             .fresh = slice == 0,
                             .out = panel_of(dst, panel) + (offset + outputs.begin) * kPanelRows});
        }
    }
}

// Sources: input, weights.
void compute_linear(ggml_tensor* dst, int /*ith*/, int /*nth*/, void* /*userdata*/) {
    int64_t offset = 0;
    for (int s = 1; s < GGML_MAX_SRC && dst->src[s] != nullptr; ++s) {
        const ggml_tensor* weight = dst->src[s];
        const OutputBlocks blocks(weight->ne[1]);
        const int64_t work = blocks.at(0).end * weight->ne[0] * dst->ne[2] * kPanelRows;
        for_each_unit(blocks.size(), work,
                      [&](int64_t block, int /*thread*/) { multiply(dst, offset, weight, blocks.at(block)); });
        offset += weight->ne[1];
    }
}

template <typename Body>
void for_each_panel(const ggml_tensor* dst, Body body) {
    for_each_unit(dst->ne[2], 4 * dst->ne[1] * kPanelRows, [&](int64_t panel, int /*thread*/) { body(panel); });
}

void compute_bias(ggml_tensor* dst, int /*ith*/, int /*nth*/, void* userdata) {
    const auto* bias = static_cast<const float*>(dst->src[1]->data);
    for_each_panel(dst, [&](int64_t panel) {
        panel_kernels(cpu_level())
            .add_bias(panel_of(dst->src[0], panel), bias, *static_cast<const float*>(userdata), dst->ne[1],
                      panel_of(dst, panel));
    });
}

void compute_silu(ggml_tensor* dst, int /*ith*/, int /*nth*/, void* /*userdata*/) {
    for_each_panel(dst, [&](int64_t panel) {
        panel_kernels(cpu_level()).silu(panel_of(dst->src[0], panel), dst->ne[1], panel_of(dst, panel));
    });
}

void compute_swiglu(ggml_tensor* dst, int /*ith*/, int /*nth*/, void* /*userdata*/) {
    for_each_panel(dst, [&](int64_t panel) {
        const float* gate = panel_of(dst->src[0], panel);
        panel_kernels(cpu_level()).swiglu(gate, gate + dst->ne[1] * kPanelRows, dst->ne[1], panel_of(dst, panel));
    });
}

void compute_norm(ggml_tensor* dst, int /*ith*/, int /*nth*/, void* userdata) {
    const auto& op = *static_cast<const PanelNormOp*>(userdata);
    for_each_panel(dst, [&](int64_t panel) {
        PanelSums sums;
        const bool watched = op.watch != nullptr && panel < std::ssize(op.watch->panels);
        panel_kernels(cpu_level())
            .norm({.x = panel_of(dst->src[0], panel),
                   .n_channels = dst->ne[1],
                   .eps = op.eps,
                   .gain = *op.gain,
                   .shift = op.shift != nullptr ? *op.shift : nullptr,
                   .out = panel_of(dst, panel)},
                  sums, watched);
        if (watched) {
            op.watch->panels[static_cast<size_t>(panel)] = sums;
        }
    });
}

void compute_add_scaled(ggml_tensor* dst, int /*ith*/, int /*nth*/, void* userdata) {
    const auto& op = *static_cast<const PanelGainOp*>(userdata);
    for_each_panel(dst, [&](int64_t panel) {
        panel_kernels(cpu_level())
            .add_scaled(panel_of(dst->src[0], panel), panel_of(dst->src[1], panel), *op.gain, dst->ne[1],
                        panel_of(dst, panel));
    });
}

ggml_tensor* add_node(ggml_context* ctx, int64_t n_channels, std::initializer_list<ggml_tensor*> sources,
                      ggml_custom_op_t compute, const void* userdata) {
    std::vector<ggml_tensor*> all(sources);
    const ggml_tensor* x = all.front();
    GGML_ASSERT(x->type == GGML_TYPE_F32 && x->ne[0] == kPanelRows && x->nb[1] == kPanelRows * sizeof(float));
    return ggml_custom_4d(ctx, GGML_TYPE_F32, kPanelRows, n_channels, x->ne[2], 1, all.data(),
                          static_cast<int>(all.size()), compute, 1, const_cast<void*>(userdata));
}

}  // namespace

ggml_tensor* new_panels(ggml_context* ctx, int64_t n_channels, int64_t n_panels) {
    return ggml_new_tensor_3d(ctx, GGML_TYPE_F32, kPanelRows, n_channels, n_panels);
}

ggml_tensor* panel_channels(ggml_context* ctx, ggml_tensor* x, int64_t first, int64_t n) {
    return ggml_view_3d(ctx, x, kPanelRows, n, x->ne[2], x->nb[1], x->nb[2], static_cast<size_t>(first) * x->nb[1]);
}

ggml_tensor* panel_linear(ggml_context* ctx, std::initializer_list<ggml_tensor*> weights, ggml_tensor* x) {
    std::vector<ggml_tensor*> sources{x};
    int64_t n = 0;
    for (ggml_tensor* w : weights) {
        GGML_ASSERT(w->ne[0] == x->ne[1] && ggml_is_matrix(w) && ggml_blck_size(w->type) <= kSlice);
        sources.push_back(w);
        n += w->ne[1];
    }
    GGML_ASSERT(x->type == GGML_TYPE_F32 && x->ne[0] == kPanelRows && x->nb[1] == kPanelRows * sizeof(float));
    return ggml_custom_4d(ctx, GGML_TYPE_F32, kPanelRows, n, x->ne[2], 1, sources.data(),
                          static_cast<int>(sources.size()), compute_linear, 1, nullptr);
}

ggml_tensor* panel_add_bias(ggml_context* ctx, ggml_tensor* x, const ggml_tensor* bias, const float& factor) {
    GGML_ASSERT(bias->ne[0] == x->ne[1]);
    return add_node(ctx, x->ne[1], {x, const_cast<ggml_tensor*>(bias)}, compute_bias, &factor);
}

ggml_tensor* panel_silu(ggml_context* ctx, ggml_tensor* x) {
    return add_node(ctx, x->ne[1], {x}, compute_silu, nullptr);
}

ggml_tensor* panel_swiglu(ggml_context* ctx, ggml_tensor* x) {
    return add_node(ctx, x->ne[1] / 2, {x}, compute_swiglu, nullptr);
}

ggml_tensor* panel_norm(ggml_context* ctx, ggml_tensor* x, PanelNormOp& op) {
    return add_node(ctx, x->ne[1], {x}, compute_norm, &op);
}

ggml_tensor* panel_add_scaled(ggml_context* ctx, ggml_tensor* x, ggml_tensor* y, PanelGainOp& op) {
    GGML_ASSERT(ggml_are_same_shape(x, y));
    return add_node(ctx, x->ne[1], {x, y}, compute_add_scaled, &op);
}

Magnitude PanelWatch::magnitude(int64_t n_channels) const {
    double sum = 0;
    double squares = 0;
    Magnitude m{};
    for (int64_t row = 0; row < n_rows; ++row) {
        const PanelSums& p = panels[static_cast<size_t>(row / kPanelRows)];
        const auto lane = static_cast<size_t>(row % kPanelRows);
        if (std::isfinite(p.squares[lane])) {
            sum += static_cast<double>(p.sum[lane]);
            squares += static_cast<double>(p.squares[lane]);
            m.absmax = std::max(m.absmax, p.absmax[lane]);
        } else {
            m.n_nonfinite += 1;
        }
    }
    const auto n = static_cast<double>(std::max<int64_t>(n_rows * n_channels, 1));
    m.rms = static_cast<float>(std::sqrt(std::max(0.0, squares / n - sum / n * (sum / n))));
    return m;
}

}  // namespace phonoscope
