#include "ops/mamba.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/compute.hpp"
#include "base/finite.hpp"
#include "kernels/layers.hpp"
#include "kernels/mamba.hpp"

namespace phonoscope {

namespace {

size_t bytes_of(int64_t n_floats) { return static_cast<size_t>(n_floats) * sizeof(float); }

float* row_of(const ggml_tensor* t, int64_t row) {
    return reinterpret_cast<float*>(static_cast<char*>(t->data) + static_cast<size_t>(row) * t->nb[1]);
}

PartialMagnitude magnitude_part(std::span<const float> values) {
    MagnitudeSum sum;
    layer_kernels(cpu_level()).add_magnitude(values.data(), std::ssize(values), sum);
    return {.squares = sum.sum_of_squares, .absmax = sum.absmax, .n_nonfinite = static_cast<float>(sum.n_nonfinite)};
}

// Source: the input projection. Result: silu of the convolved channels.
void compute_conv(ggml_tensor* dst, int /*ith*/, int /*nth*/, void* userdata) {
    const ggml_tensor* projected = dst->src[0];
    const auto& op = *static_cast<const MambaOp*>(userdata);
    const int64_t width = op.config.conv_width();
    const int64_t last_tap = (op.config.n_taps - 1) * width;
    float* window = op.state->window(op.layer).data();
    std::span<PartialMagnitude> recorded = op.mamba_step->windows;
    const int64_t work = MambaConfig::kConvBlock * (2 * op.config.n_taps + 16) * dst->ne[1];
    for_each_unit(op.config.n_conv_blocks(), work, [&](int64_t block, int /*thread*/) {
        const int64_t first = block * MambaConfig::kConvBlock;
        const int64_t n = std::min(MambaConfig::kConvBlock, width - first);
        for (int64_t row = 0; row < dst->ne[1]; ++row) {
            for (int64_t at = first; at < last_tap; at += width) {
                std::memcpy(window + at, window + at + width, bytes_of(n));
            }
            std::memcpy(window + last_tap + first, row_of(projected, row) + op.config.inner_width() + first,
                        bytes_of(n));
            mamba_kernels(cpu_level())
                .conv_silu(window + first, op.conv_weight + first, op.conv_bias + first, op.config.n_taps, width, n,
                           row_of(dst, row) + first);
            if (!recorded.empty()) {
                PartialMagnitude part;
                for (int64_t at = first; at <= last_tap + first; at += width) {
                    const PartialMagnitude tap = magnitude_part({window + at, static_cast<size_t>(n)});
                    part.squares += tap.squares;
                    part.absmax = std::max(part.absmax, tap.absmax);
                    part.n_nonfinite += tap.n_nonfinite;
                }
                recorded[static_cast<size_t>((row * op.step->n_layers + op.layer) * op.config.n_conv_blocks() +
                                             block)] = part;
            }
        }
    });
}

// log(1 + e^x), linear above 20 as in the reference.
float softplus(float x) { return x > 20.0F ? x : std::log1p(std::exp(x)); }

// Sources: convolved channels, input projection. Result: the scan's output, behind the gate unless it is normalised before.
void compute_scan(ggml_tensor* dst, int /*ith*/, int /*nth*/, void* userdata) {
    const ggml_tensor* convolved = dst->src[0];
    const ggml_tensor* projected = dst->src[1];
    const auto& op = *static_cast<const MambaOp*>(userdata);
    const MambaConfig& c = op.config;
    const int64_t n_bc = c.n_groups * c.n_state;
    float* state = op.state->ssm(op.layer).data();
    std::span<PartialMagnitude> recorded = op.mamba_step->ssm;
    const int64_t work = 3 * c.head_dim * c.n_state * dst->ne[1];
    for_each_unit(c.n_heads, work, [&](int64_t head, int /*thread*/) {
        const int64_t group = head / (c.n_heads / c.n_groups);
        float* head_state = state + head * c.head_dim * c.n_state;
        for (int64_t row = 0; row < dst->ne[1]; ++row) {
            const float* channels = row_of(convolved, row);
            const float* in = row_of(projected, row);
            const float dt = softplus(in[c.inner_width() + c.conv_width() + head] + op.dt_bias[head]);
            const ScanTask task{.x = channels + head * c.head_dim,
                                .b = channels + c.inner_width() + group * c.n_state,
                                .c = channels + c.inner_width() + n_bc + group * c.n_state,
                                .decay = std::exp(dt * op.a[head]),
                                .dt = dt,
                                .skip = op.d[head],
                                .head_dim = c.head_dim,
                                .n_state = c.n_state};
            float* out = row_of(dst, row) + head * c.head_dim;
            mamba_kernels(cpu_level()).scan(task, head_state, out);
            if (!all_finite({out, static_cast<size_t>(c.head_dim)})) {
                op.step->report_nonfinite(op.operation, row);
            }
            if (!(c.norms_output && c.norms_before_gate)) {
                layer_kernels(cpu_level()).swiglu(in + head * c.head_dim, out, c.head_dim, out);
            }
            if (!recorded.empty()) {
                recorded[static_cast<size_t>((row * op.step->n_layers + op.layer) * c.n_heads + head)] =
                    magnitude_part({head_state, static_cast<size_t>(c.head_dim * c.n_state)});
            }
        }
    });
}

// Sources: the scan's output, input projection.
void compute_norm(ggml_tensor* dst, int /*ith*/, int /*nth*/, void* userdata) {
    const ggml_tensor* scanned = dst->src[0];
    const ggml_tensor* projected = dst->src[1];
    const auto& op = *static_cast<const MambaOp*>(userdata);
    const int64_t group_width = op.config.inner_width() / op.config.n_groups;
    const LayerKernels& kernels = layer_kernels(cpu_level());
    for_each_unit(dst->ne[1], 8 * op.config.inner_width(), [&](int64_t row, int /*thread*/) {
        float* out = row_of(dst, row);
        for (int64_t at = 0; at < op.config.inner_width(); at += group_width) {
            kernels.rms_norm(row_of(scanned, row) + at, op.norm_weight + at, op.norm_eps, group_width, out + at);
        }
        if (op.config.norms_before_gate) {
            kernels.swiglu(row_of(projected, row), out, op.config.inner_width(), out);
        }
    });
}

}  // namespace

MambaState::MambaState(int64_t n_layers, const MambaConfig& config)
    : config_(config),
      n_layers_(n_layers),
      windows_(bytes_of(n_layers * config.window_size())),
      ssm_(bytes_of(n_layers * config.ssm_size())) {}

std::span<float> MambaState::part(const MappedMemory& memory, int64_t layer, int64_t size) {
    return {reinterpret_cast<float*>(memory.data()) + layer * size, static_cast<size_t>(size)};
}

void MambaState::reset() {
    std::memset(windows_.data(), 0, windows_.size());
    std::memset(ssm_.data(), 0, ssm_.size());
}

Magnitude together(std::span<const PartialMagnitude> parts, int64_t n_values) {
    Magnitude m{};
    double squares = 0;
    for (const PartialMagnitude& part : parts) {
        squares += part.squares;
        m.absmax = std::max(m.absmax, part.absmax);
        m.n_nonfinite += part.n_nonfinite;
    }
    m.rms = static_cast<float>(std::sqrt(squares / static_cast<double>(n_values)));
    return m;
}

ggml_tensor* mamba(ggml_context* context, ggml_tensor* projected, MambaOp& op) {
    const auto node = [&](int64_t width, std::initializer_list<ggml_tensor*> sources, ggml_custom_op_t compute) {
        std::vector<ggml_tensor*> all(sources);
        return ggml_custom_4d(context, GGML_TYPE_F32, width, projected->ne[1], 1, 1, all.data(),
                              static_cast<int>(all.size()), compute, 1, &op);
    };
    ggml_tensor* convolved = node(op.config.conv_width(), {projected}, compute_conv);
    ggml_tensor* scanned = node(op.config.inner_width(), {convolved, projected}, compute_scan);
    return op.config.norms_output ? node(op.config.inner_width(), {scanned, projected}, compute_norm) : scanned;
}

}  // namespace phonoscope
