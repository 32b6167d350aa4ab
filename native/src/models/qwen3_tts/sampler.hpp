// Turns logits into a token, in the exact order of Hugging Face's `generate` (specification section 5).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/philox.hpp"
#include "lm/draw.hpp"

namespace phonoscope::qwen3_tts {

struct SamplerSettings {
    bool do_sample = true;            // false: the largest score wins, after penalty and suppression
    float temperature = 0.9F;         // > 0
    int32_t top_k = 50;               // 0: off; ties with the k-th score are kept
    float top_p = 1.0F;               // (0, 1]; 1: off
    float repetition_penalty = 1.0F;  // > 0; applies once per distinct token of the history, also when greedy
    int32_t penalty_window = 0;       // how many of the latest tokens the penalty sees; 0: all
    int32_t min_new_tokens = 0;       // end of speech is impossible before this many tokens
};

// Which tokens may be drawn: ids from `first_suppressed` on are impossible, except `eos`.
struct TokenRules {
    int32_t eos = -1;
    int32_t first_suppressed = std::numeric_limits<int32_t>::max();
};

// Stages of the model in a DrawAddress.
enum class DrawStage : uint32_t { talker = 0, predictor = 1 };

// Draws tokens; keeps its working memory between calls.
class Sampler {
   public:
    explicit Sampler(size_t vocabulary);

    // Steps 1 to 5 of the specification on a copy of `logits`: the distribution, one probability per token.
    // `history` holds the tokens emitted so far in this utterance.
    std::span<const float> distribution(std::span<const float> logits, std::span<const int32_t> history,
                                        const SamplerSettings& settings, const TokenRules& rules);
    // The same, then one draw at address `at` (or the most probable token when greedy; the first of equals).
    lm::Choice choose(std::span<const float> logits, std::span<const int32_t> history, const SamplerSettings& settings,
                      const TokenRules& rules, uint64_t seed, DrawAddress at);

   private:
    void penalise(std::span<const int32_t> history, const SamplerSettings& settings);
    void suppress(size_t n_emitted, const SamplerSettings& settings, const TokenRules& rules);
    void keep_top_k(int32_t k);
    void keep_top_p(float p);
    void softmax();

    std::vector<float> scores_;
    std::vector<float> sorted_;
    std::vector<int32_t> order_;
    std::vector<float> probabilities_;
    std::vector<uint8_t> seen_;
};

// How the predictor draws codes of a codebook of `codebook_size`.
lm::CodeDraw code_draw(size_t codebook_size, const SamplerSettings& settings);

}  // namespace phonoscope::qwen3_tts
