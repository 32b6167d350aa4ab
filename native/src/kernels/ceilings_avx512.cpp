#ifdef __x86_64__
#include <immintrin.h>

#include "kernels/ceilings_impl.hpp"
#include "kernels/simd_avx512.hpp"

namespace phonoscope {

namespace {

uint64_t read_through(std::span<const std::byte> bytes) {
    __m512i sums[4];
    for (__m512i& s : sums) {
        s = _mm512_setzero_si512();
    }
    const std::byte* p = bytes.data();
    const std::byte* end = p + bytes.size();
    for (; end - p >= 256; p += 256) {
        for (int i = 0; i < 4; ++i) {
            sums[i % 4] = _mm512_add_epi64(sums[i % 4], _mm512_loadu_si512(p + 64 * i));
        }
    }
    for (; p < end; p += 64) {
        sums[0] = _mm512_add_epi64(sums[0], _mm512_loadu_si512(p));
    }
    alignas(64) uint64_t lanes[8];
    _mm512_store_si512(lanes, _mm512_add_epi64(_mm512_add_epi64(sums[0], sums[1]), _mm512_add_epi64(sums[2], sums[3])));
    uint64_t total = 0;
    for (const uint64_t lane : lanes) {
        total += lane;
    }
    return total;
}

}  // namespace

const CeilingLevel ceilings_avx512{.read_through = read_through,
                                   .multiply_add = multiply_add_chains<SimdAvx512>,
                                   .flop_per_round = flop_per_round<SimdAvx512>};

}  // namespace phonoscope
#endif  // __x86_64__
