#include "codec/node_graph.hpp"

#include <algorithm>
#include <utility>

namespace phonoscope::codec {

namespace {

// Rows that one unit of a convolution computes: enough to use a panel of weights several times from cache,
// few enough for the threads to share evenly.
constexpr int64_t kUnitRows = 96;
// All panels of a layer within this size stay in a core's second-level cache, together with a block of rows.
constexpr size_t kCachedWeightBytes = size_t{512} << 10;

const float* data_or_null(const std::vector<float>* values) {
    return values == nullptr || values->empty() ? nullptr : values->data();
}

}  // namespace

ggml_tensor* NodeGraph::add(ggml_tensor* in_place_of, int64_t width, int64_t rows, std::vector<ggml_tensor*> inputs,
                            Node node) {
    nodes_.push_back(std::move(node));
    const auto run = [](ggml_tensor* dst, int /*ith*/, int /*nth*/, void* user) {
        const auto* n = static_cast<const Node*>(user);
        auto* out = static_cast<float*>(dst->data);
        for_each_unit(n->n_units, n->unit_work, [&](int64_t unit, int /*thread*/) { n->body(out, unit); });
    };
    const auto n_inputs = static_cast<int>(inputs.size());
    ggml_tensor* t = in_place_of != nullptr ? ggml_custom_inplace(graph_.context(), in_place_of, inputs.data(),
                                                                  n_inputs, run, 1, &nodes_.back())
                                            : ggml_custom_4d(graph_.context(), GGML_TYPE_F32, width, rows, 1, 1,
                                                             inputs.data(), n_inputs, run, 1, &nodes_.back());
    graph_.expand(t);
    return t;
}

ggml_tensor* NodeGraph::node(int64_t width, int64_t rows, std::initializer_list<ggml_tensor*> inputs, int64_t n_units,
                             Body body, int64_t unit_work) {
    return add(nullptr, width, rows, inputs, {n_units, unit_work, std::move(body)});
}

void NodeGraph::effect(std::initializer_list<ggml_tensor*> inputs, int64_t n_units, Body body, int64_t unit_work) {
    add(nullptr, 1, 1, inputs, {n_units, unit_work, std::move(body)});
}

ggml_tensor* NodeGraph::conv(const ConvStep& step) {
    const PackedConv& w = step.weights.weights;
    const int64_t width = w.n_out / step.n_phases;
    const bool keeps_result = step.snake == nullptr || step.activated != nullptr;
    const bool to_history = step.out != nullptr;
    // The next dense layer reads these rows, so they are spaced for it, except when phases must lie side by
    // side.
    const int64_t stride = step.n_phases > 1 ? width : row_stride(width);

    std::vector<ggml_tensor*> inputs;
    if (step.input != nullptr) {
        inputs.push_back(step.input);
    }
    if (step.residual != nullptr && to_history) {
        inputs.push_back(step.residual);
    }
    ggml_tensor* in_place_of = to_history ? nullptr : step.residual;

    const int64_t block_rows = std::min(step.rows, kUnitRows);
    const int64_t n_blocks = (step.rows + block_rows - 1) / block_rows;
    const int64_t n_panels = w.n_panels();
    const bool panels_inside = static_cast<size_t>(n_panels) * w.panel_bytes() <= kCachedWeightBytes;
    const auto body = [this, step, keeps_result, to_history, stride, n_blocks, n_panels, panels_inside](float* out,
                                                                                                        int64_t unit) {
        ConvTask task;
        task.weights = &step.weights.weights;
        task.dilation = step.dilation;
        if (step.history != nullptr) {
            task.input = step.history->first_tap();
            task.input_stride = step.history->stride();
        } else {
            task.input = static_cast<const float*>(step.input->data);
            task.input_stride = step.input->ne[0];
        }
        task.input_stride *= step.stride;
        ConvEpilogue& e = task.epilogue;
        e.bias = data_or_null(&step.weights.bias);
        e.scale = data_or_null(step.scale);
        e.gelu = step.gelu;
        if (step.residual != nullptr) {
            e.residual = static_cast<const float*>(step.residual->data);
            e.residual_stride = step.residual->ne[0];
        }
        if (keeps_result) {
            e.out = to_history ? step.out->new_rows() : out;
            e.out_stride = (to_history                 ? step.out->stride()
                            : step.residual != nullptr ? e.residual_stride
                                                       : stride) *
                           step.n_phases;
        }
        if (step.snake != nullptr) {
            e.snake_frequency = step.snake->frequency.data();
            e.snake_scale = step.snake->scale.data();
            e.activated = step.activated != nullptr ? step.activated->new_rows() : out;
            e.activated_stride = (step.activated != nullptr ? step.activated->stride() : stride) * step.n_phases;
        }
        const int64_t panel = panels_inside ? unit % n_panels : unit / n_blocks;
        const int64_t block = panels_inside ? unit / n_panels : unit % n_blocks;
        kernels_.conv(task, step.rows * block / n_blocks, step.rows * (block + 1) / n_blocks, panel);
    };
    const bool needs_tensor = !to_history;
    return add(in_place_of, needs_tensor ? stride : 1, needs_tensor ? step.rows * step.n_phases : 1, std::move(inputs),
               {n_blocks * n_panels, block_rows * w.weights_per_output() * w.panel_width, body});
}

}  // namespace phonoscope::codec
