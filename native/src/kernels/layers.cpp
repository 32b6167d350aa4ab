#include "kernels/layers.hpp"

namespace phonoscope {

const LayerKernels& layer_kernels(CpuLevel level) {
#if defined(__x86_64__)
    switch (level) {
        case CpuLevel::avx512: return kLayerKernelsAvx512;
        case CpuLevel::avx2: return kLayerKernelsAvx2;
        case CpuLevel::portable: break;
    }
#else
    (void)level;
#endif
    return kLayerKernelsPortable;
}

}  // namespace phonoscope
