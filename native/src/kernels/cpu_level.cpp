#include "kernels/cpu_level.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string_view>

namespace phonoscope {

namespace {

CpuLevel supported_level() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512vnni");
    return avx512 ? CpuLevel::avx512 : avx2 ? CpuLevel::avx2 : CpuLevel::portable;
#else
    return CpuLevel::portable;
#endif
}

CpuLevel requested_level() {
    const char* wanted = std::getenv("PHONOSCOPE_CPU_LEVEL");
    const std::string_view name = wanted != nullptr ? wanted : "";
    return name == "portable" ? CpuLevel::portable : name == "avx2" ? CpuLevel::avx2 : CpuLevel::avx512;
}

std::atomic<CpuLevel>& level_in_use() {
    static std::atomic<CpuLevel> level{std::min(supported_level(), requested_level())};
    return level;
}

}  // namespace

CpuLevel cpu_level() { return level_in_use().load(std::memory_order_relaxed); }

CpuLevel limit_cpu_level(CpuLevel level) {
    level_in_use() = std::min(supported_level(), level);
    return cpu_level();
}

}  // namespace phonoscope
