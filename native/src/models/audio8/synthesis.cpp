#include "models/audio8/synthesis.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "codec/take_decoder.hpp"

namespace phonoscope::audio8 {

namespace {

constexpr int64_t kFramesBetweenReleases = 2;

const SynthesisSettings& checked(const SynthesisSettings& s) {
    if (s.rescue_window < 0 || s.min_frames < 0) {
        throw ArgumentError("a synthesis setting is out of range");
    }
    return s;
}

}  // namespace

Audio8Synthesis::Audio8Synthesis(std::shared_ptr<Model> model, const SynthesisSettings& settings)
    : Synthesis(settings.take, model->codec_config().hop_samples(), model->config().n_codebooks),
      claim_(model),
      model_(std::move(model)),
      settings_(checked(settings)),
      groups_(add_groups()),
      rescue_(static_cast<size_t>(settings.rescue_window)) {
    start(std::make_unique<codec::TakeDecoder>(model_->codec(), groups_.codec));
}

Audio8Synthesis::Groups Audio8Synthesis::add_groups() {
    const TakeSettings& take = settings_.take;
    if (!take.record_magnitudes) {
        return {};
    }
    const Config& c = model_->config();
    const auto positions = [&](const char* name) {
        return buffers().add_group(name, take.capacity_positions, c.slow.n_layers);
    };
    const bool mixes = c.slow.mixer.has_value();
    Groups groups;
    groups.slow.layers = positions("slow");
    groups.slow.windows = mixes ? positions("slow_windows") : nullptr;
    groups.slow.ssm = mixes ? positions("slow_ssm") : nullptr;
    if (mixes && take.keep.n_steps > 0) {
        groups.slow.ssm_heads =
            buffers().add_group("slow_ssm_heads", take.capacity_positions, c.slow.n_layers * c.slow.mixer->n_heads);
    }
    groups.slow.keys = positions("slow_keys");
    groups.slow.values = positions("slow_values");
    groups.fast = buffers().add_group("fast", take.capacity_frames * (c.n_codebooks - 1), c.fast.n_layers);
    groups.codec.layers =
        buffers().add_group("codec_transformer", take.capacity_frames, model_->codec_config().transformer.n_layers);
    groups.codec.blocks =
        buffers().add_group("codec_blocks", take.capacity_frames, std::ssize(model_->codec().block_names()));
    return groups;
}

void Audio8Synthesis::push(Segment segment) {
    model_->language_model().slow().check(segment.columns);
    const int64_t n_columns = std::ssize(segment.columns) / model_->config().column_size();
    if (segment.n_shared < 0 || segment.n_shared >= n_columns) {
        throw ArgumentError("a prompt must have columns of its own behind the shared ones");
    }
    SegmentJob job{.ref_codes = {}, .n_text_frames = 0, .n_prompt_rows = n_columns, .speak = {}};
    job.speak = [this, segment = std::move(segment)](const Attempt& attempt) { return speak(segment, attempt); };
    Synthesis::push(std::move(job));
}

std::vector<KeptState> Audio8Synthesis::kept_states() const {
    std::vector<KeptState> states;
    for (const StateKeeper* keeper : {&slow_states_, &window_states_, &ssm_states_, &fast_states_}) {
        std::ranges::move(keeper->states(), std::back_inserter(states));
    }
    return states;
}

void Audio8Synthesis::prepare() {
    LanguageModel& model = model_->language_model();
    model.slow().set_taps(groups_.slow);
    model.fast().set_taps(groups_.fast);
    model.fast().set_draw(code_draw(settings_.sampler));
    if (settings_.take.keep.n_steps > 0) {
        model.slow().set_captures({.layers = &slow_states_, .windows = &window_states_, .ssm = &ssm_states_});
        model.fast().set_capture(&fast_states_);
    }
}

void Audio8Synthesis::release() {
    LanguageModel& model = model_->language_model();
    model.slow().set_taps({});
    model.slow().set_captures({});
    model.fast().set_taps(nullptr);
    model.fast().set_capture(nullptr);
    model_->codec().set_taps({});
    claim_.release();
}

bool Audio8Synthesis::run_slow(std::span<const int32_t> columns) {
    SlowModel& slow = model_->language_model().slow();
    const int64_t before = slow.n_positions();
    for (StateKeeper* keeper : {&slow_states_, &window_states_, &ssm_states_}) {
        keeper->set_offset(slow_rows_ - before);
    }
    const bool ran = slow.run(columns, cancel_flag());
    slow_rows_ += slow.n_positions() - before;
    return ran;
}

std::optional<Alarm> Audio8Synthesis::slow_alarm() {
    SlowModel& slow = model_->language_model().slow();
    std::optional<Alarm> alarm = slow.alarm();
    if (alarm) {
        alarm->step += slow_rows_ - slow.n_positions();
    }
    return alarm;
}

Spoken Audio8Synthesis::speak(const Segment& segment, const Attempt& attempt) {
    const Clock::time_point began = Clock::now();
    SlowModel& slow = model_->language_model().slow();
    Spoken spoken{.first_position_row = slow_rows_};
    const auto n_shared = static_cast<size_t>(segment.n_shared * model_->config().column_size());
    const std::span<const int32_t> columns(segment.columns);
    // The voice's columns are looked at once, by nobody: taps show what belongs to this text.
    slow.set_taps({});
    slow.set_captures({});
    const bool began_well = model_->begin_with(columns.first(n_shared), cancel_flag());
    prepare();
    const bool prefilled = began_well && run_slow(columns.subspan(n_shared));
    spoken.prefill_ms = ms_between(began, Clock::now());
    rescue_.reset();
    spoken.reason = prefilled ? generate(segment, attempt, slow_rows_ - slow.n_positions()) : stopped_by(slow_alarm());
    return spoken;
}

lm::Choice Audio8Synthesis::draw_first(int64_t frame, const Attempt& attempt) {
    const std::span<const float> logits = model_->language_model().slow().logits();
    const auto end_of_speech = static_cast<int32_t>(logits.size()) - 1;
    scores_.assign(logits.begin(), logits.end());
    if (frame < settings_.min_frames) {
        scores_.back() = -std::numeric_limits<float>::infinity();
    }
    const auto draw = [&](const SamplerSettings& sampler, DrawStage stage) {
        const AddressedUniforms uniforms(attempt.seed, {.stage = static_cast<uint32_t>(stage),
                                                        .step = static_cast<uint32_t>(frame),
                                                        .codebook = 0,
                                                        .segment = static_cast<uint32_t>(attempt.segment)});
        return sampler_.choose(scores_, sampler, uniforms);
    };
    lm::Choice choice = draw(settings_.sampler, DrawStage::slow);
    if (settings_.sampler.do_sample && choice.token != end_of_speech && rescue_.repeats(choice.token)) {
        choice = draw(settings_.rescue, DrawStage::rescue);
    }
    if (choice.token != end_of_speech) {
        rescue_.add(choice.token);
    }
    return choice;
}

StopReason Audio8Synthesis::generate(const Segment& segment, const Attempt& attempt, int64_t first_row) {
    LanguageModel& model = model_->language_model();
    const Config& config = model_->config();
    std::vector<int32_t> history;
    std::vector<int32_t> column(static_cast<size_t>(config.column_size()));
    double slow_ms = 0;
    for (int64_t frame = 0;; ++frame) {
        if (frame >= segment.max_frames || model.slow().n_positions() >= model.slow().capacity()) {
            return StopReason::max_frames;
        }
        if (const StopReason reason = interruption(); reason != StopReason::none) {
            return reason;
        }
        if (frame % kFramesBetweenReleases == 0) {
            model_->release_pages();
        }
        const Clock::time_point drawing = Clock::now();
        const lm::Choice first = draw_first(frame, attempt);
        if (first.token == config.codebook_size) {
            return StopReason::end_of_speech;
        }
        history.push_back(first.token);
        if (settings_.take.watchdog.is_stuck(history, 0)) {
            return StopReason::repeated_codes;
        }
        const Clock::time_point fast_began = Clock::now();
        // Pass p of a frame ends at the fast model's position p + 1.
        fast_states_.set_offset(fast_rows_ - 1);
        const lm::FrameRequest request{.state = model.slow().hidden(),
                                       .first_code = first.token,
                                       .seed = attempt.seed,
                                       .at = {.stage = static_cast<uint32_t>(DrawStage::fast),
                                              .step = static_cast<uint32_t>(frame),
                                              .segment = static_cast<uint32_t>(attempt.segment)}};
        if (!model.fast().run(request, cancel_flag())) {
            return stopped_by(model.fast().alarm(), fast_rows_ - frame * model.fast().n_passes());
        }
        const Clock::time_point slow_began = Clock::now();
        MadeFrame made{.codes = {first.token},
                       .latent = {},
                       .draws = {{.entropy = first.entropy, .probability = first.probability}},
                       .first_ms = slow_ms + ms_between(drawing, fast_began),
                       .second_ms = ms_between(fast_began, slow_began),
                       .position_row = first_row + model.slow().n_positions() - 1,
                       .pass_row = fast_rows_};
        for (const lm::Choice& choice : model.fast().choices()) {
            made.codes.push_back(choice.token);
            made.draws.push_back({.entropy = choice.entropy, .probability = choice.probability});
        }
        fast_rows_ += model.fast().n_passes();
        // The next column: the code as a token, and all codes as they were drawn (the codec clamps those it has no entry for).
        column.front() = static_cast<int32_t>(config.semantic_begin) + first.token;
        std::ranges::copy(made.codes, column.begin() + 1);
        publish(std::move(made));
        if (frame + 1 < segment.max_frames && model.slow().n_positions() < model.slow().capacity() &&
            !run_slow(column)) {
            return stopped_by(slow_alarm());
        }
        slow_ms = ms_between(slow_began, Clock::now());
    }
}

}  // namespace phonoscope::audio8
