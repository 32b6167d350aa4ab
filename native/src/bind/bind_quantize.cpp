// Storage types for Python: arrays of f32 rows to bytes and back, on several threads with the GIL released.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <vector>

#include "base/error.hpp"
#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "gguf/quantize.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

namespace {

using RowBytes = nb::ndarray<const uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

NumpyArray<uint8_t> quantize(const Rows& values, const std::string& type_name, int n_threads) {
    const ggml_type type = storage_type(type_name);
    const auto n_per_row = static_cast<int64_t>(values.shape(1));
    const size_t row = row_bytes(type, n_per_row);
    std::vector<uint8_t> out(values.shape(0) * row);
    {
        const nb::gil_scoped_release unlocked;
        quantize_rows(type, span_of(values), n_per_row, std::as_writable_bytes(std::span(out)), n_threads);
    }
    return owned_array(std::move(out), {values.shape(0), row});
}

NumpyArray<float> dequantize(const RowBytes& bytes, const std::string& type_name, int64_t n_per_row) {
    const ggml_type type = storage_type(type_name);
    const size_t n_rows = bytes.size() / row_bytes(type, n_per_row);
    const auto width = static_cast<size_t>(n_per_row);
    std::vector<float> out(n_rows * width);
    {
        const nb::gil_scoped_release unlocked;
        dequantize_rows(type, std::as_bytes(span_of(bytes)), n_per_row, out);
    }
    return owned_array(std::move(out), {n_rows, width});
}

}  // namespace

void bind_quantize(nb::module_& m) {
    m.def("quantize", &quantize, "values"_a, "type"_a, "n_threads"_a = 1,
          "Rows of finite float32 values as rows of bytes in storage type `type`.");
    m.def("dequantize", &dequantize, "bytes"_a, "type"_a, "n_per_row"_a,
          "Bytes of whole rows of `n_per_row` values in storage type `type` as float32 rows.");
    m.def(
        "row_bytes",
        [](const std::string& type, int64_t n_per_row) { return row_bytes(storage_type(type), n_per_row); }, "type"_a,
        "n_per_row"_a, "Bytes of one row of `n_per_row` values in storage type `type`.");
}

}  // namespace phonoscope
