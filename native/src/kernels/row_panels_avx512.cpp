#ifdef __x86_64__
#include <immintrin.h>

#include <cstring>

#include "kernels/row_panels_impl.hpp"

namespace phonoscope {

namespace {

// A row a lane; four products a lane with VNNI.
struct PanelAvx512 {
    using Bytes = __m512i;
    using Ints = __m512i;
    using NibbleSums = Ints;
    using Floats = __m512;

    static Bytes load(const std::byte* p) { return _mm512_loadu_si512(p); }
    static Bytes low_nibbles(Bytes b) { return _mm512_and_si512(b, _mm512_set1_epi8(15)); }
    // Where they are: sixteen times too large, which is undone once for many.
    static Bytes high_nibbles(Bytes b) { return _mm512_andnot_si512(_mm512_set1_epi8(15), b); }
    static Ints of_low_nibbles(NibbleSums sums) { return sums; }
    static Ints of_high_nibbles(NibbleSums sums) { return _mm512_srai_epi32(sums, 4); }
    static NibbleSums nibble_sums_from(int32_t v) { return _mm512_set1_epi32(v); }
    static Ints plus(Ints a, Ints b) { return _mm512_add_epi32(a, b); }
    static Ints add_products(Ints sums, Bytes weights, const int8_t* x) {
        int32_t four = 0;
        std::memcpy(&four, x, sizeof(four));
        return _mm512_dpbusd_epi32(sums, weights, _mm512_set1_epi32(four));
    }
    static Ints signed_sums_from(int32_t sum_of_x) { return nibble_sums_from(-128 * sum_of_x); }
    static Ints add_signed_products(Ints sums, Bytes weights, const int8_t* x) {
        return add_products(sums, weights, x);
    }
    static Floats all(float v) { return _mm512_set1_ps(v); }
    static Floats to_float(Ints v) { return _mm512_cvtepi32_ps(v); }
    static Floats halves(const std::byte* p) {
        return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
    }
    static Floats byte_values(const std::byte* p) {
        return to_float(_mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
    }
    static Floats times(Floats a, Floats b) { return _mm512_mul_ps(a, b); }
    static Floats fma(Floats a, Floats b, Floats c) { return _mm512_fmadd_ps(a, b, c); }
    static Floats minus(Floats a, Floats b) { return _mm512_sub_ps(a, b); }
    static void store(Floats v, float* y, int64_t n) {
        _mm512_mask_storeu_ps(y, static_cast<__mmask16>((1U << static_cast<unsigned>(n)) - 1), v);
    }

    // The processor's own prefetching was faster than asking for lines ahead at every distance.
    static constexpr bool unrolls_groups = true;
    static void call_ahead(const std::byte* /*p*/, size_t /*n*/) {}
};

}  // namespace

const PanelLevel panels_avx512 = panel_level<PanelAvx512>;

}  // namespace phonoscope
#endif  // __x86_64__
