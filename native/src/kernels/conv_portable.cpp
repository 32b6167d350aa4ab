#include "kernels/conv_impl.hpp"
#include "kernels/simd_portable.hpp"

namespace phonoscope {

const ConvKernels kConvKernelsPortable = make_conv_kernels<SimdPortable>();

}  // namespace phonoscope
