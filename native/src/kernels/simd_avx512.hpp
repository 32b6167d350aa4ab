// Sixteen floats at a time with AVX-512 F and DQ. Include only from *_avx512.cpp.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace phonoscope {

// See SimdPortable for what the members mean.
struct SimdAvx512 {
    using Reg = __m512;
    static constexpr int kLanes = 16;
    static constexpr int kTileRows = 12;         // 24 sums, 2 weights, a few inputs in flight: 32 registers
    static constexpr int kTilesPerHalfLoad = 4;  // converting takes turns with the multiply-adds

    static Reg zero() { return _mm512_setzero_ps(); }
    static Reg set1(float v) { return _mm512_set1_ps(v); }
    static Reg load(const float* p) { return _mm512_loadu_ps(p); }
    static void store(float* p, Reg v) { _mm512_storeu_ps(p, v); }
    static Reg load_partial(const float* p, int n) { return _mm512_maskz_loadu_ps(mask(n), p); }
    static void store_partial(float* p, Reg v, int n) { _mm512_mask_storeu_ps(p, mask(n), v); }
    static Reg load_f16(const uint16_t* p) {
        return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
    }
    static Reg fma(Reg a, Reg b, Reg c) { return _mm512_fmadd_ps(a, b, c); }
    static Reg add(Reg a, Reg b) { return _mm512_add_ps(a, b); }
    static Reg sub(Reg a, Reg b) { return _mm512_sub_ps(a, b); }
    static Reg mul(Reg a, Reg b) { return _mm512_mul_ps(a, b); }
    static Reg div(Reg a, Reg b) { return _mm512_div_ps(a, b); }
    static Reg min(Reg a, Reg b) { return _mm512_min_ps(a, b); }
    static Reg max(Reg a, Reg b) { return _mm512_max_ps(a, b); }
    static Reg abs(Reg a) { return _mm512_abs_ps(a); }
    static Reg round(Reg a) { return _mm512_roundscale_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
    static Reg pow2(Reg n) {
        const __m512i biased = _mm512_add_epi32(_mm512_cvtps_epi32(n), _mm512_set1_epi32(127));
        return _mm512_castsi512_ps(_mm512_slli_epi32(biased, 23));
    }
    static float sum(Reg v) { return _mm512_reduce_add_ps(v); }
    static float max_lane(Reg v) { return _mm512_reduce_max_ps(v); }
    static Reg keep_finite(Reg v, int64_t& count) {
        const __mmask16 finite = _mm512_cmp_ps_mask(abs(v), _mm512_set1_ps(0x1.fffffep127F), _CMP_LE_OQ);
        count += kLanes - __builtin_popcount(finite);
        return _mm512_maskz_mov_ps(finite, v);
    }

   private:
    static __mmask16 mask(int n) { return static_cast<__mmask16>((1U << static_cast<unsigned>(n)) - 1U); }
};

}  // namespace phonoscope
