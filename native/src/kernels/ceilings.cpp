#include "kernels/ceilings.hpp"

#include <array>
#include <cstring>

#include "kernels/ceilings_impl.hpp"
#include "kernels/cpu_level.hpp"
#include "kernels/simd_portable.hpp"

namespace phonoscope {

namespace {

uint64_t read_portable(std::span<const std::byte> bytes) {
    std::array<uint64_t, 8> sums{};
    for (size_t i = 0; i < bytes.size(); i += sizeof(sums)) {
        std::array<uint64_t, 8> line;
        std::memcpy(line.data(), bytes.data() + i, sizeof(line));
        for (size_t j = 0; j < sums.size(); ++j) {
            sums[j] += line[j];
        }
    }
    uint64_t total = 0;
    for (const uint64_t s : sums) {
        total += s;
    }
    return total;
}

constexpr CeilingLevel ceilings_portable{.read_through = read_portable,
                                         .multiply_add = multiply_add_chains<SimdPortable>,
                                         .flop_per_round = flop_per_round<SimdPortable>};

const CeilingLevel& in_use() {
    switch (cpu_level()) {
#ifdef __x86_64__
        case CpuLevel::avx512: return ceilings_avx512;
        case CpuLevel::avx2: return ceilings_avx2;
#endif
        default: return ceilings_portable;
    }
}

}  // namespace

uint64_t read_through(std::span<const std::byte> bytes) { return in_use().read_through(bytes); }

int64_t multiply_add_flop() { return in_use().flop_per_round; }

float multiply_add(int64_t rounds) { return in_use().multiply_add(rounds); }

}  // namespace phonoscope
