#ifdef __x86_64__
#include "kernels/mamba_impl.hpp"
#include "kernels/simd_avx512.hpp"

namespace phonoscope {

const MambaKernels kMambaKernelsAvx512 = make_mamba_kernels<SimdAvx512>();

}  // namespace phonoscope
#endif  // __x86_64__
