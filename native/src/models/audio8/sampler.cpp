#include "models/audio8/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phonoscope::audio8 {

namespace {
constexpr float kImpossible = -std::numeric_limits<float>::infinity();
}

void Sampler::cut(std::span<const float> scores, const SamplerSettings& settings) {
    candidates_.clear();
    const float largest = *std::max_element(scores.begin(), scores.end());
    double total = 0;
    for (size_t i = 0; i < scores.size(); ++i) {
        if (scores[i] != kImpossible) {
            total += std::exp(static_cast<double>(scores[i] - largest));
            candidates_.push_back({static_cast<int32_t>(i), scores[i]});
        }
    }
    const size_t n_top =
        settings.top_k > 0 ? std::min(candidates_.size(), static_cast<size_t>(settings.top_k)) : candidates_.size();
    // Best first, equals in the order of their tokens.
    std::partial_sort(candidates_.begin(), candidates_.begin() + static_cast<ptrdiff_t>(n_top), candidates_.end(),
                      [](const Candidate& a, const Candidate& b) {
                          return a.score != b.score ? a.score > b.score : a.token < b.token;
                      });
    candidates_.resize(n_top);
    double sum = 0;
    size_t n_kept = 0;
    for (; n_kept < n_top; ++n_kept) {
        sum += std::exp(static_cast<double>(candidates_[n_kept].score - largest)) / total;
        if (n_kept > 0 && settings.top_p < 1.0F && sum > static_cast<double>(settings.top_p)) {
            break;
        }
    }
    candidates_.resize(n_kept);
}

std::span<const float> Sampler::filter(std::span<const float> scores, const SamplerSettings& settings) {
    cut(scores, settings);
    filtered_.assign(scores.size(), kImpossible);
    for (const Candidate& c : candidates_) {
        filtered_[static_cast<size_t>(c.token)] = c.score / settings.temperature;
    }
    return filtered_;
}

lm::Choice Sampler::choose(std::span<const float> scores, const SamplerSettings& settings, const Uniforms& uniforms) {
    cut(scores, settings);
    const float largest = candidates_.front().score / settings.temperature;
    double total = 0;
    for (const Candidate& c : candidates_) {
        total += std::exp(static_cast<double>(c.score / settings.temperature - largest));
    }
    lm::Choice choice{.token = candidates_.front().token};
    double best = -1;
    double entropy = 0;
    for (const Candidate& c : candidates_) {
        const double p = std::exp(static_cast<double>(c.score / settings.temperature - largest)) / total;
        entropy -= p > 0 ? p * std::log(p) : 0.0;
        const double race = settings.do_sample ? p / -std::log(uniforms.of(c.token)) : p;
        if (race > best) {
            best = race;
            choice.token = c.token;
            choice.probability = static_cast<float>(p);
        }
    }
    choice.entropy = static_cast<float>(entropy);
    return choice;
}

lm::CodeDraw code_draw(const SamplerSettings& settings) {
    return
        [sampler = Sampler(), settings](std::span<const float> scores, uint64_t seed, const DrawAddress& at) mutable {
            return sampler.choose(scores, settings, AddressedUniforms(seed, at));
        };
}

bool RepetitionRescue::repeats(int32_t token) const { return std::ranges::find(latest_, token) != latest_.end(); }

void RepetitionRescue::add(int32_t token) {
    latest_.push_back(token);
    if (latest_.size() > window_) {
        latest_.pop_front();
    }
}

}  // namespace phonoscope::audio8
