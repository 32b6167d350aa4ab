// Memory layout of the quantised blocks of GGUF files, and the meaning of their fields.
//
// 32-weight types: w = d * q. 256-weight types ("K") hold sub-blocks with a small integer scale of their own:
// q4_K and q5_K: w = d * sc * q - dmin * m over 8 sub-blocks of 32; q6_K: w = d * sc * (q - 32) over 16
// of 16.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace phonoscope {

// Weights are handled in groups of 256: one K block, or up to eight 32-weight blocks.
inline constexpr int64_t group_weights = 256;
inline constexpr int64_t block_weights = 32;
inline constexpr int group_blocks = 8;

struct BlockQ8_0 {
    uint16_t d;     // f16
    int8_t qs[32];  // -128..127
};
struct BlockQ4_0 {
    uint16_t d;      // f16
    uint8_t qs[16];  // low nibbles: weights 0-15, high nibbles: 16-31; value - 8
};
struct BlockQ4_K {
    uint16_t d;          // f16
    uint16_t dmin;       // f16
    uint8_t scales[12];  // eight 6-bit scales and eight 6-bit minima, see ScalesAndMins
    uint8_t qs[4][32];   // row i: low nibbles sub-block 2i, high nibbles sub-block 2i + 1
};
struct BlockQ5_K {
    uint16_t d;
    uint16_t dmin;
    uint8_t scales[12];
    uint8_t qh[32];  // bit i: fifth bit of sub-block i
    uint8_t qs[4][32];
};
struct BlockQ6_K {
    uint8_t ql[2][64];  // half h: low nibbles sub-blocks (of 32) 4h, 4h + 1; high nibbles 4h + 2, 4h + 3
    uint8_t qh[2][32];  // bits 2i, 2i + 1: upper bits of sub-block 4h + i
    int8_t scales[16];
    uint16_t d;
};
static_assert(sizeof(BlockQ8_0) == 34 && sizeof(BlockQ4_0) == 18 && sizeof(BlockQ4_K) == 144 &&
              sizeof(BlockQ5_K) == 176 && sizeof(BlockQ6_K) == 210);

// The packed 6-bit scales and minima of q4_K and q5_K, one byte each.
struct ScalesAndMins {
    uint64_t scales;
    uint64_t mins;
};

// Bytes 0-3 and 4-7 hold the first four scales and minima; their top two bits, with the nibbles of bytes
// 8-11, make up the other four.
inline ScalesAndMins unpack_scales(const uint8_t (&packed)[12]) {
    uint32_t a = 0;
    uint32_t b = 0;
    uint32_t c = 0;
    std::memcpy(&a, packed, 4);
    std::memcpy(&b, packed + 4, 4);
    std::memcpy(&c, packed + 8, 4);
    const uint32_t upper_scales = (c & 0x0f0f0f0fU) | ((a >> 2) & 0x30303030U);
    const uint32_t upper_mins = ((c >> 4) & 0x0f0f0f0fU) | ((b >> 2) & 0x30303030U);
    return {.scales = (a & 0x3f3f3f3fU) | (uint64_t{upper_scales} << 32),
            .mins = (b & 0x3f3f3f3fU) | (uint64_t{upper_mins} << 32)};
}

}  // namespace phonoscope
