#ifdef __x86_64__
#include "kernels/layers_impl.hpp"
#include "kernels/simd_avx2.hpp"

namespace phonoscope {

const LayerKernels kLayerKernelsAvx2 = make_layer_kernels<SimdAvx2>();

}  // namespace phonoscope
#endif  // __x86_64__
