// Which instruction set the kernels use on this machine, decided once at run time.
#pragma once

namespace phonoscope {

enum class CpuLevel { portable = 0, avx2 = 1, avx512 = 2 };

// The best level that this processor supports: avx2 asks for AVX2, FMA, F16C and BMI2; avx512 for F, BW, DQ, VL and
// VNNI on top. The environment variable PHONOSCOPE_CPU_LEVEL (portable, avx2, avx512) can lower it, never raise it.
CpuLevel cpu_level();

// Lowers the level for the kernels chosen from now on, for tests that compare the variants. Returns the level in use.
CpuLevel limit_cpu_level(CpuLevel level);

}  // namespace phonoscope
