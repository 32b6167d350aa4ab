#ifdef __x86_64__
#include "kernels/conv_impl.hpp"
#include "kernels/simd_avx2.hpp"

namespace phonoscope {

const ConvKernels kConvKernelsAvx2 = make_conv_kernels<SimdAvx2>();

}  // namespace phonoscope
#endif  // __x86_64__
