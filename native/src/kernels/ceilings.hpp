// What the processor can do at best: the ceilings that the engine's speed is compared with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace phonoscope {

// Reads every byte in order (size a multiple of 64) and returns a checksum, so that nothing can be left out.
uint64_t read_through(std::span<const std::byte> bytes);

// Floating point operations (a fused multiply-add counts as two) that one round of multiply_add() does.
int64_t multiply_add_flop();
// `rounds` of independent fused multiply-adds on registers alone; returns a value that depends on all of them.
float multiply_add(int64_t rounds);

}  // namespace phonoscope
