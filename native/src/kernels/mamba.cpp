#include "kernels/mamba.hpp"

namespace phonoscope {

const MambaKernels& mamba_kernels(CpuLevel level) {
#if defined(__x86_64__)
    switch (level) {
        case CpuLevel::avx512: return kMambaKernelsAvx512;
        case CpuLevel::avx2: return kMambaKernelsAvx2;
        case CpuLevel::portable: break;
    }
#else
    (void)level;
#endif
    return kMambaKernelsPortable;
}

}  // namespace phonoscope
