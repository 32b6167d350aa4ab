// The tensors of a Qwen3-TTS language model: the talker reads summed embeddings and scores codebook 0 of the next frame,
// the code predictor draws the other codebooks.
#pragma once

#include "lm/code_passes.hpp"
#include "models/qwen3_tts/config.hpp"

namespace phonoscope::qwen3_tts {

struct TalkerWeights {
    TalkerConfig config;
    ggml_tensor* text_embedding;  // [text width, text vocabulary]
    lm::Linear text_fc1;          // a projection to the talker's width, with SiLU in between
    lm::Linear text_fc2;
    ggml_tensor* codec_embedding;  // [width, codec vocabulary], as codec_head
    ggml_tensor* codec_head;
    lm::StackWeights stack;
};

// Both throw ModelFileError when a tensor is missing or has the wrong shape.
TalkerWeights load_talker(Weights& weights, const TalkerConfig& config);
lm::CodePassWeights load_predictor(Weights& weights, const TalkerWeights& talker);

}  // namespace phonoscope::qwen3_tts
