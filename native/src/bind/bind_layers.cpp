// The kernels of small layers for Python, one call at a time: for tests.
#include <algorithm>
#include <cmath>
#include <vector>

#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "kernels/layers.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

namespace {

// Depthwise causal convolution, then LayerNorm: x [time][channel], weight [tap][channel].
NumpyArray<float> depthwise_norm(const Rows& x, const Rows& weight, const Vector& bias, const Vector& norm_weight,
                                 const Vector& norm_bias, float eps) {
    const auto n_rows = static_cast<int64_t>(x.shape(0));
    const auto width = static_cast<int64_t>(x.shape(1));
    const auto n_taps = static_cast<int64_t>(weight.shape(0));
    need(weight.shape(1) == x.shape(1) && bias.size() == x.shape(1) && norm_weight.size() == x.shape(1) &&
             norm_bias.size() == x.shape(1),
         "weights and x differ in channels");
    std::vector<float> input(static_cast<size_t>((n_taps - 1 + n_rows) * width));
    std::copy_n(x.data(), x.size(), input.begin() + (n_taps - 1) * width);
    std::vector<float> out(x.size());
    const DepthwiseNormTask task{weight.data(), bias.data(), norm_weight.data(), norm_bias.data(), eps, width, n_taps};
    for (int64_t row = 0; row < n_rows; ++row) {
        layer_kernels(cpu_level()).depthwise_norm(task, input.data() + row * width, width, out.data() + row * width);
    }
    return owned_array(std::move(out), {x.shape(0), x.shape(1)});
}

NumpyArray<float> layer_norm(const Rows& x, const Vector& weight, const Vector& bias, float eps) {
    need(weight.size() == x.shape(1) && bias.size() == x.shape(1), "weight, bias and x differ in channels");
    const auto width = static_cast<int64_t>(x.shape(1));
    std::vector<float> out(x.size());
    for (int64_t row = 0; row < static_cast<int64_t>(x.shape(0)); ++row) {
        layer_kernels(cpu_level())
            .layer_norm(x.data() + row * width, weight.data(), bias.data(), eps, width, out.data() + row * width);
    }
    return owned_array(std::move(out), {x.shape(0), x.shape(1)});
}

NumpyArray<float> elu(const Vector& x) {
    std::vector<float> out(x.size());
    layer_kernels(cpu_level()).elu(x.data(), static_cast<int64_t>(x.size()), out.data());
    return owned_array(std::move(out), {x.size()});
}

NumpyArray<float> rms_norm(const Rows& x, const Vector& weight, float eps) {
    need(weight.size() == x.shape(1), "weight and x differ in channels");
    const auto width = static_cast<int64_t>(x.shape(1));
    std::vector<float> out(x.size());
    for (int64_t row = 0; row < static_cast<int64_t>(x.shape(0)); ++row) {
        layer_kernels(cpu_level())
            .rms_norm(x.data() + row * width, weight.data(), eps, width, out.data() + row * width);
    }
    return owned_array(std::move(out), {x.shape(0), x.shape(1)});
}

NumpyArray<float> swiglu(const Vector& gate, const Vector& up) {
    need(gate.size() == up.size(), "gate and up differ in size");
    std::vector<float> out(gate.size());
    layer_kernels(cpu_level()).swiglu(gate.data(), up.data(), static_cast<int64_t>(gate.size()), out.data());
    return owned_array(std::move(out), {gate.size()});
}

// One query over the positions first..last of a ring, [row][head_dim].
NumpyArray<float> window_attention(const Vector& query, const Rows& keys, const Rows& values, int64_t first,
                                   int64_t last) {
    need(keys.shape(1) == query.size() && values.shape(1) == query.size() && values.shape(0) == keys.shape(0),
         "query, keys and values differ in shape");
    const auto ring_rows = static_cast<int64_t>(keys.shape(0));
    need(first >= 0 && last >= first && last - first < ring_rows, "more positions than the ring holds");
    std::vector<float> out(query.size());
    std::vector<float> scores(static_cast<size_t>(last - first + 1));
    WindowAttentionTask task;
    task.query = query.data();
    task.keys = keys.data();
    task.values = values.data();
    task.ring_stride = static_cast<int64_t>(query.size());
    task.ring_rows = ring_rows;
    task.first = first;
    task.last = last;
    task.head_dim = static_cast<int64_t>(query.size());
    task.scale = 1.0F / std::sqrt(static_cast<float>(query.size()));
    task.scores = scores.data();
    task.out = out.data();
    layer_kernels(cpu_level()).window_attention(task);
    return owned_array(std::move(out), {query.size()});
}

// (sum of squares, largest magnitude, number of NaN and infinite values)
nb::tuple magnitude(const Vector& x) {
    MagnitudeSum sum;
    layer_kernels(cpu_level()).add_magnitude(x.data(), static_cast<int64_t>(x.size()), sum);
    return nb::make_tuple(sum.sum_of_squares, sum.absmax, sum.n_nonfinite);
}

}  // namespace

void bind_layers(nb::module_& m) {
    m.def("depthwise_norm", &depthwise_norm, "x"_a, "weight"_a, "bias"_a, "norm_weight"_a, "norm_bias"_a, "eps"_a);
    m.def("layer_norm", &layer_norm, "x"_a, "weight"_a, "bias"_a, "eps"_a);
    m.def("elu", &elu, "x"_a);
    m.def("rms_norm", &rms_norm, "x"_a, "weight"_a, "eps"_a);
    m.def("swiglu", &swiglu, "gate"_a, "up"_a);
    m.def("window_attention", &window_attention, "query"_a, "keys"_a, "values"_a, "first"_a, "last"_a);
    m.def("magnitude", &magnitude, "x"_a);
}

}  // namespace phonoscope
