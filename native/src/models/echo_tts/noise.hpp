// The normal numbers that generation starts from: as torch draws them on a CUDA device or on a CPU, so that a seed gives
// the same speech here as there, or this program's own, which do not depend on any device.
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

// The grid that torch launches depends on the device. From 200 blocks on every thread makes one of the values of a full
// window, and all such devices agree.
struct CudaGrid {
    int64_t n_multiprocessors = 132;
    int64_t threads_per_multiprocessor = 2048;
};

// A generator right after seeding; each draw goes on where the last one ended.
class NoiseSource {
   public:
    // Throws ArgumentError for a grid of no threads.
    NoiseSource(NoiseKind kind, uint64_t seed, CudaGrid grid = {});
    // Fills `out`. Throws ArgumentError for fewer than sixteen values where torch would take another path.
    void draw(std::span<float> out);

   private:
    void draw_own(std::span<float> out) const;
    void draw_cuda(std::span<float> out);
    void draw_cpu(std::span<float> out);

    NoiseKind kind_;
    uint64_t seed_;
    CudaGrid grid_;
    uint64_t n_draws_ = 0;       // own: calls so far
    uint64_t cuda_counter_ = 0;  // blocks of four words that every CUDA thread has used
    std::mt19937 twister_;
};

}  // namespace phonoscope::echo_tts
