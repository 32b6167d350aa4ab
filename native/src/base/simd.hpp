// Which vector instructions the processor has. Kernels exist in several versions and are chosen at run time.
#pragma once

#include <string_view>

namespace phonoscope {

// Ordered: a level includes those before it.
enum class SimdLevel {
    portable,  // plain C++
    avx2,      // AVX2 + FMA + F16C
    avx512,    // AVX-512 F, BW, DQ, VL and VNNI
};

// The highest level of this processor and operating system.
SimdLevel native_simd_level();

// "portable", "avx2" or "avx512".
std::string_view simd_level_name(SimdLevel level);

}  // namespace phonoscope
