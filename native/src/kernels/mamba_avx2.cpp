#ifdef __x86_64__
#include "kernels/mamba_impl.hpp"
#include "kernels/simd_avx2.hpp"

namespace phonoscope {

const MambaKernels kMambaKernelsAvx2 = make_mamba_kernels<SimdAvx2>();

}  // namespace phonoscope
#endif  // __x86_64__
