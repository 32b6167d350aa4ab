#include "kernels/pack_conv.hpp"

#include <ggml-cpu.h>

#include <algorithm>
#include <vector>

namespace phonoscope {

namespace {

PackedConv reserve(int64_t n_in, int64_t n_taps, int64_t n_out, int64_t panel_width, bool is_half, HugeArena& arena) {
    PackedConv packed{n_in, n_taps, n_out, panel_width, is_half, nullptr};
    packed.data = arena.allocate(static_cast<size_t>(packed.n_panels()) * packed.panel_bytes()).data();
    return packed;
}

// Stores consecutive outputs of one (tap, input channel), `index` values into the panels.
void store(const PackedConv& packed, int64_t index, std::span<const float> values) {
    auto* data = const_cast<std::byte*>(packed.data);  // the arena's own memory, shared as const afterwards
    const auto n = static_cast<int64_t>(values.size());
    if (packed.is_half) {
        ggml_cpu_fp32_to_fp16(values.data(), reinterpret_cast<ggml_fp16_t*>(data) + index, n);
    } else {
        std::copy(values.begin(), values.end(), reinterpret_cast<float*>(data) + index);
    }
}

}  // namespace

void read_values(const ggml_tensor* t, int64_t first, std::span<float> out) {
    const ggml_type_traits* traits = ggml_get_type_traits(t->type);
    const auto* source =
        static_cast<const std::byte*>(t->data) + static_cast<size_t>(first / traits->blck_size) * traits->type_size;
    if (t->type == GGML_TYPE_F32) {
        std::copy_n(reinterpret_cast<const float*>(source), out.size(), out.begin());
    } else if (t->type == GGML_TYPE_F16) {
        ggml_cpu_fp16_to_fp32(reinterpret_cast<const ggml_fp16_t*>(source), out.data(),
                              static_cast<int64_t>(out.size()));
    } else {
        traits->to_float(source, out.data(), static_cast<int64_t>(out.size()));
    }
}

PackedConv pack_conv(std::span<const ggml_tensor* const> parts, int64_t n_in, int64_t n_taps, int64_t panel_width,
                     HugeArena& arena) {
    const int64_t row = n_in * n_taps;
    int64_t n_out = 0;
    bool any_f32 = false;
    for (const ggml_tensor* part : parts) {
        n_out += ggml_nelements(part) / row;
        any_f32 = any_f32 || part->type == GGML_TYPE_F32;
    }
    const PackedConv packed = reserve(n_in, n_taps, n_out, panel_width, !any_f32, arena);
    std::vector<float> panel(static_cast<size_t>(panel_width * row));
    std::vector<float> lane(static_cast<size_t>(panel_width));
    const ggml_tensor* const* part = parts.data();
    int64_t part_row = 0;
    for (int64_t p = 0; p < packed.n_panels(); ++p) {
        std::fill(panel.begin(), panel.end(), 0.0F);
        for (int64_t out = p * panel_width; out < std::min(n_out, (p + 1) * panel_width); ++out) {
            if (part_row * row == ggml_nelements(*part)) {
                ++part;
                part_row = 0;
            }
            read_values(
                *part, part_row * row,
                std::span(panel).subspan(static_cast<size_t>((out - p * panel_width) * row), static_cast<size_t>(row)));
            ++part_row;
        }
        for (int64_t tap = 0; tap < n_taps; ++tap) {
            for (int64_t in = 0; in < n_in; ++in) {
                for (int64_t i = 0; i < panel_width; ++i) {
                    lane[static_cast<size_t>(i)] = panel[static_cast<size_t>(i * row + in * n_taps + tap)];
                }
                store(packed, (p * row + tap * n_in + in) * panel_width, lane);
            }
        }
    }
    return packed;
}

PackedConv pack_transposed_conv(const ggml_tensor* weights, int64_t stride, int64_t panel_width, HugeArena& arena) {
    const int64_t kernel = weights->ne[0];
    const int64_t n_channels = weights->ne[1];
    const int64_t n_in = weights->ne[2];
    const int64_t n_taps = kernel / stride;
    const int64_t n_out = stride * n_channels;
    const PackedConv packed = reserve(n_in, n_taps, n_out, panel_width, weights->type != GGML_TYPE_F32, arena);
    std::vector<float> slice(static_cast<size_t>(n_channels * kernel));
    std::vector<float> lane(static_cast<size_t>(panel_width));
    for (int64_t in = 0; in < n_in; ++in) {
        read_values(weights, in * n_channels * kernel, slice);
        for (int64_t tap = 0; tap < n_taps; ++tap) {
            const int64_t first_phase = (n_taps - 1 - tap) * stride;
            for (int64_t p = 0; p < packed.n_panels(); ++p) {
                for (int64_t i = 0; i < panel_width; ++i) {
                    const int64_t out = p * panel_width + i;
                    const int64_t at = out % n_channels * kernel + first_phase + out / n_channels;
                    lane[static_cast<size_t>(i)] = out < n_out ? slice[static_cast<size_t>(at)] : 0.0F;
                }
                store(packed, ((p * n_taps + tap) * n_in + in) * panel_width, lane);
            }
        }
    }
    return packed;
}

}  // namespace phonoscope
