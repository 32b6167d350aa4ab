#include "ops/linear.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "base/compute.hpp"
#include "kernels/matvec.hpp"
#include "kernels/matvec_levels.hpp"
#include "kernels/row_panels.hpp"

namespace phonoscope {

namespace {

// Columns handled at once: their quantised form stays in the second-level cache while the weights pass by.
constexpr int64_t batch_columns = 64;

// What a thread takes at once: enough to read memory in order for a while, few enough for the threads to finish
// together, and whole cache lines of results.
constexpr int64_t largest_unit_bytes = 65536;
constexpr int64_t fewest_units = 8;
constexpr int64_t unit_row_multiple = panel_rows;

// How many single columns are quantised before the first one's memory is written over: those of a step or so. Other cores
// hold what they have read until the weights of some layers drive it out; before that, every line would have to be taken
// back from them, which keeps all of them waiting.
constexpr size_t n_single_columns = 256;

// Memory of the thread that computes the graph (columns) and of each thread that helps (gate).
struct ThreadScratch {
    ColumnQuantizer many_columns;
    std::array<ColumnQuantizer, n_single_columns> single_columns;
    size_t next_single = 0;
    std::vector<float> gate;

    ColumnQuantizer& quantizer(int64_t n_cols) {
        return n_cols > 1 ? many_columns : single_columns[next_single++ % n_single_columns];
    }
};
ThreadScratch& scratch() {
    thread_local ThreadScratch s;
    return s;
}

float* column(const ggml_tensor* t, int64_t c) {
    return reinterpret_cast<float*>(static_cast<char*>(t->data) + static_cast<size_t>(c) * t->nb[1]);
}

ColumnsView prepare(const ggml_tensor* x, int64_t first, int64_t n_cols, bool quantize) {
    const auto stride = static_cast<int64_t>(x->nb[1] / sizeof(float));
    return scratch().quantizer(n_cols).prepare(column(x, first), x->ne[0], stride, n_cols, quantize, cpu_level());
}

// A few neighbouring rows of one weight.
struct Rows {
    int64_t begin;
    int64_t end;
    int64_t size() const { return end - begin; }
};

// Cuts the rows of a weight into units.
class RowUnits {
   public:
    explicit RowUnits(const ggml_tensor* weight) : n_rows_(weight->ne[1]) {
        const int64_t wanted =
            std::min(n_rows_ / fewest_units, largest_unit_bytes / static_cast<int64_t>(weight->nb[1]));
        rows_per_unit_ = std::max<int64_t>(1, (wanted + unit_row_multiple - 1) / unit_row_multiple) * unit_row_multiple;
    }
    int64_t size() const { return (n_rows_ + rows_per_unit_ - 1) / rows_per_unit_; }
    int64_t rows_per_unit() const { return rows_per_unit_; }
    Rows rows(int64_t unit) const { return {unit * rows_per_unit_, std::min(n_rows_, (unit + 1) * rows_per_unit_)}; }

