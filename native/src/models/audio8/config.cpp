#include "models/audio8/config.hpp"

#include <string>

#include "gguf/dimensions.hpp"

namespace phonoscope::audio8 {

namespace {

lm::StackConfig read_stack(const GgufFile& file, const std::string& name) {
    lm::StackConfig c = lm::read_stack_config(file, "audio8." + name);
    c.norms_qk = file.find(name + "blk.0.attn_q_norm.weight") != nullptr;
    return c;
}

}  // namespace

bool is_audio8(const GgufFile& file) { return file.find_string("general.architecture") == "audio8"; }

Config read_config(const GgufFile& file) {
    if (!is_audio8(file)) {
        file.refuse("is no Audio8 model (convert its published folder)");
    }
    Config c;
    c.slow = read_stack(file, "slow.");
    c.fast = read_stack(file, "fast.");
    c.embedding_scale = positive(file, "audio8.embedding_scale");
    c.vocab_size = dimension(file, "audio8.vocab_size");
    c.n_codebooks = dimension(file, "audio8.codebook_count");
    c.codebook_size = dimension(file, "audio8.codebook_size");
    c.semantic_begin = dimension(file, "audio8.semantic_begin_id");
    c.max_positions = dimension(file, "audio8.context_length");
    if (c.semantic_begin + c.codebook_size > c.vocab_size || c.n_codebooks < 2 || c.n_codebooks > 64 || c.fast.mixer) {
        file.refuse("codebook dimensions do not fit together");
    }
    return c;
}

}  // namespace phonoscope::audio8
