#include "models/echo_tts/synthesis.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "base/error.hpp"
#include "codec/take_decoder.hpp"

namespace phonoscope::echo_tts {

namespace {

constexpr int64_t kFlatWindow = 20;

// What the speech would be by what a step leaves: x = (1 - t) x0 + t eps and v = eps - x0, so that x0 = x - t v.
std::vector<float> estimate(const StepReport& step) {
    std::vector<float> finished(step.latents.begin(), step.latents.end());
    for (size_t i = 0; i < finished.size(); ++i) {
        finished[i] -= step.next_t * step.velocity[i];
    }
    return finished;
}

EchoSettings checked(EchoSettings s) {
    check(s.sampler);
    if (s.preview_steps < 0 || s.preview_frames < 0) {
        throw ArgumentError("a preview is made after every so many steps, or never (0)");
    }
    static_cast<void>(NoiseSource(s.noise, 0, s.grid_blocks));  // refuses an impossible grid
    return s;
}

}  // namespace

EchoSynthesis::EchoSynthesis(std::shared_ptr<EchoModel> model, const EchoSettings& settings)
    : Synthesis(settings.take, model->codec().config().hop_samples(), 0),
      claim_(model),
      model_(std::move(model)),
      settings_(checked(settings)),
      groups_(add_groups()),
      steps_(static_cast<size_t>(settings.take.capacity_positions), 1),
      progress_(settings_.sampler, settings_.preview_steps),
      latents_(static_cast<size_t>(settings.take.capacity_frames), static_cast<size_t>(latent_width())) {
    if (settings.preview_steps > 0) {
        previews_.emplace(static_cast<size_t>(settings.preview_frames * model_->codec().config().hop_samples()),
                          static_cast<size_t>(settings.take.capacity_positions));
    }
    start(std::make_unique<codec::TakeDecoder>(model_->codec(), groups_.codec));
}

EchoSynthesis::Groups EchoSynthesis::add_groups() {
    const TakeSettings& take = settings_.take;
    if (!take.record_magnitudes) {
        return {};
    }
    const int64_t n_layers = model_->config().denoiser.n_layers;
    const auto add = [&](const char* name, int64_t n) { return buffers().add_group(name, take.capacity_positions, n); };
    return {.blocks = add("blocks", n_layers),
            .differences = add("guidance", 3),
            .text_keys = add("text_keys", n_layers),
            .text_values = add("text_values", n_layers),
            .speaker_keys = add("speaker_keys", n_layers),
            .speaker_values = add("speaker_values", n_layers),
            .codec = {.layers = buffers().add_group("codec_transformer", take.capacity_frames,
                                                    model_->codec().config().transformer.n_layers),
                      .blocks = buffers().add_group("codec_blocks", take.capacity_frames,
                                                    std::ssize(model_->codec().block_names()))}};
}

void EchoSynthesis::release() {
    model_->codec().set_taps({});
    claim_.release();
}

void EchoSynthesis::push(EchoSegment segment) {
    progress_.push({.n_before = std::ssize(segment.plan.continuation) / latent_width(),
                    .block_frames = segment.plan.block_frames,
                    .has_speaker = !segment.speaker.empty()});
    SegmentJob job{.ref_codes = {}, .n_prompt_rows = std::ssize(segment.ids), .speak = {}};
    job.speak = [this, segment = std::move(segment)](const Attempt& attempt) { return speak(segment, attempt); };
    Synthesis::push(std::move(job));
}

std::vector<StageProgress> EchoSynthesis::progress() const {
    const auto stages = progress_.stages(n_decoded(), decode_seconds());
    return {stages.begin(), stages.end()};
}

Spoken EchoSynthesis::speak(const EchoSegment& segment, const Attempt& attempt) {
    Spoken spoken;
    progress_.begin(attempt.number > 0);
    wait_while_paused();
    const Clock::time_point began = Clock::now();
    if (!prepare_keys(segment)) {
        return spoken;
    }
    spoken.prefill_ms = ms_between(began, Clock::now());
    progress_.encoded(spoken.prefill_ms / 1000);
    wait_while_paused();
    spoken.reason = generate(segment, attempt);
    if (spoken.reason == StopReason::end_of_speech || spoken.reason == StopReason::max_frames) {
        progress_.ended();
    }
    return spoken;
}

bool EchoSynthesis::prepare_keys(const EchoSegment& segment) {
    Generator& generator = model_->generator();
    const bool ready = generator.set_text(segment.ids, cancel_flag()) &&
                       generator.set_speaker(segment.speaker, cancel_flag()) &&
                       generator.sampler().prepare(settings_.sampler, cancel_flag());
    if (ready) {
        record_keys();
    }
    return ready;
}

StopReason EchoSynthesis::generate(const EchoSegment& segment, const Attempt& attempt) {
    NoiseSource noise(settings_.noise, attempt.seed, settings_.grid_blocks);
    const std::span<const float> continued = segment.plan.continuation;
    const int64_t n_before = std::ssize(continued) / latent_width();
    StopReason reason = publish_frames(continued, 0, n_before, 0);
    if (reason != StopReason::none) {
        return reason;
    }
    reason = StopReason::max_frames;
    int64_t n_published = n_before;  // frames that are on their way to the codec
    Clock::time_point block_began = Clock::now();
    step_began_ = block_began;
    std::vector<float> latents;
    // Where all that is made by `block` ends, or the number of its frames; `ended`: whether that is the end of the
    // speech.
    const auto find_end = [&](std::span<const float> all, int64_t block, bool& ended) {
        // What is continued has ended nowhere, however quiet it is.
        const int64_t flat =
            n_before + flattening_point(all.subspan(static_cast<size_t>(n_before * latent_width())), latent_width());
        const int64_t n_frames = std::ssize(all) / latent_width();
        // Behind the newest frame nothing is known yet: only whole windows count before the last block is there.
        const bool last = block + 1 == std::ssize(segment.plan.block_frames);
        ended = last ? flat < n_frames : flat + kFlatWindow <= n_frames;
        return flat;
    };
    const int64_t n_all = std::accumulate(segment.plan.block_frames.begin(), segment.plan.block_frames.end(), n_before);
    const auto observe = [&](int64_t block, const StepReport& step) {
        const double seconds = record(step) / 1000;
        std::vector<float> all = latents;
        const std::vector<float> made = estimate(step);
        all.insert(all.end(), made.begin(), made.end());
        bool ended = false;
        const int64_t flat = find_end(all, block, ended);
        progress_.stepped(block, step.step, seconds, ended ? flat : n_all);
        if (settings_.preview_steps > 0 && (step.step + 1) % settings_.preview_steps == 0) {
            make_preview(std::span<const float>(all).first(static_cast<size_t>(flat * latent_width())),
                         attempt.segment);
        }
        wait_while_paused();
        step_began_ = Clock::now();
    };
    const auto on_block = [&](int64_t block, int64_t n_frames) {
        bool ended = false;
        const int64_t flat = find_end(latents, block, ended);
        const int64_t end = std::max(ended ? flat : n_frames, n_published);
        const double ms =
            ms_between(block_began, Clock::now()) / static_cast<double>(std::max<int64_t>(end - n_published, 1));
        if (const StopReason stopped = publish_frames(latents, n_published, end, ms); stopped != StopReason::none) {
            reason = stopped;
            return false;
        }
        n_published = end;
        block_began = Clock::now();
        if (ended) {
            reason = StopReason::end_of_speech;
        }
        return !ended;
    };
    const SamplingEnd end = model_->generator().run(
        segment.plan, settings_.sampler, [&](std::span<float> out) { noise.draw(out); }, observe, on_block, latents,
        cancel_flag());
    switch (end) {
        case SamplingEnd::finished: return reason;
        case SamplingEnd::cancelled: return StopReason::cancelled;
        case SamplingEnd::not_finite: break;
    }
    const int64_t layer = std::max<int64_t>(model_->generator().sampler().denoiser().taps().first_bad_layer, 0);
    return stopped_by(Alarm{.stage = "blocks", .layer = layer, .step = n_steps_done_ - 1, .operation = "block output"});
}

StopReason EchoSynthesis::publish_frames(std::span<const float> latents, int64_t first, int64_t end, double ms) {
    const auto width = static_cast<size_t>(latent_width());
    for (int64_t frame = first; frame < end; ++frame) {
        if (const StopReason stopped = interruption(); stopped != StopReason::none) {
            return stopped;
        }
        const std::span<const float> latent = latents.subspan(static_cast<size_t>(frame) * width, width);
        latents_.append(latent);
        progress_.published(1);
        publish({.codes = {},
                 .latent = model_->weights().components.unproject(latent),
                 .draws = {},
                 .first_ms = 0,
                 .second_ms = ms,
                 .position_row = -1,
                 .pass_row = -1});
    }
    return StopReason::none;
}

double EchoSynthesis::record(const StepReport& step) {
    const StepRecord made{.t = static_cast<double>(step.t),
                          .next_t = static_cast<double>(step.next_t),
                          .n_lanes = static_cast<double>(step.n_lanes),
                          .ms = ms_between(step_began_, Clock::now()),
                          .published_ms = ms_between(began_, Clock::now())};
    steps_.append({&made, 1});
    if (groups_.blocks != nullptr) {
        groups_.blocks->rows.append(model_->generator().sampler().denoiser().taps().blocks);
        const std::array differences{step.text_difference, step.speaker_difference, step.velocity_magnitude};
        groups_.differences->rows.append(differences);
    }
    ++n_steps_done_;
    return made.ms;
}

void EchoSynthesis::make_preview(std::span<const float> latents, int64_t segment) {
    const int64_t n_frames = std::ssize(latents) / latent_width();
    codec::Decoder& decoder = model_->preview_codec();
    const auto n_samples = static_cast<size_t>(n_frames * decoder.config().hop_samples());
    PreviewTrack& track = *previews_;
    const std::span<float> audio = track.audio.reserve(n_samples);
    if (audio.size() < n_samples) {
        progress_.no_more_previews();
    }
    if (n_frames == 0 || audio.size() < n_samples) {
        return;
    }
    const std::vector<float> channels = model_->weights().components.unproject(latents);
    const auto n_channels = channels.size() / static_cast<size_t>(n_frames);
    const auto hop = static_cast<size_t>(decoder.config().hop_samples());
    decoder.reset();
    // Piece by piece, as the take itself: what a whole window needs at once is far more memory.
    for (int64_t at = 0; at < n_frames; at += settings_.take.chunk_frames) {
        const auto first = static_cast<size_t>(at);
        const auto n = static_cast<size_t>(std::min<int64_t>(settings_.take.chunk_frames, n_frames - at));
        wait_while_paused();
        const Clock::time_point began = Clock::now();
        if (!decoder.decode(std::span<const float>(channels).subspan(first * n_channels, n * n_channels),
                            audio.subspan(first * hop, n * hop), cancel_flag())) {
            return;
        }
        progress_.previewed(static_cast<int64_t>(n), ms_between(began, Clock::now()) / 1000);
    }
    const auto first_sample = static_cast<double>(track.audio.rows());
    track.audio.commit(n_samples);
    const PreviewRecord made{.step = static_cast<double>(n_steps_done_ - 1),
                             .segment = static_cast<double>(segment),
                             .first_sample = first_sample,
                             .n_samples = static_cast<double>(n_samples),
                             .published_ms = ms_between(began_, Clock::now())};
    track.rows.append({&made, 1});
}

void EchoSynthesis::record_keys() {
    if (groups_.text_keys == nullptr) {
        return;
    }
    const auto append = [&](TapGroup& keys, TapGroup& values, const KeyCache& cache) {
        if (cache.empty()) {
            return;
        }
        std::vector<Magnitude> of_keys;
        std::vector<Magnitude> of_values;
        for (int64_t layer = 0; layer < model_->config().denoiser.n_layers; ++layer) {
            of_keys.push_back(cache.key_magnitude(layer));
            of_values.push_back(cache.value_magnitude(layer));
        }
        keys.rows.append(of_keys);
        values.rows.append(of_values);
    };
    append(*groups_.text_keys, *groups_.text_values, model_->generator().text_keys());
    append(*groups_.speaker_keys, *groups_.speaker_values, model_->generator().speaker_keys());
}

}  // namespace phonoscope::echo_tts
