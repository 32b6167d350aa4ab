#include "kernels/conv.hpp"

namespace phonoscope {

const ConvKernels& conv_kernels(CpuLevel level) {
#if defined(__x86_64__)
    switch (level) {
        case CpuLevel::avx512: return kConvKernelsAvx512;
        case CpuLevel::avx2: return kConvKernelsAvx2;
        case CpuLevel::portable: break;
    }
#else
    (void)level;
#endif
    return kConvKernelsPortable;
}

}  // namespace phonoscope
