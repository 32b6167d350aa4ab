// Latents after generation: back to the codec's own channels, and where the speech in them ends.
#pragma once

#include <span>
#include <vector>

#include "models/echo_tts/weights.hpp"

namespace phonoscope::echo_tts {

// Frames of the codec [n][codec_width] from latents [n][latent_width]: (z / scale) C + mean.
std::vector<float> unproject(const EchoWeights& weights, std::span<const float> latents);
// The way back: scale (z_q - mean) C^T.
std::vector<float> project(const EchoWeights& weights, std::span<const float> frames);

// The first frame from which on twenty frames (zeros after the last) are flat: standard deviation over all their values
// below 0.05, with n - 1 in the denominator, and a mean within 0.1 of zero. The number of frames when there is none.
// `latents` [n][width].
int64_t flattening_point(std::span<const float> latents, int64_t width);

}  // namespace phonoscope::echo_tts
