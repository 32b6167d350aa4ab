// The tensors of an Audio8 language model: the slow model reads columns of ids and scores codebook 0 of the next frame,
// the fast model draws the other codebooks.
#pragma once

#include "lm/code_passes.hpp"
#include "models/audio8/config.hpp"

namespace phonoscope::audio8 {

struct SlowWeights {
    lm::StackWeights stack;
    LookupTable token_embedding;  // of vocab_size tokens
    LookupTable code_embedding;   // of codebook_size codes for each codebook, one below the other
    ggml_tensor* head = nullptr;  // [width, n_scores]
};

// Both throw ModelFileError when a tensor is missing or has the wrong shape.
SlowWeights load_slow(Weights& weights, const Config& config);
lm::CodePassWeights load_fast(Weights& weights, const Config& config);

}  // namespace phonoscope::audio8