   private:
    int64_t n_rows_;
    int64_t rows_per_unit_;
};

void multiply(const ggml_tensor* weight, Rows rows, const ColumnsView& columns, float* y, int64_t y_stride) {
    const auto* data = static_cast<const std::byte*>(weight->data);
    if (is_in_panels(weight)) {
        const size_t panel_bytes = row_panel_bytes(weight->type, weight->ne[0]);
        data += static_cast<size_t>(rows.begin / panel_rows) * panel_bytes;
        panel_kernel(weight->type, cpu_level())(data, panel_bytes, rows.size(), columns, y, y_stride);
        return;
    }
    data += static_cast<size_t>(rows.begin) * weight->nb[1];
    matvec_kernel(weight->type, cpu_level())(data, weight->nb[1], rows.size(), columns, y, y_stride);
}

bool any_quantized(std::span<ggml_tensor* const> weights) {
    return std::any_of(weights.begin(), weights.end(), [](const ggml_tensor* w) { return quantizes_columns(w->type); });
}

// Calls body(first, columns) for batches of the input's columns, ready for the kernels.
template <typename Body>
void for_each_batch(const ggml_tensor* x, bool quantize, Body body) {
    for (int64_t first = 0; first < x->ne[1]; first += batch_columns) {
        body(first, prepare(x, first, std::min(batch_columns, x->ne[1] - first), quantize));
    }
}

// The sources of a node but the first.
std::span<ggml_tensor* const> behind_input(const ggml_tensor* node) {
    const std::span<ggml_tensor* const> all(node->src + 1, node->src + GGML_MAX_SRC);
    return all.first(static_cast<size_t>(std::find(all.begin(), all.end(), nullptr) - all.begin()));
}

// Sources: input, weights.
void compute_concat(ggml_tensor* dst, int /*ith*/, int /*nth*/, void* userdata) {
    const auto* ahead = static_cast<const ReadAhead*>(userdata);
    const auto weights = behind_input(dst);
    int64_t n_units = 0;
    for (const ggml_tensor* weight : weights) {
        n_units += RowUnits(weight).size();
    }
    for_each_batch(dst->src[0], any_quantized(weights), [&](int64_t first, const ColumnsView& columns) {
        const int64_t work = dst->ne[0] * columns.k * columns.n_cols / n_units;
        for_each_unit(
            n_units, work,
            [&](int64_t unit, int /*thread*/) {
                if (ahead != nullptr && first == 0) {
                    (*ahead)(unit, n_units);
                }
                float* y = column(dst, first);
                for (const ggml_tensor* weight : weights) {
                    const RowUnits units(weight);
                    if (unit < units.size()) {
                        const Rows rows = units.rows(unit);
                        multiply(weight, rows, columns, y + rows.begin, dst->ne[0]);
                        return;
                    }
                    unit -= units.size();
                    y += weight->ne[1];
                }
            },
            upcoming_after(dst));
    });
}

// Sources: input, weight, residual.
void compute_add(ggml_tensor* dst, int /*ith*/, int /*nth*/, void* /*userdata*/) {
    const ggml_tensor* weight = dst->src[1];
    const ggml_tensor* residual = dst->src[2];
    const RowUnits units(weight);
    for_each_batch(dst->src[0], quantizes_columns(weight->type), [&](int64_t first, const ColumnsView& columns) {
        const int64_t work = units.rows_per_unit() * columns.k * columns.n_cols;
        for_each_unit(
            units.size(), work,
            [&](int64_t unit, int /*thread*/) {
                const Rows rows = units.rows(unit);
                multiply(weight, rows, columns, column(dst, first) + rows.begin, dst->ne[0]);
                for (int64_t c = first; c < first + columns.n_cols; ++c) {
                    float* y = column(dst, c);
                    const float* add = column(residual, c);
                    for (int64_t r = rows.begin; r < rows.end; ++r) {
                        y[r] += add[r];
                    }
                }
            },
            upcoming_after(dst));
    });
}

// Sources: input, gate weight, up weight.
void compute_swiglu(ggml_tensor* dst, int /*ith*/, int /*nth*/, void* /*userdata*/) {
    const std::span<ggml_tensor* const> weights(dst->src + 1, 2);
    const RowUnits units(weights[0]);
    for_each_batch(dst->src[0], any_quantized(weights), [&](int64_t first, const ColumnsView& columns) {
        const int64_t work = 2 * units.rows_per_unit() * columns.k * columns.n_cols;
        for_each_unit(
            units.size(), work,
            [&](int64_t unit, int /*thread*/) {
                const Rows rows = units.rows(unit);
                std::vector<float>& gate = scratch().gate;
                gate.resize(static_cast<size_t>(rows.size() * columns.n_cols));
                multiply(weights[0], rows, columns, gate.data(), rows.size());
                multiply(weights[1], rows, columns, column(dst, first) + rows.begin, dst->ne[0]);
                for (int64_t c = 0; c < columns.n_cols; ++c) {
                    matvec_level(cpu_level())
                        .swiglu(gate.data() + c * rows.size(), rows.size(), column(dst, first + c) + rows.begin);
                }
            },
            upcoming_after(dst));
    });
}

ggml_tensor* add_node(ggml_context* ctx, int64_t n, ggml_tensor* x, std::initializer_list<ggml_tensor*> others,
                      ggml_custom_op_t compute, const void* userdata = nullptr) {
    GGML_ASSERT(x->type == GGML_TYPE_F32 && x->nb[0] == sizeof(float) && ggml_is_matrix(x));
    std::vector<ggml_tensor*> sources{x};
    sources.insert(sources.end(), others);
    ggml_tensor* node = ggml_custom_4d(ctx, GGML_TYPE_F32, n, x->ne[1], 1, 1, sources.data(),
                                       static_cast<int>(sources.size()), compute, 1, const_cast<void*>(userdata));
    node->extra = node;  // which says that it is a linear one, until link_linears()
    return node;
}

// A weight in panels from the first of these rows on.
std::span<const std::byte> bytes_from(const ggml_tensor* weight, Rows rows) {
    const auto panel_bytes = static_cast<int64_t>(row_panel_bytes(weight->type, weight->ne[0]));
    const int64_t first = rows.begin / panel_rows;
    const int64_t n_panels = (weight->ne[1] + panel_rows - 1) / panel_rows;
    return {static_cast<const std::byte*>(weight->data) + first * panel_bytes,
            static_cast<size_t>((n_panels - first) * panel_bytes)};
}

}  // namespace

void link_linears(ggml_cgraph* graph) {
    ggml_tensor* next = nullptr;
    for (int i = ggml_graph_n_nodes(graph) - 1; i >= 0; --i) {
        ggml_tensor* node = ggml_graph_node(graph, i);
        if (node->op == GGML_OP_CUSTOM) {
            const bool is_linear = node->extra == node;
            node->extra = next;
            next = is_linear ? node : next;
        }
    }
}

Upcoming upcoming_weights(const ggml_tensor* node, int thread, int n_threads) {
    const auto* next = static_cast<const ggml_tensor*>(node->extra);
    if (next == nullptr || next == node) {
        return {};
    }
    Upcoming upcoming;
    const auto first_unit = [&](int64_t n_units) { return n_units * thread / n_threads; };
    const auto weights = behind_input(next);
    if (next->ne[0] == weights[0]->ne[1]) {  // one, or gate and up side by side
        for (size_t i = 0; i < std::min(upcoming.pieces.size(), weights.size()) && is_in_panels(weights[i]); ++i) {
            const RowUnits units(weights[i]);
            upcoming.pieces[i] = bytes_from(weights[i], units.rows(first_unit(units.size())));
        }
        return upcoming;
    }
    int64_t n_units = 0;
    for (const ggml_tensor* weight : weights) {
        n_units += RowUnits(weight).size();
    }
    int64_t unit = first_unit(n_units);
    for (const ggml_tensor* weight : weights) {
        const RowUnits units(weight);
        if (unit < units.size()) {
            if (is_in_panels(weight)) {
                upcoming.pieces[0] = bytes_from(weight, units.rows(unit));
            }
            break;
        }
        unit -= units.size();
    }
    return upcoming;
}

ggml_tensor* linear(ggml_context* ctx, ggml_tensor* weight, ggml_tensor* x) { return linear_concat(ctx, {weight}, x); }

ggml_tensor* linear_add(ggml_context* ctx, ggml_tensor* weight, ggml_tensor* x, ggml_tensor* residual) {
    GGML_ASSERT(weight->ne[0] == x->ne[0] && residual->type == GGML_TYPE_F32 && ggml_is_contiguous(residual));
    GGML_ASSERT(residual->ne[0] == weight->ne[1] && residual->ne[1] == x->ne[1]);
    return add_node(ctx, weight->ne[1], x, {weight, residual}, compute_add);
}

ggml_tensor* linear_concat(ggml_context* ctx, std::initializer_list<ggml_tensor*> weights, ggml_tensor* x,
                           const ReadAhead* ahead) {
    int64_t n = 0;
    for (const ggml_tensor* w : weights) {
        GGML_ASSERT(w->ne[0] == x->ne[0] && ggml_is_matrix(w));
        n += w->ne[1];
    }
    return add_node(ctx, n, x, weights, compute_concat, ahead);
}

ggml_tensor* linear_swiglu(ggml_context* ctx, ggml_tensor* gate, ggml_tensor* up, ggml_tensor* x) {
    GGML_ASSERT(gate->ne[0] == x->ne[0] && up->ne[0] == x->ne[0] && gate->ne[1] == up->ne[1]);
    return add_node(ctx, gate->ne[1], x, {gate, up}, compute_swiglu);
}

}  // namespace phonoscope
