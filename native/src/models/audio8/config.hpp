// Dimensions of an Audio8 model, read from a GGUF file of the architecture "audio8" and checked for sense.
#pragma once

#include <cstdint>

#include "gguf/gguf_file.hpp"
#include "lm/stack_config.hpp"

namespace phonoscope::audio8 {

struct Config {
    lm::StackConfig slow;
    lm::StackConfig fast;
    float embedding_scale = 1;
    int64_t vocab_size = 0;
    int64_t n_codebooks = 0;
    int64_t codebook_size = 0;
    int64_t semantic_begin = 0;  // text id of the first code of codebook 0; the others follow
    int64_t max_positions = 0;

    // Scores of the slow model: the codes of codebook 0, then the end of speech.
    int64_t n_scores() const { return codebook_size + 1; }
    int64_t column_size() const { return n_codebooks + 1; }
};

// Whether the file carries the models; its codec may lie in another.
bool is_audio8(const GgufFile& file);
// Throws ModelFileError when a key is missing, has the wrong type, or declares impossible dimensions.
Config read_config(const GgufFile& file);

}  // namespace phonoscope::audio8
