#include "lm/stack_config.hpp"

#include "gguf/dimensions.hpp"

namespace phonoscope::lm {

namespace {

bool flag(const GgufFile& file, const std::string& key) { return file.has(key) && file.integer(key) != 0; }

MambaConfig read_mixer(const GgufFile& file, const std::string& prefix) {
    MambaConfig c;
    c.n_heads = dimension(file, prefix + "head_count");
    c.head_dim = dimension(file, prefix + "head_length");
    c.n_state = dimension(file, prefix + "state_size", 1 << 12);
    c.n_groups = dimension(file, prefix + "group_count");
    c.n_taps = dimension(file, prefix + "conv_kernel", 64);
    c.norms_output = flag(file, prefix + "norm");
    c.norms_before_gate = flag(file, prefix + "norm_before_gate");
    if (c.n_heads % c.n_groups != 0 || c.inner_width() > kMaxDimension) {
        file.refuse("mixer dimensions do not fit together (heads " + std::to_string(c.n_heads) + " x " +
                    std::to_string(c.head_dim) + ", groups " + std::to_string(c.n_groups) + ")");
    }
    return c;
}

}  // namespace

StackConfig read_stack_config(const GgufFile& file, const std::string& prefix) {
    StackConfig c;
    c.width = dimension(file, prefix + "embedding_length");
    c.n_layers = dimension(file, prefix + "block_count", 1024);
    c.n_heads = dimension(file, prefix + "attention.head_count");
    c.n_kv_heads = dimension(file, prefix + "attention.head_count_kv");
    c.head_dim = dimension(file, prefix + "attention.key_length");
    c.ffn_width = dimension(file, prefix + "feed_forward_length");
    c.norm_eps = positive(file, prefix + "attention.layer_norm_rms_epsilon");
    c.rope_theta = positive(file, prefix + "rope.freq_base");
    c.rotates_pairs = flag(file, prefix + "rope.pairs");
    check(file, c, prefix);
    if (file.has(prefix + "ssm.head_count")) {
        c.mixer = read_mixer(file, prefix + "ssm.");
    }
    return c;
}

void check(const GgufFile& file, const StackConfig& c, const std::string& prefix) {
    if (c.n_layers > 1024 || c.n_heads % c.n_kv_heads != 0 || c.head_dim % 2 != 0) {
        file.refuse(prefix + " dimensions do not fit together (layers " + std::to_string(c.n_layers) + ", heads " +
                    std::to_string(c.n_heads) + "/" + std::to_string(c.n_kv_heads) + " x " +
                    std::to_string(c.head_dim) + ")");
    }
}

}  // namespace phonoscope::lm
