// Draws a code as the reference of Audio8 does: the candidates are cut at temperature 1, and only then is the
// temperature applied (specification section 4).
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "base/philox.hpp"
#include "lm/draw.hpp"

namespace phonoscope::audio8 {

struct SamplerSettings {
    bool do_sample = true;     // false: the largest score wins
    float temperature = 0.7F;  // > 0; never changes which candidates there are
    int32_t top_k = 50;        // 0: off
    float top_p = 0.9F;        // (0, 1]; the candidate that crosses it is dropped as well, but never the first one
};

// Stages of the model in a DrawAddress.
enum class DrawStage : uint32_t { slow = 0, rescue = 1, fast = 2 };

// A uniform number in (0, 1) for every token.
class Uniforms {
   public:
    virtual ~Uniforms() = default;
    virtual double of(int32_t token) const = 0;
};

// The engine's own: addressed, so that the same draw gives the same number whatever ran before.
class AddressedUniforms : public Uniforms {
   public:
    // `at.codebook` must be below 256.
    AddressedUniforms(uint64_t seed, DrawAddress at) : seed_(seed), at_(at) {}
    double of(int32_t token) const override {
        DrawAddress at = at_;
        at.codebook |= static_cast<uint32_t>(token) << 8;
        return uniform_draw(seed_, at);
    }

   private:
    uint64_t seed_;
    DrawAddress at_;
};

// Keeps its working memory between calls.
class Sampler {
   public:
    // What is left of `scores` after the cut, divided by the temperature: the others are -infinity. Valid until the
    // next call. Scores of -infinity are no candidates.
    std::span<const float> filter(std::span<const float> scores, const SamplerSettings& settings);
    // Filters, then draws by an exponential race: the largest p / -ln(u) wins. Greedy: the largest score, the first of
    // equals.
    lm::Choice choose(std::span<const float> scores, const SamplerSettings& settings, const Uniforms& uniforms);

   private:
    struct Candidate {
        int32_t token;
        float score;
    };
    void cut(std::span<const float> scores, const SamplerSettings& settings);

    std::vector<Candidate> candidates_;  // best first
    std::vector<float> filtered_;
};

// How the fast model draws codes.
lm::CodeDraw code_draw(const SamplerSettings& settings);

// Repetition rescue: a code of codebook 0 that was spoken a moment ago is replaced by one drawn more freely.
class RepetitionRescue {
   public:
    explicit RepetitionRescue(size_t window) : window_(window) {}

    void reset() { latest_.clear(); }
    // Whether `token` is among the latest ones.
    bool repeats(int32_t token) const;
    // Notes what was spoken in the end.
    void add(int32_t token);

   private:
    size_t window_;
    std::deque<int32_t> latest_;
};

}  // namespace phonoscope::audio8
