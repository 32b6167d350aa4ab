#include "codec/snake.hpp"

#include <algorithm>
#include <cmath>

namespace phonoscope::codec {

SnakeWeights read_snake(WeightPacker& packer, const std::string& name, int64_t n_channels, SnakeForm form,
                        int64_t n_phases) {
    std::vector<float> alpha = packer.channels(name + ".alpha", n_channels);
    std::vector<float> beta = alpha;
    if (form == SnakeForm::logarithms) {
        beta = packer.channels(name + ".beta", n_channels);
        std::ranges::transform(alpha, alpha.begin(), [](float v) { return std::exp(v); });
        std::ranges::transform(beta, beta.begin(), [](float v) { return std::exp(v); });
    }
    std::ranges::transform(beta, beta.begin(), [](float v) { return 1.0F / (v + 1e-9F); });
    return {packer.padded(alpha, n_phases), packer.padded(beta, n_phases)};
}

}  // namespace phonoscope::codec
