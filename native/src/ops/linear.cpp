#include "ops/linear.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>
#include <vector>

#include "kernels/matvec.hpp"
#include "kernels/matvec_levels.hpp"

namespace phonoscope {

namespace {

// Columns handled at once: their quantised form stays in the second-level cache while the weights pass by.
constexpr int64_t batch_columns = 64;

SimdLevel level() {
    static const SimdLevel best = native_simd_level();
    return best;
}

bool has_kernels(std::initializer_list<ggml_tensor*> weights) {
    return std::all_of(weights.begin(), weights.end(),
                       [](const ggml_tensor* w) { return matvec_kernel(w->type, level()) != nullptr; });
}

// The one number that a node needs beside its tensors travels in the user data pointer; null means no norm.
void* eps_to_userdata(const std::optional<InputNorm>& norm) {
    return norm ? std::bit_cast<void*>(static_cast<uintptr_t>(std::bit_cast<uint32_t>(norm->eps))) : nullptr;
}
float userdata_to_eps(void* userdata) {
    return std::bit_cast<float>(static_cast<uint32_t>(std::bit_cast<uintptr_t>(userdata)));
}

// Every thread prepares the whole input for itself: cheaper than a barrier for the few columns of a decode
// step.
struct ThreadScratch {
    ColumnQuantizer quantizer;
    std::vector<float> normed;
    std::vector<float> gate;
};
ThreadScratch& scratch() {
    thread_local ThreadScratch s;
    return s;
}

void rms_norm(const float* x, const float* weight, float eps, int64_t k, float* y) {
    std::array<double, 8> squares{};
    for (int64_t i = 0; i < k; ++i) {
        squares[static_cast<size_t>(i % 8)] += static_cast<double>(x[i]) * static_cast<double>(x[i]);
    }
    double sum = 0;
    for (const double s : squares) {
        sum += s;
    }
    const float scale = 1.0F / std::sqrt(static_cast<float>(sum / static_cast<double>(k)) + eps);
    for (int64_t i = 0; i < k; ++i) {
        y[i] = x[i] * scale * weight[i];
    }
}

// The tensors of a node: the input, its norm's weight if there is one, then whatever the operation adds.
struct Node {
    const ggml_tensor* x;
    const ggml_tensor* norm;  // or null
    float eps;
    std::span<ggml_tensor* const> rest;

