#include "codec/node_graph.hpp"

#include <algorithm>
#include <utility>

#include "base/aligned.hpp"

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

// Values at the points that one call of the filter works on: within this size they stay in a second-level cache, and
// with fewer tiles than that the taps would have to be brought to the points too often.
constexpr size_t kFilterValueBytes = size_t{640} << 10;
constexpr int64_t kFewestFilterTiles = 80;

// How many blocks of tiles there are; an even number of units is easier to share.
int64_t filter_blocks(int64_t n_tiles, int64_t n_in, int64_t most_tiles) {
    const auto fitting = static_cast<int64_t>(kFilterValueBytes / sizeof(float)) / (n_in * FilterTiles::kPoints);
    const int64_t at_once = std::min(std::max(fitting, kFewestFilterTiles), most_tiles);
    const int64_t n_blocks = (n_tiles + at_once - 1) / at_once;
    return n_blocks > 1 ? n_blocks + n_blocks % 2 : n_blocks;
}

// The block of tiles whose values at the points a thread has at hand.
struct ThreadValues {
    struct Key {
        uint64_t run = 0;
        size_t node = 0;
        int64_t block = 0;
        bool operator==(const Key&) const = default;
    };
    // Whether these are another block's values, which must be made anew.
    bool begin_block(const Key& wanted, const FilterLayout& layout) {
        memory.resize(std::max(memory.size(), static_cast<size_t>(layout.n_values())));
        return std::exchange(key, wanted) != wanted;
    }

    AlignedVector<float> memory;
    Key key;
};

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

bool NodeGraph::compute(const std::atomic<bool>* cancel) {
    static std::atomic<uint64_t> n_runs{0};
    run_ = ++n_runs;
    return graph_.compute(cancel);
}

// Units are ordered by blocks of tiles, and each thread makes the values at the points for the blocks it works on.
// Where cores do not share a cache, writing over what another core has read takes longer than making it once for each.
ggml_tensor* NodeGraph::filtered_conv(const ConvStep& step, ggml_tensor* in_place_of, int64_t width, int64_t rows,
                                      std::vector<ggml_tensor*> inputs) {
    const PackedConv& w = step.weights.weights;
    const int64_t stride = row_stride(w.n_out);
    const FilterTiles tiles{step.rows / step.frame_rows, step.frame_rows, step.dilation};
    const int64_t n_panels = w.n_panels();
    const int64_t n_blocks = filter_blocks(tiles.count(), w.n_in, kernels_.max_filter_tiles);
    const auto body = [this, step, tiles, stride, n_blocks, n_panels, node = nodes_.size()](float* out, int64_t unit) {
        thread_local ThreadValues values;
        const int64_t block = unit / n_panels;
        const int64_t begin = tiles.count() * block / n_blocks;
        const int64_t end = tiles.count() * (block + 1) / n_blocks;
        const FilterLayout layout(end - begin, step.weights.weights.n_in);
        if (values.begin_block({run_, node, block}, layout)) {
            const Rows input = input_of(step);
            kernels_.filter_input({tiles, input.first, input.stride, step.weights.weights.n_in}, begin, end, layout,
                                  values.memory.data());
        }
        kernels_.filter({tiles, &step.weights.weights, epilogue(step, out, stride)}, begin, end, unit % n_panels,
                        layout, values.memory.data());
    };
    const int64_t unit_work = tiles.count() / n_blocks * FilterTiles::kPoints * w.n_in * w.panel_width;
    return add(in_place_of, width, rows, std::move(inputs), {n_blocks * n_panels, unit_work, body});
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
    if (step.input != nullptr) {
        inputs.push_back(step.input);
    }
    if (step.frame_rows > 0 && w.is_half && w.n_taps == FilterTiles::kTaps) {
        return filtered_conv(step, in_place_of, node_width, node_rows, std::move(inputs));
    }
    const int64_t n_panels = w.n_panels();
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
