// Latents after generation: back to the codec's own channels, and where the speech in them ends.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace phonoscope::echo_tts {

// A basis of few directions in the codec's many channels.
struct PrincipalComponents {
    std::span<const float> components;  // [latent channel][codec channel]
    std::span<const float> mean;        // [codec channel]
    float scale = 1;

    // Frames of the codec from latents, row by row: (z / scale) C + mean.
    std::vector<float> unproject(std::span<const float> latents) const;
    // The way back: scale (frame - mean) C^T.
    std::vector<float> project(std::span<const float> frames) const;
};

// The first frame from which on twenty frames (zeros after the last) are flat: standard deviation over all their values
// below 0.05, with n - 1 in the denominator, and a mean within 0.1 of zero. The number of frames when there is none.
// `latents` [n][width].
int64_t flattening_point(std::span<const float> latents, int64_t width);

}  // namespace phonoscope::echo_tts
