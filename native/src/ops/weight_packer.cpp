#include "ops/weight_packer.hpp"

#include <algorithm>
#include <utility>

#include "kernels/pack_conv.hpp"

namespace phonoscope {

WeightPacker::WeightPacker(std::shared_ptr<const GgufFile> file, int64_t panel_width)
    : file_(file), source_(std::move(file)), panel_width_(panel_width) {}

ConvWeights WeightPacker::dense(std::initializer_list<DensePart> parts, int64_t n_in) {
    std::vector<const ggml_tensor*> tensors;
    for (const DensePart& part : parts) {
        tensors.push_back(source_.matrix(part.name + ".weight", {n_in, part.n_out}));
    }
    ConvWeights out{pack_conv(tensors, n_in, 1, panel_width_, arena_), {}};
    std::ranges::for_each(tensors, [&](const ggml_tensor* t) { let_go(t); });
    return out;
}

ConvWeights WeightPacker::dense_with_bias(const std::string& name, int64_t n_in, int64_t n_out) {
    ConvWeights out = dense({{name, n_out}}, n_in);
    out.bias = padded(channels(name + ".bias", n_out));
    return out;
}

ConvWeights WeightPacker::convolution(const std::string& name, int64_t n_taps, int64_t n_in, int64_t n_out,
                                      bool has_bias) {
    const ggml_tensor* t = source_.matrix(name + ".weight", {n_taps, n_in, n_out});
    ConvWeights out{pack_conv({&t, 1}, n_in, n_taps, panel_width_, arena_), {}};
    let_go(t);
    if (has_bias) {
        out.bias = padded(channels(name + ".bias", n_out));
    }
    return out;
}

ConvWeights WeightPacker::strided(const std::string& name, int64_t n_taps, int64_t n_in, int64_t n_out, bool has_bias) {
    ConvWeights out = convolution(name, n_taps, n_in, n_out, has_bias);
    out.weights.n_in = n_in * n_taps;  // a panel holds the inputs of one tap after those of the tap before
    out.weights.n_taps = 1;
    return out;
}

ConvWeights WeightPacker::transposed(const std::string& name, int64_t kernel, int64_t stride, int64_t n_in,
                                     int64_t n_out) {
    const ggml_tensor* t = source_.matrix(name + ".weight", {kernel, n_out, n_in});
    ConvWeights out{pack_transposed_conv(t, stride, panel_width_, arena_),
                    padded(channels(name + ".bias", n_out), stride)};
    let_go(t);
    return out;
}

std::vector<float> WeightPacker::channels(const std::string& name, int64_t n) {
    std::vector<float> out(static_cast<size_t>(n));
    read_values(source_.matrix(name, {n}), 0, out);
    return out;
}

std::vector<float> WeightPacker::taps_by_channel(const std::string& name, int64_t n_taps,
                                                 std::initializer_list<int64_t> ne) {
    const ggml_tensor* t = source_.matrix(name, ne);
    const auto n = static_cast<size_t>(ggml_nelements(t));
    const auto taps = static_cast<size_t>(n_taps);
    std::vector<float> by_channel(n);
    read_values(t, 0, by_channel);
    std::vector<float> out(n);
    for (size_t i = 0; i < n; ++i) {
        out[i % taps * (n / taps) + i / taps] = by_channel[i];
    }
    return out;
}

std::vector<float> WeightPacker::padded(const std::vector<float>& values, int64_t times) const {
    const auto panel = static_cast<size_t>(panel_width_);
    std::vector<float> out;
    for (int64_t i = 0; i < times; ++i) {
        out.insert(out.end(), values.begin(), values.end());
    }
    out.resize((out.size() + panel - 1) / panel * panel);
    return out;
}

void WeightPacker::let_go(const ggml_tensor* t) const {
    file_->release_pages({static_cast<const std::byte*>(t->data), ggml_nbytes(t)});
}

ConvWeights WeightPacker::pack(const std::vector<float>& values, int64_t n_in, int64_t n_out) {
    ggml_tensor t{};
    t.type = GGML_TYPE_F32;
    t.ne[0] = n_in;
    t.ne[1] = n_out;
    t.ne[2] = t.ne[3] = 1;
    t.data = const_cast<float*>(values.data());  // only read
    const ggml_tensor* part = &t;
    return {pack_conv({&part, 1}, n_in, 1, panel_width_, arena_), {}};
}

}  // namespace phonoscope
