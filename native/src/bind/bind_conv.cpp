// The convolution kernels for Python, one call at a time: for tests and benchmarks.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <random>

#include "base/aligned.hpp"
#include "base/error.hpp"
#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "bind/shortest_run.hpp"
#include "codec/node_graph.hpp"
#include "gguf/weights.hpp"
#include "kernels/conv.hpp"
#include "kernels/minimal_filter.hpp"
#include "kernels/pack_conv.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

namespace {

using Kernel = nb::ndarray<const float, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

// Parameters per channel, padded to whole panels.
std::vector<float> padded(const std::optional<Vector>& values, const PackedConv& w) {
    if (!values.has_value()) {
        return {};
    }
    if (static_cast<int64_t>(values->size()) != w.n_out) {
        throw ArgumentError(std::to_string(values->size()) + " parameters for " + std::to_string(w.n_out) +
                            " channels");
    }
    std::vector<float> out(static_cast<size_t>(w.padded_out()));
    std::copy_n(values->data(), values->size(), out.begin());
    return out;
}

const float* pointer(const std::vector<float>& values) { return values.empty() ? nullptr : values.data(); }

// A ggml tensor that holds `values` as f32 or f16, in a context of its own.
struct OwnTensor {
    OwnTensor(const Kernel& values, bool half)
        : context(ggml_init({.mem_size = ggml_tensor_overhead() + values.size() * sizeof(float) + 64,
                             .mem_buffer = nullptr,
                             .no_alloc = false})),
          tensor(ggml_new_tensor_3d(context.get(), half ? GGML_TYPE_F16 : GGML_TYPE_F32,
                                    static_cast<int64_t>(values.shape(2)), static_cast<int64_t>(values.shape(1)),
                                    static_cast<int64_t>(values.shape(0)))) {
        if (half) {
            ggml_fp32_to_fp16_row(values.data(), static_cast<ggml_fp16_t*>(tensor->data),
                                  static_cast<int64_t>(values.size()));
        } else {
            std::copy_n(values.data(), values.size(), static_cast<float*>(tensor->data));
        }
    }
    GgmlContext context;
    ggml_tensor* tensor;
};

// x [time][in], weight [out][in][tap] -> result and snake(result), [time][out], the past being silence.
std::pair<NumpyArray<float>, NumpyArray<float>> causal_conv(
    const Rows& x, const Kernel& weight, const std::optional<Vector>& bias, int64_t dilation, bool half,
    const std::optional<Vector>& scale, const std::optional<Rows>& residual, bool gelu,
    const std::optional<Vector>& snake_frequency, const std::optional<Vector>& snake_scale, int64_t rows_per_call) {
    const ConvKernels& kernels = conv_kernels(cpu_level());
    const auto n_rows = static_cast<int64_t>(x.shape(0));
    const auto n_in = static_cast<int64_t>(x.shape(1));
    const auto n_taps = static_cast<int64_t>(weight.shape(2));
    const auto n_out = static_cast<int64_t>(weight.shape(0));
    need(static_cast<int64_t>(weight.shape(1)) == n_in, "weight and x differ in channels");
    need(dilation >= 1 && rows_per_call >= 1, "dilation and rows_per_call must be positive");
    need(snake_frequency.has_value() == snake_scale.has_value(), "snake needs both parameters");
    need(!residual || (residual->shape(0) == x.shape(0) && residual->shape(1) == weight.shape(0)),
         "residual has another shape than the result");
    HugeArena arena;
    const OwnTensor source(weight, half);
    const ggml_tensor* parts[] = {source.tensor};
    const PackedConv packed = pack_conv(parts, n_in, n_taps, kernels.panel_width, arena);
    const int64_t past = (n_taps - 1) * dilation;
    std::vector<float> input(static_cast<size_t>((past + n_rows) * n_in));
    std::copy_n(x.data(), x.size(), input.begin() + past * n_in);
    const std::vector<float> bias_padded = padded(bias, packed);
    const std::vector<float> scale_padded = padded(scale, packed);
    const std::vector<float> frequency_padded = padded(snake_frequency, packed);
    const std::vector<float> snake_scale_padded = padded(snake_scale, packed);
    std::vector<float> out(static_cast<size_t>(n_rows * n_out));
    std::vector<float> activated(snake_frequency ? out.size() : 0);
    ConvTask task{&packed, input.data(), n_in, dilation, {}};
    task.epilogue.bias = pointer(bias_padded);
    task.epilogue.scale = pointer(scale_padded);
    task.epilogue.residual = residual ? residual->data() : nullptr;
    task.epilogue.residual_stride = n_out;
    task.epilogue.gelu = gelu;
    task.epilogue.out = out.data();
    task.epilogue.out_stride = n_out;
    if (snake_frequency) {
        task.epilogue.snake_frequency = frequency_padded.data();
        task.epilogue.snake_scale = snake_scale_padded.data();
        task.epilogue.activated = activated.data();
        task.epilogue.activated_stride = n_out;
    }
    for (int64_t panel = 0; panel < packed.n_panels(); ++panel) {
        for (int64_t row = 0; row < n_rows; row += rows_per_call) {
            kernels.conv(task, row, std::min(n_rows, row + rows_per_call), panel);
        }
    }
    const auto width = static_cast<size_t>(n_out);
    const size_t n_activated = activated.size() / width;
    return {owned_array(std::move(out), {static_cast<size_t>(n_rows), width}),
            owned_array(std::move(activated), {n_activated, width})};
}

// The same by minimal filtering: seven taps, and rows that are whole frames of `frame_rows`.
NumpyArray<float> filtered_conv(const Rows& x, const Kernel& weight, int64_t dilation, int64_t frame_rows, bool half) {
    const ConvKernels& kernels = conv_kernels(cpu_level());
    const auto n_rows = static_cast<int64_t>(x.shape(0));
    const auto n_in = static_cast<int64_t>(x.shape(1));
    const auto n_out = static_cast<int64_t>(weight.shape(0));
    need(weight.shape(1) == x.shape(1) && weight.shape(2) == FilterTiles::kTaps, "weight must have seven taps of x");
    need(dilation >= 1 && frame_rows >= 1 && n_rows % frame_rows == 0, "rows must be whole frames");
    HugeArena arena;
    const OwnTensor source(weight, half);
    const ggml_tensor* parts[] = {source.tensor};
    const PackedConv packed = pack_conv(parts, n_in, FilterTiles::kTaps, kernels.panel_width, arena);
    const int64_t past = (FilterTiles::kTaps - 1) * dilation;
    std::vector<float> input(static_cast<size_t>((past + n_rows) * n_in));
    std::copy_n(x.data(), x.size(), input.begin() + past * n_in);
    const FilterTiles tiles{n_rows / frame_rows, frame_rows, dilation};
    std::vector<float> out(static_cast<size_t>(n_rows * n_out));
    FilterTask task{tiles, &packed, {}};
    task.epilogue.out = out.data();
    task.epilogue.out_stride = n_out;
    for (int64_t begin = 0; begin < tiles.count(); begin += kernels.max_filter_tiles) {
        const int64_t end = std::min(tiles.count(), begin + kernels.max_filter_tiles);
        const FilterLayout layout(end - begin, n_in);
        AlignedVector<float> values(static_cast<size_t>(layout.n_values()));
        kernels.filter_input({tiles, input.data(), n_in, n_in}, begin, end, layout, values.data());
        for (int64_t panel = 0; panel < packed.n_panels(); ++panel) {
            kernels.filter(task, begin, end, panel, layout, values.data());
        }
    }
    return owned_array(std::move(out), {x.shape(0), weight.shape(0)});
}

// x [time][in], weight [in][out][kernel] -> [time * stride][out], without the kernel's tail.
NumpyArray<float> transposed_conv(const Rows& x, const Kernel& weight, int64_t stride, bool half) {
    const ConvKernels& kernels = conv_kernels(cpu_level());
    const auto n_rows = static_cast<int64_t>(x.shape(0));
    const auto n_in = static_cast<int64_t>(x.shape(1));
    const auto n_kernel = static_cast<int64_t>(weight.shape(2));
    need(weight.shape(0) == x.shape(1), "weight and x differ in channels");
    need(stride >= 1 && (n_kernel == stride || n_kernel == 2 * stride), "the kernel must be 1 or 2 strides long");
    HugeArena arena;
    const OwnTensor source(weight, half);
    const PackedConv packed = pack_transposed_conv(source.tensor, stride, kernels.panel_width, arena);
    std::vector<float> input(static_cast<size_t>((packed.n_taps - 1 + n_rows) * n_in));
    std::copy_n(x.data(), x.size(), input.begin() + (packed.n_taps - 1) * n_in);
    std::vector<float> out(static_cast<size_t>(n_rows * packed.n_out));
    ConvTask task{&packed, input.data(), n_in, 1, {}};
    task.epilogue.out = out.data();
    task.epilogue.out_stride = packed.n_out;
    for (int64_t panel = 0; panel < packed.n_panels(); ++panel) {
        kernels.conv(task, 0, n_rows, panel);
    }
    return owned_array(std::move(out), {static_cast<size_t>(n_rows * stride), weight.shape(1)});
}

// x [time][in], weight [tap][in] -> [time]
NumpyArray<float> conv_to_mono(const Rows& x, const Rows& weight, float bias) {
    const auto n_rows = static_cast<int64_t>(x.shape(0));
    const auto n_in = static_cast<int64_t>(x.shape(1));
    const auto n_taps = static_cast<int64_t>(weight.shape(0));
    need(weight.shape(1) == x.shape(1), "weight and x differ in channels");
    std::vector<float> input(static_cast<size_t>((n_taps - 1 + n_rows) * n_in));
    std::copy_n(x.data(), x.size(), input.begin() + (n_taps - 1) * n_in);
    std::vector<float> out(static_cast<size_t>(n_rows));
    const MonoConvTask task{weight.data(), bias, n_in, n_taps, input.data(), n_in, out.data()};
    conv_kernels(cpu_level()).conv_to_mono(task, 0, n_rows);
    return owned_array(std::move(out), {static_cast<size_t>(n_rows)});
}

// Seconds for one causal convolution of random values as the codec runs it, on a pool of `n_threads`.
double time_causal_conv(int64_t n_in, int64_t n_out, int64_t n_taps, int64_t dilation, int64_t n_rows, bool half,
                        int n_threads, int n_runs, int64_t frame_rows) {
    need(frame_rows >= 0 && (frame_rows == 0 || n_rows % frame_rows == 0), "rows must be whole frames");
    need(n_in >= 1 && n_out >= 1 && n_taps >= 1 && dilation >= 1 && n_rows >= 1, "dimensions must be positive");
    const nb::gil_scoped_release unlocked;
    const ConvKernels& kernels = conv_kernels(cpu_level());
    HugeArena arena;
    ConvWeights weights;
    weights.weights = PackedConv{n_in, n_taps, n_out, kernels.panel_width, half, nullptr};
    const std::span<std::byte> memory =
        arena.allocate(static_cast<size_t>(weights.weights.n_panels()) * weights.weights.panel_bytes());
    std::minstd_rand random(1);
    if (half) {
        const std::span<uint16_t> values(reinterpret_cast<uint16_t*>(memory.data()), memory.size() / 2);
        std::ranges::generate(values, [&] { return static_cast<uint16_t>(0x2800 + random() % 0x400); });
    } else {
        const std::span<float> values(reinterpret_cast<float*>(memory.data()), memory.size() / 4);
        std::ranges::generate(values, [&] { return static_cast<float>(random() % 1024) / 32768.0F; });
    }
    weights.weights.data = memory.data();
    codec::RowHistory input((n_taps - 1) * dilation, n_rows, codec::row_stride(n_in));
    ComputePool pool(n_threads);
    codec::NodeGraph graph(kernels, pool);
    graph.conv({.weights = weights, .rows = n_rows, .frame_rows = frame_rows, .history = &input, .dilation = dilation});
    graph.allocate();
    return shortest_run(n_runs, [&] { graph.compute(nullptr); });
}

}  // namespace

void bind_conv(nb::module_& m) {
    m.def("causal_conv", &causal_conv, "x"_a, "weight"_a, "bias"_a = nb::none(), "dilation"_a = 1, "half"_a = false,
          "scale"_a = nb::none(), "residual"_a = nb::none(), "gelu"_a = false, "snake_frequency"_a = nb::none(),
          "snake_scale"_a = nb::none(), "rows_per_call"_a = int64_t{1} << 40);
    m.def("transposed_conv", &transposed_conv, "x"_a, "weight"_a, "stride"_a, "half"_a = false);
    m.def("conv_to_mono", &conv_to_mono, "x"_a, "weight"_a, "bias"_a);
    m.def("time_causal_conv", &time_causal_conv, "n_in"_a, "n_out"_a, "n_taps"_a, "dilation"_a, "n_rows"_a, "half"_a,
          "n_threads"_a, "n_runs"_a, "frame_rows"_a = 0,
          "Seconds of the fastest of `n_runs` runs of one convolution; with rows that are whole frames as the codec's\n"
          "residual units run it.");
    m.def("filtered_conv", &filtered_conv, "x"_a, "weight"_a, "dilation"_a, "frame_rows"_a, "half"_a = true);
}

}  // namespace phonoscope
