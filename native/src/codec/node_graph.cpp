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

struct Rows {
    const float* first;
    int64_t stride;
};

// Where a convolution reads, once its graph runs.
Rows input_of(const ConvStep& step) {
    if (step.history != nullptr) {
        return {step.history->first_tap(), step.history->stride()};
    }
    return {static_cast<const float*>(step.input->data), step.input->ne[0]};
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

ConvEpilogue NodeGraph::epilogue(const ConvStep& step, float* out, int64_t stride) {
    const bool keeps_result = step.snake == nullptr || step.activated != nullptr;
    ConvEpilogue e;
    e.bias = data_or_null(&step.weights.bias);
    e.scale = data_or_null(step.scale);
    e.gelu = step.gelu;
    if (step.residual != nullptr) {
        e.residual = static_cast<const float*>(step.residual->data);
        e.residual_stride = step.residual->ne[0];
    }
    if (keeps_result) {
        e.out = step.out != nullptr ? step.out->new_rows() : out;
        e.out_stride = (step.out != nullptr        ? step.out->stride()
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
    return e;
}

ggml_tensor* NodeGraph::values_at_points(const ConvStep& step, const FilterTiles& tiles) {
    constexpr int64_t kTilesAtOnce = 16;
    const int64_t n_in = step.weights.weights.n_in;
    const int64_t n_units = (tiles.count() + kTilesAtOnce - 1) / kTilesAtOnce;
    const auto body = [this, step, tiles, n_in, n_units](float* out, int64_t unit) {
        const Rows rows = input_of(step);
        const FilterInputTask task{tiles, rows.first, rows.stride, n_in, out, row_stride(n_in)};
        kernels_.filter_input(task, tiles.count() * unit / n_units, tiles.count() * (unit + 1) / n_units);
    };
    std::vector<ggml_tensor*> inputs;
    if (step.input != nullptr) {
        inputs.push_back(step.input);
    }
    return add(nullptr, row_stride(n_in), tiles.count() * FilterTiles::kPoints, std::move(inputs),
               {n_units, kTilesAtOnce * n_in * FilterTiles::kPoints * FilterTiles::kOutputs, body});
}

ggml_tensor* NodeGraph::conv(const ConvStep& step) {
    const PackedConv& w = step.weights.weights;
    const int64_t width = w.n_out / step.n_phases;
    // The next dense layer reads these rows, so they are spaced for it, except when phases must lie side by
    // side.
    const int64_t stride = step.n_phases > 1 ? width : row_stride(width);
    const bool to_history = step.out != nullptr;
    ggml_tensor* in_place_of = to_history ? nullptr : step.residual;
    const int64_t node_width = to_history ? 1 : stride;
    const int64_t node_rows = to_history ? 1 : step.rows * step.n_phases;
    std::vector<ggml_tensor*> inputs;
    if (step.residual != nullptr && to_history) {
        inputs.push_back(step.residual);
    }
    const int64_t n_panels = w.n_panels();

    if (step.frame_rows > 0 && w.is_half && w.n_taps == FilterTiles::kTaps) {
        const FilterTiles tiles{step.rows / step.frame_rows, step.frame_rows, step.dilation};
        ggml_tensor* values = values_at_points(step, tiles);
        inputs.push_back(values);
        const int64_t n_blocks = (tiles.count() + kernels_.max_filter_tiles - 1) / kernels_.max_filter_tiles;
        const auto body = [this, step, tiles, values, stride, n_blocks, n_panels](float* out, int64_t unit) {
            const FilterTask task{tiles, &step.weights.weights, static_cast<const float*>(values->data), values->ne[0],
                                  epilogue(step, out, stride)};
            const int64_t block = unit / n_panels;
            kernels_.filter(task, tiles.count() * block / n_blocks, tiles.count() * (block + 1) / n_blocks,
                            unit % n_panels);
        };
        const int64_t unit_work = tiles.count() / n_blocks * FilterTiles::kPoints * w.n_in * w.panel_width;
        return add(in_place_of, node_width, node_rows, std::move(inputs), {n_blocks * n_panels, unit_work, body});
    }

    if (step.input != nullptr) {
        inputs.push_back(step.input);
    }
    const int64_t block_rows = std::min(step.rows, kUnitRows);
    const int64_t n_blocks = (step.rows + block_rows - 1) / block_rows;
    const bool panels_inside = static_cast<size_t>(n_panels) * w.panel_bytes() <= kCachedWeightBytes;
    const auto body = [this, step, stride, n_blocks, n_panels, panels_inside](float* out, int64_t unit) {
        const Rows rows = input_of(step);
        const ConvTask task{&step.weights.weights, rows.first, rows.stride * step.stride, step.dilation,
                            epilogue(step, out, stride)};
        const int64_t panel = panels_inside ? unit % n_panels : unit / n_blocks;
        const int64_t block = panels_inside ? unit / n_panels : unit % n_blocks;
        kernels_.conv(task, step.rows * block / n_blocks, step.rows * (block + 1) / n_blocks, panel);
    };
    return add(in_place_of, node_width, node_rows, std::move(inputs),
               {n_blocks * n_panels, block_rows * w.weights_per_output() * w.panel_width, body});
}

}  // namespace phonoscope::codec
