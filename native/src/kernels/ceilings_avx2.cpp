#ifdef __x86_64__
#include <immintrin.h>

#include "kernels/ceilings_impl.hpp"
#include "kernels/simd_avx2.hpp"

namespace phonoscope {

namespace {

__m256i load(const std::byte* p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)); }
void store(uint64_t* p, __m256i v) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), v); }

uint64_t read_through(std::span<const std::byte> bytes) {
    __m256i sums[4];
    for (__m256i& s : sums) {
        s = _mm256_setzero_si256();
    }
    const std::byte* p = bytes.data();
    const std::byte* end = p + bytes.size();
    for (; end - p >= 256; p += 256) {
        for (int i = 0; i < 8; ++i) {
            sums[i % 4] = _mm256_add_epi64(sums[i % 4], load(p + 32 * i));
        }
    }
    for (; p < end; p += 32) {
        sums[0] = _mm256_add_epi64(sums[0], load(p));
    }
    alignas(64) uint64_t lanes[4];
    store(lanes, _mm256_add_epi64(_mm256_add_epi64(sums[0], sums[1]), _mm256_add_epi64(sums[2], sums[3])));
    uint64_t total = 0;
    for (const uint64_t lane : lanes) {
        total += lane;
    }
    return total;
}

}  // namespace

const CeilingLevel ceilings_avx2{.read_through = read_through,
                                 .multiply_add = multiply_add_chains<SimdAvx2>,
                                 .flop_per_round = flop_per_round<SimdAvx2>};

}  // namespace phonoscope
#endif  // __x86_64__
