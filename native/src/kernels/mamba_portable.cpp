#include "kernels/mamba_impl.hpp"
#include "kernels/simd_portable.hpp"

namespace phonoscope {

const MambaKernels kMambaKernelsPortable = make_mamba_kernels<SimdPortable>();

}  // namespace phonoscope
