#include "kernels/pack_conv.hpp"

#include <algorithm>
#include <vector>

namespace phonoscope {

namespace {

// A value as the panels hold it.
using Half = ggml_fp16_t;

std::byte* reserve(PackedConv& packed, HugeArena& arena) {
    std::byte* memory = arena.allocate(static_cast<size_t>(packed.n_panels()) * packed.panel_bytes()).data();
    packed.data = memory;
    return memory;
}

void read_as(const ggml_tensor* t, int64_t first, std::span<float> out) { read_values(t, first, out); }

void read_as(const ggml_tensor* t, int64_t first, std::span<Half> out) {
    if (t->type == GGML_TYPE_F16) {
        std::copy_n(static_cast<const Half*>(t->data) + first, out.size(), out.begin());
        return;
    }
    std::vector<float> values(out.size());
    read_values(t, first, values);
    ggml_fp32_to_fp16_row(values.data(), out.data(), static_cast<int64_t>(out.size()));
}

template <typename T>
void fill_conv(const PackedConv& packed, std::span<const ggml_tensor* const> parts, T* out) {
    const int64_t row = packed.weights_per_output();
    const int64_t width = packed.panel_width;
    std::vector<T> panel(static_cast<size_t>(width * row));
    const ggml_tensor* const* part = parts.data();
    int64_t part_row = 0;
    for (int64_t p = 0; p < packed.n_panels(); ++p) {
        std::fill(panel.begin(), panel.end(), T{});
        for (int64_t i = 0; i < std::min(width, packed.n_out - p * width); ++i) {
            if (part_row * row == ggml_nelements(*part)) {
                ++part;
                part_row = 0;
            }
            read_as(*part, part_row * row,
                    std::span(panel).subspan(static_cast<size_t>(i * row), static_cast<size_t>(row)));
            ++part_row;
        }
        for (int64_t tap = 0; tap < packed.n_taps; ++tap) {
            for (int64_t in = 0; in < packed.n_in; ++in) {
                for (int64_t i = 0; i < width; ++i) {
                    *out++ = panel[static_cast<size_t>(i * row + in * packed.n_taps + tap)];
                }
            }
        }
    }
}

template <typename T>
void fill_transposed_conv(const PackedConv& packed, const ggml_tensor* weights, int64_t stride, T* out) {
    const int64_t kernel = weights->ne[0];
    const int64_t n_channels = weights->ne[1];
    const int64_t width = packed.panel_width;
    std::vector<T> slice(static_cast<size_t>(n_channels * kernel));
    for (int64_t in = 0; in < packed.n_in; ++in) {
        read_as(weights, in * n_channels * kernel, std::span(slice));
        for (int64_t tap = 0; tap < packed.n_taps; ++tap) {
            const int64_t first_phase = (packed.n_taps - 1 - tap) * stride;
            for (int64_t o = 0; o < packed.padded_out(); ++o) {
                const int64_t at = o % n_channels * kernel + first_phase + o / n_channels;
                out[((o / width * packed.n_taps + tap) * packed.n_in + in) * width + o % width] =
                    o < packed.n_out ? slice[static_cast<size_t>(at)] : T{};
            }
        }
    }
}

}  // namespace

void read_values(const ggml_tensor* t, int64_t first, std::span<float> out) {
    const ggml_type_traits* traits = ggml_get_type_traits(t->type);
    const auto* source =
        static_cast<const std::byte*>(t->data) + static_cast<size_t>(first / traits->blck_size) * traits->type_size;
    if (t->type == GGML_TYPE_F32) {
        std::copy_n(reinterpret_cast<const float*>(source), out.size(), out.begin());
    } else {
        traits->to_float(source, out.data(), static_cast<int64_t>(out.size()));
    }
}

PackedConv pack_conv(std::span<const ggml_tensor* const> parts, int64_t n_in, int64_t n_taps, int64_t panel_width,
                     HugeArena& arena) {
    PackedConv packed{n_in, n_taps, 0, panel_width, true, nullptr};
    for (const ggml_tensor* part : parts) {
        packed.n_out += ggml_nelements(part) / packed.weights_per_output();
        packed.is_half = packed.is_half && part->type != GGML_TYPE_F32;
    }
    std::byte* memory = reserve(packed, arena);
    if (packed.is_half) {
        fill_conv(packed, parts, reinterpret_cast<Half*>(memory));
    } else {
        fill_conv(packed, parts, reinterpret_cast<float*>(memory));
    }
    return packed;
}

PackedConv pack_transposed_conv(const ggml_tensor* weights, int64_t stride, int64_t panel_width, HugeArena& arena) {
    PackedConv packed{weights->ne[2], weights->ne[0] / stride,        stride * weights->ne[1],
                      panel_width,    weights->type != GGML_TYPE_F32, nullptr};
    std::byte* memory = reserve(packed, arena);
    if (packed.is_half) {
        fill_transposed_conv(packed, weights, stride, reinterpret_cast<Half*>(memory));
    } else {
        fill_transposed_conv(packed, weights, stride, reinterpret_cast<float*>(memory));
    }
    return packed;
}

}  // namespace phonoscope
