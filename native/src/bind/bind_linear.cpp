// The linear operations for Python, on one weight at a time: for tests and benchmarks.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <random>

#include "base/compute.hpp"
#include "base/error.hpp"
#include "base/huge_arena.hpp"
#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "bind/shortest_run.hpp"
#include "gguf/quantize.hpp"
#include "kernels/cpu_level.hpp"
#include "kernels/row_panels.hpp"
#include "ops/linear.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

namespace {

using RowBytes = nb::ndarray<const uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

constexpr size_t kGraphNodes = 64;
constexpr int64_t kMostProducts = 4096;

// A weight of the graph that reads the caller's bytes.
ggml_tensor* weight_tensor(ggml_context* ctx, const RowBytes& bytes, ggml_type type, int64_t k) {
    if (bytes.shape(1) != row_bytes(type, k)) {
        throw ArgumentError("rows of " + std::to_string(bytes.shape(1)) + " bytes do not hold " + std::to_string(k) +
                            " values of " + ggml_type_name(type));
    }
    ggml_tensor* w = ggml_new_tensor_2d(ctx, type, k, static_cast<int64_t>(bytes.shape(0)));
    w->data = const_cast<uint8_t*>(bytes.data());
    return w;
}

enum class Form { plain, add, concat, swiglu };

Form form_of(const std::string& name) {
    if (name == "plain") {
        return Form::plain;
    }
    if (name == "add") {
        return Form::add;
    }
    if (name == "concat") {
        return Form::concat;
    }
    if (name == "swiglu") {
        return Form::swiglu;
    }
    throw ArgumentError("form " + name + ": choose plain, add, concat or swiglu");
}

NumpyArray<float> apply_linear(const RowBytes& bytes, const std::string& type_name, const Rows& x,
                               const std::string& form_name, int n_threads, bool in_panels) {
    const ggml_type type = storage_type(type_name);
    const Form form = form_of(form_name);
    if (in_panels && !has_row_panels(type)) {
        throw ArgumentError(type_name + " has no row panels");
    }
    const auto k = static_cast<int64_t>(x.shape(1));
    const auto n_cols = static_cast<int64_t>(x.shape(0));
    std::vector<float> result;
    int64_t n = 0;
    {
        nb::gil_scoped_release unlocked;
        ComputePool pool(n_threads);
        Graph graph(kGraphNodes);
        ggml_context* ctx = graph.context();
        ggml_tensor* w = weight_tensor(ctx, bytes, type, k);
        std::vector<std::byte> panels;
        if (in_panels) {
            panels.resize((bytes.shape(0) + panel_rows - 1) / panel_rows * row_panel_bytes(type, k));
            pack_row_panels(type, k, std::as_bytes(span_of(bytes)), panels);
            mark_in_panels(*w);
            w->data = panels.data();
        }
        ggml_tensor* in = Graph::input(ggml_new_tensor_2d(ctx, GGML_TYPE_F32, k, n_cols));
        ggml_tensor* out = nullptr;
        switch (form) {
            case Form::plain: out = linear(ctx, w, in); break;
            case Form::add: out = linear_add(ctx, w, in, linear(ctx, w, in)); break;
            case Form::concat: out = linear_concat(ctx, {w, w, w}, in); break;
            case Form::swiglu: out = linear_swiglu(ctx, w, w, in); break;
        }
        graph.output(out);
        graph.allocate(pool);
        std::copy_n(x.data(), x.size(), static_cast<float*>(in->data));
        graph.compute();
        n = out->ne[0];
        const auto* values = static_cast<const float*>(out->data);
        result.assign(values, values + ggml_nelements(out));
    }
    return owned_array(std::move(result), {static_cast<size_t>(n_cols), static_cast<size_t>(n)});
}

// Seconds for `n_products` products of one column with weights [n, k] of random values, each of `n_weights` in turn,
// laid out as a loaded model's: the fastest of `n_runs` runs.
double time_linear(const std::string& type_name, int64_t n, int64_t k, bool in_panels, int64_t n_weights,
                   int64_t n_products, int n_threads, int n_runs) {
    const ggml_type type = storage_type(type_name);
    if (n < 1 || k < 1 || n_weights < 1 || n_products < 1 || n_products > kMostProducts || n_runs < 1) {
        throw ArgumentError("sizes and runs must be positive, products at most " + std::to_string(kMostProducts));
    }
    if (in_panels && !has_row_panels(type)) {
        throw ArgumentError(type_name + " has no row panels");
    }
    const nb::gil_scoped_release unlocked;
    const auto n_panels = static_cast<size_t>((n + panel_rows - 1) / panel_rows);
    const size_t n_bytes =
        in_panels ? n_panels * row_panel_bytes(type, k) : static_cast<size_t>(n) * row_bytes(type, k);
    HugeArena arena;
    std::minstd_rand random(1);
    ComputePool pool(n_threads);
    Graph graph(static_cast<size_t>(n_weights + n_products) + 1);
    std::vector<ggml_tensor*> weights;
    for (int64_t i = 0; i < n_weights; ++i) {
        const std::span<std::byte> memory = arena.allocate(n_bytes);
        // Small numbers as 16-bit floats, of which any other type is made up as well.
        const std::span<uint16_t> values(reinterpret_cast<uint16_t*>(memory.data()), n_bytes / sizeof(uint16_t));
        std::ranges::generate(values, [&] { return static_cast<uint16_t>(0x2800 + random() % 0x400); });
        ggml_tensor* w = weights.emplace_back(ggml_new_tensor_2d(graph.context(), type, k, n));
        w->data = memory.data();
        if (in_panels) {
            mark_in_panels(*w);
        }
    }
    ggml_tensor* x = Graph::input(ggml_new_tensor_2d(graph.context(), GGML_TYPE_F32, k, 1));
    for (int64_t i = 0; i < n_products; ++i) {
        graph.expand(linear(graph.context(), weights[static_cast<size_t>(i % n_weights)], x));
    }
    link_linears(graph.nodes());
    graph.allocate(pool);
    std::fill_n(static_cast<float*>(x->data), k, 1.0F);
    return shortest_run(n_runs, [&] { graph.compute(); });
}

}  // namespace

void bind_linear(nb::module_& m) {
    nb::enum_<CpuLevel>(m, "CpuLevel")
        .value("portable", CpuLevel::portable)
        .value("avx2", CpuLevel::avx2)
        .value("avx512", CpuLevel::avx512);
    m.def("cpu_level", &cpu_level, "The instruction set in use.");
    m.def("limit_cpu_level", &limit_cpu_level, "level"_a,
          "Lowers the instruction set used from now on; returns the one in use.");
    m.def("linear", &apply_linear, "weight"_a, "type"_a, "x"_a, "form"_a = "plain", "n_threads"_a = 1,
          "in_panels"_a = false,
          "Products of `weight` (uint8 [n, bytes of a row]) with the rows of x [columns, k]: 'plain' W x, 'add' W x + "
          "W x, 'concat' W x three times over, 'swiglu' silu(W x) * W x. `in_panels` rearranges the rows first.");
    m.def(
        "time_linear", &time_linear, "type"_a, "n"_a, "k"_a, "in_panels"_a, "n_weights"_a, "n_products"_a,
        "n_threads"_a, "n_runs"_a,
        "Seconds of the fastest of `n_runs` runs, each of `n_products` products of one column with `n_weights` random "
        "weights [n, k] in turn.");
}

}  // namespace phonoscope
