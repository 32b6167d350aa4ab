// Dimensions of a stack of layers (see lm/stack.hpp), as model files declare them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gguf/gguf_file.hpp"
#include "ops/mamba.hpp"

namespace phonoscope::lm {

struct StackConfig {
    int64_t width = 0;
    int64_t n_layers = 0;
    int64_t n_heads = 0;
    int64_t n_kv_heads = 0;
    int64_t head_dim = 0;
    int64_t ffn_width = 0;
    float norm_eps = 0;
    float rope_theta = 0;
    bool rotates_pairs = false;  // adjacent values turn together, by a table rounded to bf16; else halves, in f32
    bool norms_qk = false;       // queries and keys are normalised, head by head
    std::optional<MambaConfig> mixer;
};

// Reads what the keys below `prefix` declare: all but norms_qk, which only the tensors tell. Throws ModelFileError when a
// key is missing, has the wrong type, or declares impossible dimensions.
StackConfig read_stack_config(const GgufFile& file, const std::string& prefix);
// Throws ModelFileError, naming `prefix`, when dimensions do not fit together.
void check(const GgufFile& file, const StackConfig& config, const std::string& prefix);

}  // namespace phonoscope::lm
