#include "models/echo_tts/latents.hpp"

#include <algorithm>
#include <cmath>

namespace phonoscope::echo_tts {

namespace {

constexpr int64_t kWindowFrames = 20;
constexpr double kFlatDeviation = 0.05;
constexpr double kFlatMean = 0.1;

}  // namespace

std::vector<float> PrincipalComponents::unproject(std::span<const float> latents) const {
    const size_t n_out = mean.size();
    const size_t n_in = components.size() / n_out;
    std::vector<float> out(latents.size() / n_in * n_out);
    std::vector<double> frame(n_out);
    for (size_t row = 0; row < latents.size() / n_in; ++row) {
        for (size_t o = 0; o < n_out; ++o) {
            frame[o] = static_cast<double>(mean[o]);
        }
        for (size_t i = 0; i < n_in; ++i) {
            const auto z = static_cast<double>(latents[row * n_in + i] / scale);
            for (size_t o = 0; o < n_out; ++o) {
                frame[o] += z * static_cast<double>(components[i * n_out + o]);
            }
        }
        for (size_t o = 0; o < n_out; ++o) {
            out[row * n_out + o] = static_cast<float>(frame[o]);
        }
    }
    return out;
}

std::vector<float> PrincipalComponents::project(std::span<const float> frames) const {
    const size_t n_in = mean.size();
    const size_t n_out = components.size() / n_in;
    std::vector<float> out(frames.size() / n_in * n_out);
    for (size_t row = 0; row < frames.size() / n_in; ++row) {
        for (size_t o = 0; o < n_out; ++o) {
            double sum = 0;
            for (size_t i = 0; i < n_in; ++i) {
                sum += (static_cast<double>(frames[row * n_in + i]) - static_cast<double>(mean[i])) *
                       static_cast<double>(components[o * n_in + i]);
            }
            out[row * n_out + o] = static_cast<float>(sum) * scale;
        }
    }
    return out;
}

int64_t flattening_point(std::span<const float> latents, int64_t width) {
    const int64_t n_frames = std::ssize(latents) / width;
    // Running sums over frames; beyond the last frame they stand still, as zeros would leave them.
    std::vector<double> sums(static_cast<size_t>(n_frames + 1));
    std::vector<double> squares(sums.size());
    for (int64_t frame = 0; frame < n_frames; ++frame) {
        double sum = 0;
        double square = 0;
        for (const float v : latents.subspan(static_cast<size_t>(frame * width), static_cast<size_t>(width))) {
            sum += static_cast<double>(v);
            square += static_cast<double>(v) * static_cast<double>(v);
        }
        sums[static_cast<size_t>(frame + 1)] = sums[static_cast<size_t>(frame)] + sum;
        squares[static_cast<size_t>(frame + 1)] = squares[static_cast<size_t>(frame)] + square;
    }
    const auto n = static_cast<double>(kWindowFrames * width);
    for (int64_t first = 0; first < n_frames; ++first) {
        const auto begin = static_cast<size_t>(first);
        const auto end = static_cast<size_t>(std::min(first + kWindowFrames, n_frames));
        const double sum = sums[end] - sums[begin];
        const double variance = (squares[end] - squares[begin] - sum * sum / n) / (n - 1);
        if (std::sqrt(std::max(variance, 0.0)) < kFlatDeviation && std::abs(sum / n) < kFlatMean) {
            return first;
        }
    }
    return n_frames;
}

}  // namespace phonoscope::echo_tts
