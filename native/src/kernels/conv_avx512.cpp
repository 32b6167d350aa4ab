#ifdef __x86_64__
#include "kernels/conv_impl.hpp"
#include "kernels/simd_avx512.hpp"

namespace phonoscope {

const ConvKernels kConvKernelsAvx512 = make_conv_kernels<SimdAvx512>();

}  // namespace phonoscope
#endif  // __x86_64__
