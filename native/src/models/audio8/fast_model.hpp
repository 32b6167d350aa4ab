// The fast model: the passes that draw all codebooks but the first.
#pragma once

#include "lm/code_passes.hpp"
#include "models/audio8/config.hpp"

namespace phonoscope::audio8 {

// Throws ModelFileError when a tensor is missing or has the wrong shape.
lm::CodePassWeights load_fast(Weights& weights, const Config& config);

}  // namespace phonoscope::audio8
