// The linear operations for Python, on one weight at a time: for tests and benchmarks.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>

#include "base/compute.hpp"
#include "base/error.hpp"
#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "gguf/quantize.hpp"
#include "kernels/cpu_level.hpp"
#include "kernels/row_panels.hpp"
#include "ops/linear.hpp"

namespace nb = nanobind;

namespace phonoscope {

namespace {

using RowBytes = nb::ndarray<const uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Columns = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

constexpr size_t kGraphNodes = 64;

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

NumpyArray<float> apply_linear(const RowBytes& bytes, const std::string& type_name, const Columns& x,
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
            pack_row_panels(type, k, std::as_bytes(std::span(bytes.data(), bytes.size())), panels);
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

}  // namespace

void bind_linear(nb::module_& m) {
    nb::enum_<CpuLevel>(m, "CpuLevel")
        .value("portable", CpuLevel::portable)
        .value("avx2", CpuLevel::avx2)
        .value("avx512", CpuLevel::avx512);
    m.def("cpu_level", &cpu_level, "The instruction set in use.");
    m.def("limit_cpu_level", &limit_cpu_level, nb::arg("level"),
          "Lowers the instruction set used from now on; returns the one in use.");
    m.def("linear", &apply_linear, nb::arg("weight"), nb::arg("type"), nb::arg("x"), nb::arg("form") = "plain",
          nb::arg("n_threads") = 1, nb::arg("in_panels") = false,
          "Products of `weight` (uint8 [n, bytes of a row]) with the rows of x [columns, k]: 'plain' W x, 'add' W x + "
          "W x, 'concat' W x three times over, 'swiglu' silu(W x) * W x. `in_panels` rearranges the rows first.");
}

}  // namespace phonoscope
