#ifdef __x86_64__
#include "kernels/panels_impl.hpp"
#include "kernels/simd_avx2.hpp"

namespace phonoscope {

const PanelKernels kPanelKernelsAvx2 = make_panel_kernels<SimdAvx2>();

}  // namespace phonoscope
#endif  // __x86_64__
