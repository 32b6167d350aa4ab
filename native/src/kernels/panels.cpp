#include "kernels/panels.hpp"

#include <algorithm>

namespace phonoscope {

const PanelKernels& panel_kernels(CpuLevel level) {
#if defined(__x86_64__)
    switch (level) {
        case CpuLevel::avx512: return kPanelKernelsAvx512;
        case CpuLevel::avx2: return kPanelKernelsAvx2;
        case CpuLevel::portable: break;
    }
#else
    (void)level;
#endif
    return kPanelKernelsPortable;
}

void rows_to_panels(std::span<const float> rows, int64_t n_channels, float* panels) {
    const int64_t n_rows = std::ssize(rows) / n_channels;
    std::fill_n(panels, panels_for(n_rows) * n_channels * kPanelRows, 0.0F);
    for (int64_t row = 0; row < n_rows; ++row) {
        float* column = panels + row / kPanelRows * n_channels * kPanelRows + row % kPanelRows;
        for (int64_t c = 0; c < n_channels; ++c) {
            column[c * kPanelRows] = rows[static_cast<size_t>(row * n_channels + c)];
        }
    }
}

void panels_to_rows(const float* panels, int64_t n_channels, std::span<float> rows) {
    const int64_t n_rows = std::ssize(rows) / n_channels;
    for (int64_t row = 0; row < n_rows; ++row) {
        const float* column = panels + row / kPanelRows * n_channels * kPanelRows + row % kPanelRows;
        for (int64_t c = 0; c < n_channels; ++c) {
            rows[static_cast<size_t>(row * n_channels + c)] = column[c * kPanelRows];
        }
    }
}

}  // namespace phonoscope
