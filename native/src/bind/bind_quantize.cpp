// Storage types for Python: arrays of f32 rows to bytes and back, on several threads with the GIL released.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <memory>

#include "base/error.hpp"
#include "bind/bind.hpp"
#include "gguf/quantize.hpp"

namespace nb = nanobind;

namespace phonoscope {

namespace {

using Rows = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using RowBytes = nb::ndarray<const uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T>
nb::ndarray<nb::numpy, T, nb::ndim<2>> new_array(std::unique_ptr<T[]> values, size_t rows, size_t columns) {
    T* data = values.release();
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    return {data, {rows, columns}, owner};
}

nb::ndarray<nb::numpy, uint8_t, nb::ndim<2>> quantize(Rows values, const std::string& type_name, int n_threads) {
    const ggml_type type = storage_type(type_name);
    const auto n_per_row = static_cast<int64_t>(values.shape(1));
    const size_t row = row_bytes(type, n_per_row);
    const size_t n_bytes = values.shape(0) * row;
    auto out = std::make_unique<uint8_t[]>(n_bytes);
    {
        nb::gil_scoped_release unlocked;
        quantize_rows(type, {values.data(), values.size()}, n_per_row,
                      std::as_writable_bytes(std::span(out.get(), n_bytes)), n_threads);
    }
    return new_array(std::move(out), values.shape(0), row);
}

nb::ndarray<nb::numpy, float, nb::ndim<2>> dequantize(RowBytes bytes, const std::string& type_name, int64_t n_per_row) {
    const ggml_type type = storage_type(type_name);
    const size_t n_rows = bytes.size() / row_bytes(type, n_per_row);
    const size_t n_values = n_rows * static_cast<size_t>(n_per_row);
    auto out = std::make_unique<float[]>(n_values);
    {
        nb::gil_scoped_release unlocked;
        dequantize_rows(type, std::as_bytes(std::span(bytes.data(), bytes.size())), n_per_row, {out.get(), n_values});
    }
    return new_array(std::move(out), n_rows, static_cast<size_t>(n_per_row));
}

}  // namespace

void bind_quantize(nb::module_& m) {
    m.def("quantize", &quantize, nb::arg("values"), nb::arg("type"), nb::arg("n_threads") = 1,
          "Rows of finite float32 values as rows of bytes in storage type `type`.");
    m.def("dequantize", &dequantize, nb::arg("bytes"), nb::arg("type"), nb::arg("n_per_row"),
          "Bytes of whole rows of `n_per_row` values in storage type `type` as float32 rows.");
    m.def(
        "row_bytes",
        [](const std::string& type, int64_t n_per_row) { return row_bytes(storage_type(type), n_per_row); },
        nb::arg("type"), nb::arg("n_per_row"), "Bytes of one row of `n_per_row` values in storage type `type`.");
}

}  // namespace phonoscope
