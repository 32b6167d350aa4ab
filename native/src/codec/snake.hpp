// The snake activation's parameters (Ziyin et al. 2020), one a channel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ops/weight_packer.hpp"

namespace phonoscope::codec {

// x + scale sin^2(frequency x)
struct SnakeWeights {
    std::vector<float> frequency;
    std::vector<float> scale;
};

// How a file keeps them: frequency `alpha` and scale 1 / (`beta` + 1e-9) by their logarithms, or one `alpha` for both
// as it is.
enum class SnakeForm { logarithms, shared };

// Reads `name`.alpha, and `name`.beta for logarithms; once for each of `n_phases` phases. Throws ModelFileError.
SnakeWeights read_snake(WeightPacker& packer, const std::string& name, int64_t n_channels, SnakeForm form,
                        int64_t n_phases = 1);

}  // namespace phonoscope::codec
