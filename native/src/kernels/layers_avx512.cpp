#ifdef __x86_64__
#include "kernels/layers_impl.hpp"
#include "kernels/simd_avx512.hpp"

namespace phonoscope {

const LayerKernels kLayerKernelsAvx512 = make_layer_kernels<SimdAvx512>();

}  // namespace phonoscope
#endif  // __x86_64__
