#include "kernels/matvec.hpp"

#include <algorithm>

#include "kernels/matvec_levels.hpp"
#include "kernels/quant_blocks.hpp"

namespace phonoscope {

const MatvecLevel& matvec_level(CpuLevel level) {
    switch (level) {
#ifdef __x86_64__
        case CpuLevel::avx512: return matvec_avx512;
        case CpuLevel::avx2: return matvec_avx2;
#endif
        default: return matvec_portable;
    }
}

MatvecKernel matvec_kernel(ggml_type type, CpuLevel level) { return matvec_level(level).kernel(type); }

bool quantizes_columns(ggml_type type) { return ggml_is_quantized(type); }

ColumnsView ColumnQuantizer::prepare(const float* x, int64_t k, int64_t x_stride, int64_t n_cols, bool quantize,
                                     CpuLevel level) {
    ColumnsView view{.k = k, .n_cols = n_cols, .x = x, .x_stride = x_stride};
    if (!quantize) {
        return view;
    }
    view.k_padded = (k + group_weights - 1) / group_weights * group_weights;
    const auto n_values = static_cast<size_t>(n_cols * view.k_padded);
    const size_t q_lines = n_values / sizeof(Line);
    const size_t scale_lines = n_values / 16 * sizeof(float) / sizeof(Line);
    memory_.resize(q_lines + 2 * scale_lines);  // the two kinds of sums are half as many as the scales
    if (view.k_padded != k) {                   // everything but the padding is overwritten below
        std::ranges::fill(memory_, Line{});
    }
    auto* q = reinterpret_cast<int8_t*>(memory_.data());
    auto* scale = reinterpret_cast<float*>(memory_.data() + q_lines);
    auto* block_sum = reinterpret_cast<float*>(memory_.data() + q_lines + scale_lines);
    auto* q_sum = reinterpret_cast<int32_t*>(block_sum + n_cols * view.k_padded / block_weights);
    for (int64_t c = 0; c < n_cols; ++c) {
        const int64_t first_block = c * view.k_padded / block_weights;
        matvec_level(level).quantize(x + c * x_stride, k, q + c * view.k_padded, scale + 2 * first_block,
                                     block_sum + first_block, q_sum + first_block);
    }
    view.q = q;
    view.scale = scale;
    view.block_sum = block_sum;
    view.q_sum = q_sum;
    return view;
}

}  // namespace phonoscope
