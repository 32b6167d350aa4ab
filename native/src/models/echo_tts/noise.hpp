// The normal numbers that generation starts from: as torch draws them on a CUDA device or on a CPU, so that a seed
// gives the same speech here as there, or this program's own, which do not depend on any device.
#pragma once

#include <cstdint>
#include <random>
#include <span>

namespace phonoscope::echo_tts {

enum class NoiseKind {
    own,         // Philox, addressed by the number of the draw and the element
    torch_cuda,  // Philox in the grid layout of torch's kernels
    torch_cpu,   // Mersenne twister, in blocks of sixteen
};

// Blocks of threads that torch launches at most: multiprocessors of the device times blocks that one holds (its threads
// divided by 256). From 200 on every thread makes one of the values of a full window, and all such devices agree.
inline constexpr int64_t kLargeGridBlocks = 1056;

// A generator right after seeding; each draw goes on where the last one ended.
class NoiseSource {
   public:
    // Throws ArgumentError for a grid that no device has.
    NoiseSource(NoiseKind kind, uint64_t seed, int64_t grid_blocks = kLargeGridBlocks);
    // Fills `out`. Throws ArgumentError for fewer than sixteen values where torch would take another path.
    void draw(std::span<float> out);

   private:
    void draw_own(std::span<float> out) const;
    void draw_cuda(std::span<float> out);
    void draw_cpu(std::span<float> out);

    NoiseKind kind_;
    uint64_t seed_;
    int64_t grid_blocks_;
    uint64_t n_draws_ = 0;       // own: calls so far
    uint64_t cuda_counter_ = 0;  // blocks of four words that every CUDA thread has used
    std::mt19937 twister_;
};

}  // namespace phonoscope::echo_tts
