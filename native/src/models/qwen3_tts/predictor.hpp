// The code predictor: the passes that draw all codebooks but the first.
#pragma once

#include "lm/code_passes.hpp"
#include "models/qwen3_tts/talker.hpp"

namespace phonoscope::qwen3_tts {

// Throws ModelFileError when a tensor is missing or has the wrong shape.
lm::CodePassWeights load_predictor(Weights& weights, const TalkerWeights& talker);

}  // namespace phonoscope::qwen3_tts
