#ifdef __x86_64__
#include "kernels/panels_impl.hpp"
#include "kernels/simd_avx512.hpp"

namespace phonoscope {

const PanelKernels kPanelKernelsAvx512 = make_panel_kernels<SimdAvx512>();

}  // namespace phonoscope
#endif  // __x86_64__
