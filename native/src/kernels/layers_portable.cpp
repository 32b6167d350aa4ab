#include "kernels/layers_impl.hpp"
#include "kernels/simd_portable.hpp"

namespace phonoscope {

const LayerKernels kLayerKernelsPortable = make_layer_kernels<SimdPortable>();

}  // namespace phonoscope
