// numpy arrays in and out of the native module.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace phonoscope {

using FloatArray = nanobind::ndarray<const float, nanobind::c_contig, nanobind::device::cpu>;
using IntArray = nanobind::ndarray<const int32_t, nanobind::c_contig, nanobind::device::cpu>;
using Vector = nanobind::ndarray<const float, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using Rows = nanobind::ndarray<const float, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;
template <typename T>
using NumpyArray = nanobind::ndarray<nanobind::numpy, T>;

// All values of an array that lies in memory without gaps.
template <typename T, typename... Traits>
std::span<const T> span_of(const nanobind::ndarray<const T, Traits...>& a) {
    return {a.data(), a.size()};
}

// Throws ArgumentError unless `condition` holds.
inline void need(bool condition, const char* problem) {
    if (!condition) {
        throw ArgumentError(problem);
    }
}

// A new numpy array that owns `values`, of shape `shape`; `strides`, in values, where its last axis is not the fastest.
template <typename T>
NumpyArray<T> owned_array(std::vector<T> values, std::initializer_list<size_t> shape,
                          std::initializer_list<int64_t> strides = {}) {
    auto held = std::make_unique<std::vector<T>>(std::move(values));
    T* data = held->data();
    nanobind::capsule owner(held.get(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    held.release();  // the capsule owns it
    return NumpyArray<T>(data, shape.size(), shape.begin(), owner, strides.size() == 0 ? nullptr : strides.begin());
}

}  // namespace phonoscope
