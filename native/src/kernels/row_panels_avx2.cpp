#ifdef __x86_64__
#include <immintrin.h>

#include <cstring>

#include "kernels/row_panels_impl.hpp"

namespace phonoscope {

namespace {

// Rows 0-7 in one register, rows 8-15 in another.
struct PanelAvx2 {
    struct Bytes {
        __m256i half[2];
    };
    using Ints = Bytes;
    // Pairs of products in 16 bits, of which a block makes no more than 16 * 15 * 127, beside the number to begin from.
    struct NibbleSums {
        Ints pairs;
        int32_t start;
    };
    struct Floats {
        __m256 half[2];
    };

    template <typename Result, typename Operation>
    static Result halfwise(Operation operation) {
        return {{operation(0), operation(1)}};
    }

    static Bytes load(const std::byte* p) {
        return halfwise<Bytes>([&](int h) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p) + h); });
    }
    static Bytes low_nibbles(Bytes b) {
        return halfwise<Bytes>([&](int h) { return _mm256_and_si256(b.half[h], _mm256_set1_epi8(15)); });
    }
    static Bytes high_nibbles(Bytes b) {
        return low_nibbles(halfwise<Bytes>([&](int h) { return _mm256_srli_epi16(b.half[h], 4); }));
    }
    static Ints of_low_nibbles(NibbleSums sums) {
        return halfwise<Ints>([&](int h) { return add(_mm256_set1_epi32(sums.start), sums.pairs.half[h]); });
    }
    static Ints of_high_nibbles(NibbleSums sums) { return of_low_nibbles(sums); }
    static Ints plus(Ints a, Ints b) {
        return halfwise<Ints>([&](int h) { return _mm256_add_epi32(a.half[h], b.half[h]); });
    }
    static NibbleSums nibble_sums_from(int32_t v) { return {.pairs = zeros(), .start = v}; }
    static NibbleSums add_products(NibbleSums sums, Bytes weights, const int8_t* x) {
        const __m256i four = repeated(x);
        sums.pairs = halfwise<Ints>(
            [&](int h) { return _mm256_add_epi16(sums.pairs.half[h], _mm256_maddubs_epi16(weights.half[h], four)); });
        return sums;
    }
    static Ints signed_sums_from(int32_t /*sum_of_x*/) { return zeros(); }
    // Pairs of products of two full bytes would saturate: the sign goes over to the activations.
    static Ints add_signed_products(Ints sums, Bytes weights, const int8_t* x) {
        const __m256i four = repeated(x);
        return halfwise<Ints>([&](int h) {
            const __m256i w = _mm256_xor_si256(weights.half[h], _mm256_set1_epi8(static_cast<char>(0x80)));
            return add(sums.half[h], _mm256_maddubs_epi16(_mm256_abs_epi8(w), _mm256_sign_epi8(four, w)));
        });
    }
    static Floats all(float v) {
        return halfwise<Floats>([&](int) { return _mm256_set1_ps(v); });
    }
    static Floats to_float(Ints v) {
        return halfwise<Floats>([&](int h) { return _mm256_cvtepi32_ps(v.half[h]); });
    }
    static Floats halves(const std::byte* p) {
        return halfwise<Floats>(
            [&](int h) { return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p) + h)); });
    }
    static Floats byte_values(const std::byte* p) {
        return halfwise<Floats>([&](int h) {
            return _mm256_cvtepi32_ps(
                _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p + 8 * h))));
        });
    }
    static Floats times(Floats a, Floats b) {
        return halfwise<Floats>([&](int h) { return _mm256_mul_ps(a.half[h], b.half[h]); });
    }
    static Floats fma(Floats a, Floats b, Floats c) {
        return halfwise<Floats>([&](int h) { return _mm256_fmadd_ps(a.half[h], b.half[h], c.half[h]); });
    }
    static Floats minus(Floats a, Floats b) {
        return halfwise<Floats>([&](int h) { return _mm256_sub_ps(a.half[h], b.half[h]); });
    }
    static void store(Floats v, float* y, int64_t n) {
        alignas(32) float values[panel_rows];
        _mm256_store_ps(values, v.half[0]);
        _mm256_store_ps(values + 8, v.half[1]);
        std::memcpy(y, values, static_cast<size_t>(n) * sizeof(float));
    }

    // Some processors prefetch little beyond what is waited for: then reading and arithmetic, which takes about half as
    // long, come one after the other. In a loop, whose loads each go on by a fixed step, they are better at it; asking
    // for lines ahead does the rest.
    static constexpr bool unrolls_groups = false;
    static void call_ahead(const std::byte* p, size_t n) {
        for (size_t i = 0; i < n; i += 64) {
            _mm_prefetch(reinterpret_cast<const char*>(p + i), _MM_HINT_T1);
        }
    }

   private:
    static Ints zeros() {
        return halfwise<Ints>([](int) { return _mm256_setzero_si256(); });
    }
    static __m256i repeated(const int8_t* x) {
        int32_t four = 0;
        std::memcpy(&four, x, sizeof(four));
        return _mm256_set1_epi32(four);
    }
    static __m256i add(__m256i sums, __m256i pairs) {
        return _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
    }
};

}  // namespace

const PanelLevel panels_avx2 = panel_level<PanelAvx2>;

}  // namespace phonoscope
#endif  // __x86_64__
