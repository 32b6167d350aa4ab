#include "base/simd.hpp"

namespace phonoscope {

SimdLevel native_simd_level() {
#if defined(__x86_64__) && defined(__GNUC__)
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !__builtin_cpu_supports("f16c")) {
        return SimdLevel::portable;
    }
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512vnni");
    return avx512 ? SimdLevel::avx512 : SimdLevel::avx2;
#else
    return SimdLevel::portable;
#endif
}

std::string_view simd_level_name(SimdLevel level) {
    switch (level) {
        case SimdLevel::avx512:
            return "avx512";
        case SimdLevel::avx2:
            return "avx2";
        case SimdLevel::portable:
            break;
    }
    return "portable";
}

}  // namespace phonoscope