    Node(const ggml_tensor* dst, void* userdata)
        : x(dst->src[0]),
          norm(userdata != nullptr ? dst->src[1] : nullptr),
          eps(userdata_to_eps(userdata)),
          rest(dst->src + (norm != nullptr ? 2 : 1), dst->src + GGML_MAX_SRC) {
        rest = rest.first(static_cast<size_t>(std::find(rest.begin(), rest.end(), nullptr) - rest.begin()));
    }
};

float* column(const ggml_tensor* t, int64_t c) {
    return reinterpret_cast<float*>(static_cast<char*>(t->data) + static_cast<size_t>(c) * t->nb[1]);
}

ColumnsView prepare(const Node& node, int64_t first, int64_t n_cols, bool quantize) {
    const int64_t k = node.x->ne[0];
    const float* x = column(node.x, first);
    auto stride = static_cast<int64_t>(node.x->nb[1] / sizeof(float));
    if (node.norm != nullptr) {
        std::vector<float>& normed = scratch().normed;
        normed.resize(static_cast<size_t>(k * n_cols));
        for (int64_t c = 0; c < n_cols; ++c) {
            rms_norm(column(node.x, first + c), column(node.norm, 0), node.eps, k, normed.data() + c * k);
        }
        x = normed.data();
        stride = k;
    }
    return scratch().quantizer.prepare(x, k, stride, n_cols, quantize, level());
}

struct Rows {
    int64_t begin;
    int64_t end;
    int64_t size() const { return end - begin; }
};
Rows share(int64_t n, int ith, int nth) { return {n * ith / nth, n * (ith + 1) / nth}; }

void multiply(const ggml_tensor* weight, Rows rows, const ColumnsView& columns, float* y, int64_t y_stride) {
    const auto* data =
        static_cast<const std::byte*>(weight->data) + static_cast<size_t>(rows.begin) * weight->nb[1];
    matvec_kernel(weight->type, level())(data, weight->nb[1], rows.size(), columns, y, y_stride);
}

bool any_quantized(std::span<ggml_tensor* const> weights) {
    return std::any_of(weights.begin(), weights.end(),
                       [](const ggml_tensor* w) { return quantizes_columns(w->type); });
}

// rest = the weights
void compute_concat(ggml_tensor* dst, int ith, int nth, void* userdata) {
    const Node node(dst, userdata);
    for (int64_t first = 0; first < dst->ne[1]; first += batch_columns) {
        const int64_t n_cols = std::min(batch_columns, dst->ne[1] - first);
        const ColumnsView columns = prepare(node, first, n_cols, any_quantized(node.rest));
        int64_t offset = 0;
        for (const ggml_tensor* weight : node.rest) {
            const Rows rows = share(weight->ne[1], ith, nth);
            multiply(weight, rows, columns, column(dst, first) + offset + rows.begin, dst->ne[0]);
            offset += weight->ne[1];
        }
    }
}

// rest = weight, residual
void compute_add(ggml_tensor* dst, int ith, int nth, void* userdata) {
    const Node node(dst, userdata);
    const ggml_tensor* weight = node.rest[0];
    const ggml_tensor* residual = node.rest[1];
    const Rows rows = share(dst->ne[0], ith, nth);
    for (int64_t first = 0; first < dst->ne[1]; first += batch_columns) {
        const int64_t n_cols = std::min(batch_columns, dst->ne[1] - first);
        const ColumnsView columns = prepare(node, first, n_cols, quantizes_columns(weight->type));
        multiply(weight, rows, columns, column(dst, first) + rows.begin, dst->ne[0]);
        for (int64_t c = first; c < first + n_cols; ++c) {
            float* y = column(dst, c);
            const float* add = column(residual, c);
            for (int64_t r = rows.begin; r < rows.end; ++r) {
                y[r] += add[r];
            }
        }
    }
}

// rest = gate weight, up weight
void compute_swiglu(ggml_tensor* dst, int ith, int nth, void* userdata) {
    const Node node(dst, userdata);
    const Rows rows = share(dst->ne[0], ith, nth);
    std::vector<float>& gate = scratch().gate;
    for (int64_t first = 0; first < dst->ne[1]; first += batch_columns) {
        const int64_t n_cols = std::min(batch_columns, dst->ne[1] - first);
        const ColumnsView columns = prepare(node, first, n_cols, any_quantized(node.rest));
        gate.resize(static_cast<size_t>(rows.size() * n_cols));
        multiply(node.rest[0], rows, columns, gate.data(), rows.size());
        multiply(node.rest[1], rows, columns, column(dst, first) + rows.begin, dst->ne[0]);
        for (int64_t c = 0; c < n_cols; ++c) {
            matvec_level(level()).swiglu(gate.data() + c * rows.size(), rows.size(),
                                         column(dst, first + c) + rows.begin);
        }
    }
}

ggml_tensor* node(ggml_context* ctx, int64_t n, ggml_tensor* x, const std::optional<InputNorm>& norm,
                  std::initializer_list<ggml_tensor*> rest, ggml_custom_op_t compute) {
    GGML_ASSERT(x->type == GGML_TYPE_F32 && x->nb[0] == sizeof(float) && ggml_is_matrix(x));
    std::vector<ggml_tensor*> sources{x};
    if (norm) {
        GGML_ASSERT(norm->weight->type == GGML_TYPE_F32 && norm->weight->ne[0] == x->ne[0] && norm->eps > 0);
        sources.push_back(norm->weight);
    }
    sources.insert(sources.end(), rest);
    return ggml_custom_4d(ctx, GGML_TYPE_F32, n, x->ne[1], 1, 1, sources.data(),
                          static_cast<int>(sources.size()), compute, GGML_N_TASKS_MAX, eps_to_userdata(norm));
}

ggml_tensor* apply_norm(ggml_context* ctx, ggml_tensor* x, const std::optional<InputNorm>& norm) {
    return norm ? ggml_mul(ctx, ggml_rms_norm(ctx, x, norm->eps), norm->weight) : x;
}

}  // namespace

ggml_tensor* linear(ggml_context* ctx, ggml_tensor* weight, ggml_tensor* x, std::optional<InputNorm> norm) {
    return linear_concat(ctx, {weight}, x, norm);
}

ggml_tensor* linear_add(ggml_context* ctx, ggml_tensor* weight, ggml_tensor* x, ggml_tensor* residual) {
    if (!has_kernels({weight})) {
        return ggml_add(ctx, ggml_mul_mat(ctx, weight, x), residual);
    }
    GGML_ASSERT(weight->ne[0] == x->ne[0] && residual->type == GGML_TYPE_F32 && ggml_is_contiguous(residual));
    GGML_ASSERT(residual->ne[0] == weight->ne[1] && residual->ne[1] == x->ne[1]);
    return node(ctx, weight->ne[1], x, std::nullopt, {weight, residual}, compute_add);
}

ggml_tensor* linear_concat(ggml_context* ctx, std::initializer_list<ggml_tensor*> weights, ggml_tensor* x,
                           std::optional<InputNorm> norm) {
    if (!has_kernels(weights)) {
        ggml_tensor* in = apply_norm(ctx, x, norm);
        ggml_tensor* out = nullptr;
        for (ggml_tensor* w : weights) {
            ggml_tensor* y = ggml_mul_mat(ctx, w, in);
            out = out == nullptr ? y : ggml_concat(ctx, out, y, 0);
        }
        return out;
    }
    int64_t n = 0;
    for (const ggml_tensor* w : weights) {
        GGML_ASSERT(w->ne[0] == x->ne[0] && ggml_is_matrix(w));
        n += w->ne[1];
    }
    return node(ctx, n, x, norm, weights, compute_concat);
}

ggml_tensor* linear_swiglu(ggml_context* ctx, ggml_tensor* gate, ggml_tensor* up, ggml_tensor* x,
                           std::optional<InputNorm> norm) {
    if (!has_kernels({gate, up})) {
        ggml_tensor* in = apply_norm(ctx, x, norm);
        return ggml_mul(ctx, ggml_silu(ctx, ggml_mul_mat(ctx, gate, in)), ggml_mul_mat(ctx, up, in));
    }
    GGML_ASSERT(gate->ne[0] == x->ne[0] && up->ne[0] == x->ne[0] && gate->ne[1] == up->ne[1]);
    return node(ctx, gate->ne[1], x, norm, {gate, up}, compute_swiglu);
}

}  // namespace phonoscope
