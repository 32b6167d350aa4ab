// How the panels of each type lie in memory, and what each vector level provides for them.
//
// A panel is a sequence of groups of blocks. A chunk is 64 bytes: four consecutive weights, or nibbles, of each of the
// sixteen rows. Weights are unsigned bytes, with `bias` added to them. `blocks_at_once` of a group's `blocks` share
// bytes. `ahead` is how far before their use bytes are called for, where that is done at all: what passes by while the
// memory answers.
#pragma once

#include "kernels/row_panels.hpp"

namespace phonoscope {

inline constexpr size_t chunk_bytes = 64;
inline constexpr int chunks_per_block = 8;

// Two blocks: f16 scales [block][row], then chunks [block][8].
struct PanelQ8_0 {
    static constexpr int64_t blocks = 2;
    static constexpr int64_t blocks_at_once = 1;
    static constexpr int bias = 128;
    static constexpr bool has_min = false;
    static constexpr size_t weights_at = 64;
    static constexpr size_t bytes = weights_at + blocks * chunks_per_block * chunk_bytes;
    static constexpr size_t ahead = 1024;
};
// Two blocks: f16 scales [block][row], then chunks [block][4]: low nibbles are weights 0-15, high ones 16-31.
struct PanelQ4_0 {
    static constexpr int64_t blocks = 2;
    static constexpr int64_t blocks_at_once = 1;
    static constexpr int bias = 8;
    static constexpr bool has_min = false;
    static constexpr size_t weights_at = 64;
    static constexpr size_t bytes = weights_at + blocks * chunks_per_block / 2 * chunk_bytes;
    static constexpr size_t ahead = 1536;
};
// Eight blocks: f16 d [row], f16 dmin [row], scales [block][row] and minima [block][row] of one byte each, then chunks
// [pair of blocks][8]: low nibbles are the first block of the pair, high ones the second.
struct PanelQ4_K {
    static constexpr int64_t blocks = 8;
    static constexpr int64_t blocks_at_once = 2;
    static constexpr int bias = 0;
    static constexpr bool has_min = true;
    static constexpr size_t dmin_at = 32;
    static constexpr size_t scales_at = 64;
    static constexpr size_t mins_at = 192;
    static constexpr size_t weights_at = 320;
    static constexpr size_t bytes = weights_at + blocks * chunks_per_block / 2 * chunk_bytes;
    static constexpr size_t ahead = 2048;
};

// The kernels of one vector level.
struct PanelLevel {
    PanelKernel q8_0;
    PanelKernel q4_0;
    PanelKernel q4_K;
};
extern const PanelLevel panels_portable;
extern const PanelLevel panels_avx2;
extern const PanelLevel panels_avx512;

}  // namespace phonoscope
