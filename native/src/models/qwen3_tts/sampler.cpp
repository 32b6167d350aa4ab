#include "models/qwen3_tts/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace phonoscope::qwen3_tts {

namespace {
constexpr float kImpossible = -std::numeric_limits<float>::infinity();
}

Sampler::Sampler(size_t vocabulary)
    : scores_(vocabulary), sorted_(vocabulary), order_(vocabulary), probabilities_(vocabulary), seen_(vocabulary) {}

std::span<const float> Sampler::distribution(std::span<const float> logits, std::span<const int32_t> history,
                                             const SamplerSettings& settings, const TokenRules& rules) {
    scores_.assign(logits.begin(), logits.end());
    penalise(history, settings);
    suppress(history.size(), settings, rules);
    if (settings.do_sample) {
        for (float& s : scores_) {
            s /= settings.temperature;
        }
        keep_top_k(settings.top_k);
        keep_top_p(settings.top_p);
    }
    softmax();
    return probabilities_;
}

lm::Choice Sampler::choose(std::span<const float> logits, std::span<const int32_t> history,
                           const SamplerSettings& settings, const TokenRules& rules, uint64_t seed, DrawAddress at) {
    distribution(logits, history, settings, rules);
    lm::Choice choice;
    double total = 0;
    double entropy = 0;
    for (const float p : probabilities_) {
        total += p;
        entropy -= p > 0 ? p * std::log(static_cast<double>(p)) : 0.0;
    }
    choice.entropy = static_cast<float>(entropy);
    // Greedy compares scores, not probabilities: close scores can round to the same probability.
    choice.token = static_cast<int32_t>(std::max_element(scores_.begin(), scores_.end()) - scores_.begin());
    if (settings.do_sample) {
        const double target = uniform_draw(seed, at) * total;
        double sum = 0;
        for (size_t i = 0; i < probabilities_.size(); ++i) {
            sum += probabilities_[i];
            if (probabilities_[i] > 0) {
                choice.token = static_cast<int32_t>(i);
                if (sum > target) {
                    break;
                }
            }
        }
    }
    choice.probability = probabilities_[static_cast<size_t>(choice.token)];
    return choice;
}

void Sampler::penalise(std::span<const int32_t> history, const SamplerSettings& settings) {
    if (settings.repetition_penalty == 1.0F) {
        return;
    }
    if (settings.penalty_window > 0 && history.size() > static_cast<size_t>(settings.penalty_window)) {
        history = history.last(static_cast<size_t>(settings.penalty_window));
    }
    std::fill(seen_.begin(), seen_.end(), uint8_t{0});
    for (const int32_t token : history) {
        const auto i = static_cast<size_t>(token);
        if (seen_[i] == 0) {
            seen_[i] = 1;
            scores_[i] =
                scores_[i] < 0 ? scores_[i] * settings.repetition_penalty : scores_[i] / settings.repetition_penalty;
        }
    }
}

void Sampler::suppress(size_t n_emitted, const SamplerSettings& settings, const TokenRules& rules) {
    for (size_t i = static_cast<size_t>(std::max(rules.first_suppressed, 0)); i < scores_.size(); ++i) {
        if (static_cast<int32_t>(i) != rules.eos) {
            scores_[i] = kImpossible;
        }
    }
    if (rules.eos >= 0 && std::cmp_less(n_emitted, settings.min_new_tokens)) {
        scores_[static_cast<size_t>(rules.eos)] = kImpossible;
    }
}

void Sampler::keep_top_k(int32_t k) {
    if (k <= 0 || std::cmp_greater_equal(k, scores_.size())) {
        return;
    }
    sorted_ = scores_;
    std::nth_element(sorted_.begin(), sorted_.begin() + (k - 1), sorted_.end(), std::greater<>());
    const float kth = sorted_[static_cast<size_t>(k - 1)];
    for (float& s : scores_) {
        s = s < kth ? kImpossible : s;
    }
}

void Sampler::keep_top_p(float p) {
    if (p >= 1.0F) {
        return;
    }
    softmax();
    std::iota(order_.begin(), order_.end(), 0);
    std::stable_sort(order_.begin(), order_.end(), [&](int32_t a, int32_t b) {
        return scores_[static_cast<size_t>(a)] < scores_[static_cast<size_t>(b)];
    });
    float cumulative = 0;
    for (size_t i = 0; i + 1 < order_.size(); ++i) {  // the largest score is always kept
        const auto token = static_cast<size_t>(order_[i]);
        cumulative += probabilities_[token];
        if (cumulative <= 1.0F - p) {
            scores_[token] = kImpossible;
        }
    }
}

void Sampler::softmax() {
    const float largest = *std::max_element(scores_.begin(), scores_.end());
    double total = 0;
    for (size_t i = 0; i < scores_.size(); ++i) {
        probabilities_[i] = scores_[i] == kImpossible ? 0.0F : std::exp(scores_[i] - largest);
        total += probabilities_[i];
    }
    const auto scale = static_cast<float>(1.0 / total);
    for (float& p : probabilities_) {
        p *= scale;
    }
}

lm::CodeDraw code_draw(size_t codebook_size, const SamplerSettings& settings) {
    return [sampler = Sampler(codebook_size), settings](std::span<const float> scores, uint64_t seed,
                                                        const DrawAddress& at) mutable {
        return sampler.choose(scores, {}, settings, {}, seed, at);
    };
}

}  // namespace phonoscope::qwen3_tts
