// The inside of the denoiser's first block, for parity checks.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "models/echo_tts/denoiser.hpp"

namespace phonoscope::echo_tts {

// Rows of `x` [row][latent_width] at one timestep, by stage: in_proj, attn_adaln_out, attn_gate, q_normed, q_rope,
// attention_out, mlp_adaln_out, mlp_gate, mlp_out; each [row][width] but the gates, which are [width].
std::map<std::string, std::vector<float>> probe_first_block(const EchoWeights& weights, std::span<const float> x,
                                                            const Conditioning& conditioning,
                                                            const Conditions& conditions, ComputePool& pool);

}  // namespace phonoscope::echo_tts
