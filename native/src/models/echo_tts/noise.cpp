#include "models/echo_tts/noise.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "base/error.hpp"
#include "base/philox.hpp"

namespace phonoscope::echo_tts {

namespace {

constexpr uint32_t kNoiseStage = 0x4563686F;  // keeps these draws apart from those of other models
constexpr int64_t kBlockThreads = 256;
constexpr int64_t kValuesPerCall = 4;
constexpr size_t kTwisterBlock = 16;

std::array<uint32_t, 2> key_of(uint64_t seed) {
    return {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)};
}

// Box & Muller (1958) with the constants and the order of curand's float version.
std::array<float, 2> cuda_normals(uint32_t a, uint32_t b) {
    constexpr float kUnit = 0x1p-32F;
    constexpr float kTurn = 0x1p-32F * 6.2831855F;
    const float u = std::fma(static_cast<float>(a), kUnit, kUnit / 2);
    const float angle = std::fma(static_cast<float>(b), kTurn, kTurn / 2);
    const float radius = std::sqrt(-2.0F * std::log(u));
    return {radius * std::sin(angle), radius * std::cos(angle)};
}

}  // namespace

NoiseSource::NoiseSource(NoiseKind kind, uint64_t seed, int64_t grid_blocks)
    : kind_(kind), seed_(seed), grid_blocks_(grid_blocks), twister_(static_cast<uint32_t>(seed)) {
    if (grid_blocks < 1 || grid_blocks > 1 << 20) {
        throw ArgumentError("a CUDA device runs 1 to 1048576 blocks at once, not " + std::to_string(grid_blocks));
    }
}

void NoiseSource::draw(std::span<float> out) {
    switch (kind_) {
        case NoiseKind::own: draw_own(out); break;
        case NoiseKind::torch_cuda: draw_cuda(out); break;
        case NoiseKind::torch_cpu: draw_cpu(out); break;
    }
    ++n_draws_;
}

void NoiseSource::draw_own(std::span<float> out) const {
    const auto normals = [](uint32_t a, uint32_t b) {
        const double radius = std::sqrt(-2.0 * std::log((static_cast<double>(a) + 0.5) * 0x1p-32));
        const double angle = 2 * std::numbers::pi * 0x1p-32 * static_cast<double>(b);
        return std::array{static_cast<float>(radius * std::cos(angle)), static_cast<float>(radius * std::sin(angle))};
    };
    for (size_t i = 0; i < out.size(); i += 4) {
        const PhiloxBlock r = philox4x32_10(
            {static_cast<uint32_t>(i / 4), static_cast<uint32_t>(n_draws_), kNoiseStage, 0}, key_of(seed_));
        const std::array first = normals(r[0], r[1]);
        const std::array second = normals(r[2], r[3]);
        const std::array all{first[0], first[1], second[0], second[1]};
        std::copy_n(all.begin(), std::min<size_t>(4, out.size() - i), out.begin() + static_cast<ptrdiff_t>(i));
    }
}

// torch's distribution kernel: a thread makes four values that lie one grid apart, and goes on behind all of them.
void NoiseSource::draw_cuda(std::span<float> out) {
    const int64_t n = std::ssize(out);
    const int64_t stride = kBlockThreads * std::min((n + kBlockThreads - 1) / kBlockThreads, grid_blocks_);
    const int64_t per_call = stride * kValuesPerCall;
    const int64_t n_calls = n == 0 ? 0 : (n - 1) / per_call + 1;
    for (int64_t call = 0; call < n_calls; ++call) {
        const uint64_t counter = cuda_counter_ + static_cast<uint64_t>(call);
        for (int64_t thread = 0; thread < std::min(stride, n - call * per_call); ++thread) {
            const auto lane = static_cast<uint64_t>(thread);
            const PhiloxBlock r = philox4x32_10({static_cast<uint32_t>(counter), static_cast<uint32_t>(counter >> 32),
                                                 static_cast<uint32_t>(lane), static_cast<uint32_t>(lane >> 32)},
                                                key_of(seed_));
            const std::array first = cuda_normals(r[0], r[1]);
            const std::array second = cuda_normals(r[2], r[3]);
            const std::array all{first[0], first[1], second[0], second[1]};
            for (int64_t i = 0; i < kValuesPerCall; ++i) {
                const int64_t at = call * per_call + i * stride + thread;
                if (at < n) {
                    out[static_cast<size_t>(at)] = all[static_cast<size_t>(i)];
                }
            }
        }
    }
    cuda_counter_ += static_cast<uint64_t>(n_calls);
}

void NoiseSource::draw_cpu(std::span<float> out) {
    if (out.size() < kTwisterBlock) {
        throw ArgumentError("draw at least 16 values at once");
    }
    const auto uniform = [&] { return static_cast<float>(twister_() & 0xFFFFFFU) * 0x1p-24F; };
    const auto transform = [](std::span<float> block) {
        for (size_t j = 0; j < kTwisterBlock / 2; ++j) {
            const float radius = std::sqrt(-2.0F * std::log(1.0F - block[j]));
            const float angle = 2.0F * std::numbers::pi_v<float> * block[j + kTwisterBlock / 2];
            block[j] = radius * std::cos(angle);
            block[j + kTwisterBlock / 2] = radius * std::sin(angle);
        }
    };
    std::ranges::generate(out, uniform);
    for (size_t i = 0; i + kTwisterBlock <= out.size(); i += kTwisterBlock) {
        transform(out.subspan(i, kTwisterBlock));
    }
    if (out.size() % kTwisterBlock != 0) {  // the last sixteen are drawn again
        const std::span<float> last = out.last(kTwisterBlock);
        std::ranges::generate(last, uniform);
        transform(last);
    }
}

}  // namespace phonoscope::echo_tts
