// Counter-based random numbers: Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
// SC 2011). A draw is addressed, not queued: the same (seed, stage, step, codebook) gives the same bits
// whatever ran before.
#pragma once

#include <array>
#include <cstdint>

namespace phonoscope {

using PhiloxBlock = std::array<uint32_t, 4>;

// One block of four random words for `counter` under `key`.
constexpr PhiloxBlock philox4x32_10(PhiloxBlock counter, std::array<uint32_t, 2> key) {
    for (int round = 0; round < 10; ++round) {
        const uint64_t a = uint64_t{0xD2511F53U} * counter[0];
        const uint64_t b = uint64_t{0xCD9E8D57U} * counter[2];
        counter = {static_cast<uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<uint32_t>(b),
                   static_cast<uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<uint32_t>(a)};
        key[0] += 0x9E3779B9U;
        key[1] += 0xBB67AE85U;
    }
    return counter;
}

// Where a draw belongs: a stage of the model (talker, predictor, ...), the frame or step, the codebook, and
// the segment of a long text.
struct DrawAddress {
    uint32_t stage = 0;
    uint32_t step = 0;
    uint32_t codebook = 0;
    uint32_t segment = 0;
};

// A uniform number in [0, 1) with 53 random bits.
constexpr double uniform_draw(uint64_t seed, DrawAddress at) {
    const PhiloxBlock r = philox4x32_10({at.step, at.codebook, at.stage, at.segment},
                                        {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)});
    const uint64_t bits = (uint64_t{r[0]} << 32 | r[1]) >> 11;
    return static_cast<double>(bits) * 0x1.0p-53;
}

}  // namespace phonoscope
