#include "kernels/panels_impl.hpp"
#include "kernels/simd_portable.hpp"

namespace phonoscope {

const PanelKernels kPanelKernelsPortable = make_panel_kernels<SimdPortable>();

}  // namespace phonoscope
