#include "models/echo_tts/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"

namespace phonoscope::echo_tts {

namespace {

Magnitude magnitude_of_difference(std::span<const float> a, std::span<const float> b) {
    std::vector<float> d(a.size());
    std::ranges::transform(a, b, d.begin(), std::minus<>());
    return magnitude_of(d);
}

// Scales the noise that the velocity implies, (1 - t) v + x, by how sure the model can be of it at this time.
void rescale(std::span<float> v, std::span<const float> x, float t, float k, float sigma) {
    const float signal_to_noise = (1 - t) * (1 - t) / (t * t);
    const float ratio = (signal_to_noise * sigma * sigma + 1) / (signal_to_noise * sigma * sigma / k + 1);
    for (size_t i = 0; i < v.size(); ++i) {
        v[i] = (ratio * ((1 - t) * v[i] + x[i]) - x[i]) / (1 - t);
    }
}

void require(bool fits, const std::string& name, const std::string& range) {
    if (!fits) {
        throw ArgumentError(name + " is out of range; use " + range);
    }
}

}  // namespace

void check(const SamplerSettings& s) {
    const auto within = [](float v, float low, float high) { return v >= low && v <= high; };  // false for NaN
    require(s.n_steps >= 1 && s.n_steps <= 1000, "the number of steps", "1 to 1000");
    require(within(s.text_guidance, 0, 100) && within(s.speaker_guidance, 0, 100), "a guidance scale", "0 to 100");
    require(within(s.guidance_min_t, 0, 1) && within(s.guidance_max_t, 0, 1), "a guidance time", "0 to 1");
    require(within(s.truncation, 0.01F, 10), "the truncation", "0.01 to 10");
    require(within(s.rescale_k, 0.01F, 100) && within(s.rescale_sigma, 0.01F, 100), "the temporal rescaling",
            "0.01 to 100");
    require(within(s.speaker_scale, 0.01F, 10) && s.speaker_scale_layers >= 0, "the speaker scaling", "0.01 to 10");
    require(within(s.speaker_scale_min_t, 0, 1), "the end of the speaker scaling", "0 to 1");
}

bool Sampler::prepare(const SamplerSettings& settings, const std::atomic<bool>* cancel) {
    check(settings);
    std::vector<float> seen = timestep_schedule(settings.n_steps);
    seen.pop_back();
    if (settings.round_timesteps) {
        std::ranges::transform(seen, seen.begin(), round_to_bf16);
    }
    if (!conditioning_ || conditioned_ != seen) {
        conditioning_.reset();  // two of them need not be in memory at once
        conditioning_ = Conditioning::prepare(*weights_, seen, *pool_, cancel);
        conditioned_ = seen;
    }
    return conditioning_.has_value();
}

SamplingEnd Sampler::run(std::span<float> x, const SamplerSettings& settings, Conditions conditions,
                         const StepObserver& observe, const std::atomic<bool>* cancel) {
    if (!prepare(settings, cancel)) {
        return SamplingEnd::cancelled;
    }
    const std::vector<float> schedule = timestep_schedule(settings.n_steps);
    const bool has_speaker = conditions.speaker != nullptr && !conditions.speaker->empty();
    // Without a voice the lane that leaves it out is the first lane again.
    const std::vector<Lane> guided = has_speaker ? std::vector<Lane>{{}, {.text = false}, {.speaker = false}}
                                                 : std::vector<Lane>{{}, {.text = false}};
    const std::vector<Lane> plain{{}};
    conditions.speaker_scale = settings.speaker_scale;
    conditions.n_scaled_layers = settings.speaker_scale_layers;
    for (float& v : x) {
        v *= settings.truncation;
    }
    std::vector<float> v(x.size() * guided.size());
    const std::span<float> combined = std::span<float>(v).first(x.size());
    for (int64_t step = 0; step < settings.n_steps; ++step) {
        const float t = schedule[static_cast<size_t>(step)];
        const float next_t = schedule[static_cast<size_t>(step + 1)];
        const bool guides = t >= settings.guidance_min_t && t <= settings.guidance_max_t;
        const std::vector<Lane>& lanes = guides ? guided : plain;
        if (!denoiser_.run(x, *conditioning_, step, conditions, lanes,
                           std::span<float>(v).first(x.size() * lanes.size()), cancel)) {
            return SamplingEnd::cancelled;
        }
        StepReport report{
            .step = step, .t = t, .next_t = next_t, .n_lanes = std::ssize(lanes), .latents = x, .velocity = combined};
        if (guides) {
            const std::span<const float> without_text = std::span<const float>(v).subspan(x.size(), x.size());
            const std::span<const float> without_speaker = std::span<const float>(v).last(x.size());
            report.text_difference = magnitude_of_difference(combined, without_text);
            if (has_speaker) {
                report.speaker_difference = magnitude_of_difference(combined, without_speaker);
            }
            for (size_t i = 0; i < x.size(); ++i) {
                const float conditional = combined[i];
                combined[i] += settings.text_guidance * (conditional - without_text[i]);
                if (has_speaker) {
                    combined[i] += settings.speaker_guidance * (conditional - without_speaker[i]);
                }
            }
        }
        if (settings.rescale_k != 1) {
            rescale(combined, x, t, settings.rescale_k, settings.rescale_sigma);
        }
        if (next_t < settings.speaker_scale_min_t && t >= settings.speaker_scale_min_t) {
            conditions.speaker_scale = 1;
        }
        for (size_t i = 0; i < x.size(); ++i) {
            x[i] += combined[i] * (next_t - t);
        }
        report.velocity_magnitude = magnitude_of(combined);
        const bool bad = denoiser_.taps().first_bad_layer >= 0 || magnitude_of(x).n_nonfinite > 0;
        observe(report);
        if (bad) {
            return SamplingEnd::not_finite;
        }
    }
    return SamplingEnd::finished;
}

}  // namespace phonoscope::echo_tts
