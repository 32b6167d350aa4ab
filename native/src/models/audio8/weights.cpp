#include "models/audio8/weights.hpp"

namespace phonoscope::audio8 {

SlowWeights load_slow(Weights& w, const Config& c) {
    return {.stack = lm::load_stack(w, "slow.", c.slow),
            .token_embedding = w.table("slow.token_embd.weight", c.slow.width, c.vocab_size),
            .code_embedding = w.table("slow.code_embd.weight", c.slow.width, c.n_codebooks * c.codebook_size),
            .head = w.matrix("slow.head.weight", {c.slow.width, c.n_scores()})};
}

lm::CodePassWeights load_fast(Weights& w, const Config& c) {
    const auto n_passes = static_cast<size_t>(c.n_codebooks - 1);
    // One table and one head serve every codebook.
    const LookupTable embedding = w.table("fast.token_embd.weight", c.fast.width, c.codebook_size);
    ggml_tensor* head = w.matrix("fast.head.weight", {c.fast.width, c.codebook_size});
    lm::CodePassWeights fast{.stack = lm::load_stack(w, "fast.", c.fast),
                             .projection = {},
                             .projects_codes = false,
                             .embeddings = std::vector(n_passes, embedding),
                             .heads = std::vector(n_passes, head)};
    if (w.has("fast.proj.weight") || c.fast.width != c.slow.width) {
        fast.projection = lm::load_linear(w, "fast.proj", c.slow.width, c.fast.width);
    }
    return fast;
}

}  // namespace phonoscope::audio8
