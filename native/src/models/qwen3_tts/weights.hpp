// The tensors of a Qwen3-TTS language model: the talker reads summed embeddings and scores codebook 0 of the next
// frame, the code predictor draws the other codebooks.
#pragma once

#include "lm/code_passes.hpp"
#include "models/qwen3_tts/config.hpp"

namespace phonoscope::qwen3_tts {

struct TalkerWeights {
    TalkerConfig config;
    LookupTable text_embedding;  // of the text vocabulary, in text width
    lm::Linear text_fc1;         // a projection to the talker's width, with SiLU in between
    lm::Linear text_fc2;
    LookupTable codec_embedding;  // of the codec vocabulary
    ggml_tensor* codec_head;      // [width, codec vocabulary]
    lm::StackWeights stack;
};

// Both throw ModelFileError when a tensor is missing or has the wrong shape.
TalkerWeights load_talker(Weights& weights, const TalkerConfig& config);
lm::CodePassWeights load_predictor(Weights& weights, const TalkerWeights& talker);

}  // namespace phonoscope::qwen3_tts
