#include "models/audio8/config.hpp"

#include <string>

namespace phonoscope::audio8 {

namespace {

// Larger than any plausible checkpoint, small enough that products of three dimensions stay inside int64_t.
constexpr int64_t kMaxDimension = 1 << 20;

int64_t dimension(const GgufFile& file, const std::string& key, int64_t high = kMaxDimension) {
    const int64_t v = file.integer(key);
    if (v < 1 || v > high) {
        file.refuse("metadata key " + key + " = " + std::to_string(v) + " is not a plausible dimension");
    }
    return v;
}

float positive(const GgufFile& file, const std::string& key) {
    const auto v = static_cast<float>(file.number(key));
    if (!(v > 0.0F) || !(v < 1e13F)) {
        file.refuse("metadata key " + key + " must be a positive number");
    }
    return v;
}

bool flag(const GgufFile& file, const std::string& key) { return file.has(key) && file.integer(key) != 0; }

MambaConfig read_mixer(const GgufFile& file, const std::string& prefix) {
    MambaConfig c;
    c.n_heads = dimension(file, prefix + "head_count", 1 << 12);
    c.head_dim = dimension(file, prefix + "head_length", 1 << 12);
    c.n_state = dimension(file, prefix + "state_size", 1 << 12);
    c.n_groups = dimension(file, prefix + "group_count", 1 << 12);
    c.n_taps = dimension(file, prefix + "conv_kernel", 64);
    c.norms_output = flag(file, prefix + "norm");
    c.norms_before_gate = flag(file, prefix + "norm_before_gate");
    if (c.n_heads % c.n_groups != 0 || c.inner_width() > kMaxDimension) {
        file.refuse("mixer dimensions do not fit together (heads " + std::to_string(c.n_heads) + " x " +
                    std::to_string(c.head_dim) + ", groups " + std::to_string(c.n_groups) + ")");
    }
    return c;
}

StackConfig read_stack(const GgufFile& file, const std::string& prefix) {
    StackConfig c;
    c.width = dimension(file, prefix + "embedding_length");
    c.n_layers = dimension(file, prefix + "block_count", 1024);
    c.n_heads = dimension(file, prefix + "attention.head_count", 1 << 12);
    c.n_kv_heads = dimension(file, prefix + "attention.head_count_kv", 1 << 12);
    c.head_dim = dimension(file, prefix + "attention.key_length", 1 << 12);
    c.ffn_width = dimension(file, prefix + "feed_forward_length");
    c.norm_eps = positive(file, prefix + "attention.layer_norm_rms_epsilon");
    c.rope_theta = positive(file, prefix + "rope.freq_base");
    c.rotates_pairs = flag(file, prefix + "rope.pairs");
    if (c.n_heads % c.n_kv_heads != 0 || c.head_dim % 2 != 0) {
        file.refuse(prefix + " dimensions do not fit together (heads " + std::to_string(c.n_heads) + "/" +
                    std::to_string(c.n_kv_heads) + " x " + std::to_string(c.head_dim) + ")");
    }
    if (file.has(prefix + "ssm.head_count")) {
        c.mixer = read_mixer(file, prefix + "ssm.");
    }
    return c;
}

}  // namespace

bool is_audio8(const GgufFile& file) { return file.find_string("general.architecture") == "audio8"; }

Config read_config(const GgufFile& file) {
    if (!is_audio8(file)) {
        file.refuse("is no Audio8 model (convert its published folder)");
    }
    Config c;
    c.slow = read_stack(file, "audio8.slow.");
    c.fast = read_stack(file, "audio8.fast.");
    c.embedding_scale = positive(file, "audio8.embedding_scale");
    c.vocab_size = dimension(file, "audio8.vocab_size");
    c.n_codebooks = dimension(file, "audio8.codebook_count", 64);
    c.codebook_size = dimension(file, "audio8.codebook_size");
    c.semantic_begin = dimension(file, "audio8.semantic_begin_id");
    c.max_positions = dimension(file, "audio8.context_length");
    if (c.semantic_begin + c.codebook_size > c.vocab_size || c.n_codebooks < 2 || c.fast.mixer) {
        file.refuse("codebook dimensions do not fit together");
    }
    return c;
}

}  // namespace phonoscope::audio8
