// Eight floats at a time with AVX2, FMA and F16C. Include only from *_avx2.cpp.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace phonoscope {

// See SimdPortable for what the members mean.
struct SimdAvx2 {
    using Reg = __m256;
    static constexpr int kLanes = 8;
    static constexpr int kTileRows = 6;             // 12 sums, 2 weights, 1 input: 15 of 16 registers
    static constexpr int kTilesPerHalfLoad = 1000;  // converting runs beside the multiply-adds: a copy never pays

    static Reg zero() { return _mm256_setzero_ps(); }
    static Reg set1(float v) { return _mm256_set1_ps(v); }
    static Reg load(const float* p) { return _mm256_loadu_ps(p); }
    static void store(float* p, Reg v) { _mm256_storeu_ps(p, v); }
    static Reg load_partial(const float* p, int n) { return _mm256_maskload_ps(p, mask(n)); }
    static void store_partial(float* p, Reg v, int n) { _mm256_maskstore_ps(p, mask(n), v); }
    static Reg load_f16(const uint16_t* p) {
        return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
    }
    static Reg fma(Reg a, Reg b, Reg c) { return _mm256_fmadd_ps(a, b, c); }
    static Reg add(Reg a, Reg b) { return _mm256_add_ps(a, b); }
    static Reg sub(Reg a, Reg b) { return _mm256_sub_ps(a, b); }
    static Reg mul(Reg a, Reg b) { return _mm256_mul_ps(a, b); }
    static Reg div(Reg a, Reg b) { return _mm256_div_ps(a, b); }
    static Reg min(Reg a, Reg b) { return _mm256_min_ps(a, b); }
    static Reg max(Reg a, Reg b) { return _mm256_max_ps(a, b); }
    static Reg abs(Reg a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0F), a); }
    static Reg round(Reg a) { return _mm256_round_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
    static Reg pow2(Reg n) {
        const __m256i biased = _mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127));
        return _mm256_castsi256_ps(_mm256_slli_epi32(biased, 23));
    }
    static float sum(Reg v) {
        __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
        s = _mm_add_ps(s, _mm_movehl_ps(s, s));
        return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
    }
    static float max_lane(Reg v) {
        __m128 s = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
        s = _mm_max_ps(s, _mm_movehl_ps(s, s));
        return _mm_cvtss_f32(_mm_max_ss(s, _mm_movehdup_ps(s)));
    }
    static Reg keep_finite(Reg v, int64_t& count) {
        const Reg finite = _mm256_cmp_ps(abs(v), _mm256_set1_ps(0x1.fffffep127F), _CMP_LE_OQ);
        count += kLanes - __builtin_popcount(static_cast<unsigned>(_mm256_movemask_ps(finite)));
        return _mm256_and_ps(v, finite);
    }

   private:
    static __m256i mask(int n) {
        return _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    }
};

}  // namespace phonoscope
