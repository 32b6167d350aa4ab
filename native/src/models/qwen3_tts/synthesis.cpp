#include "models/qwen3_tts/synthesis.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace phonoscope::qwen3_tts {

namespace {

constexpr int64_t kFramesBetweenReleases = 2;

double ms_between(CodecWorker::Clock::time_point a, CodecWorker::Clock::time_point b) {
    return std::chrono::duration<double, std::milli>(b - a).count();
}

SynthesisSettings checked(SynthesisSettings s, const TalkerConfig& config) {
    if (s.chunk_frames < 1 || s.n_retries < 0 || s.capacity_frames < 1 || s.capacity_positions < 1) {
        throw ArgumentError("a synthesis setting is out of range");
    }
    // Ids between the codes and the control ids mean nothing to the codec.
    s.rules.first_suppressed = std::min<int32_t>(s.rules.first_suppressed, static_cast<int32_t>(config.codebook_size));
    if (s.rules.eos < config.codebook_size || s.rules.eos >= config.codec_vocab) {
        throw ArgumentError("the end-of-speech id " + std::to_string(s.rules.eos) +
                            " is not a control id of this model");
    }
    return s;
}

}  // namespace

std::string name_of(StopReason reason) {
    switch (reason) {
        case StopReason::none: return "none";
        case StopReason::end_of_speech: return "end_of_speech";
        case StopReason::max_frames: return "max_frames";
        case StopReason::repeated_codes: return "repeated_codes";
        case StopReason::silence: return "silence";
        case StopReason::cancelled: return "cancelled";
        case StopReason::alarm: return "alarm";
        case StopReason::failed: return "failed";
    }
    return "unknown";
}

Synthesis::Synthesis(std::shared_ptr<Model> model, const SynthesisSettings& settings)
    : claim_(std::move(model)),
      model_(&claim_.model()),
      settings_(checked(settings, model_->config())),
      buffers_(model_->config(), model_->codec(), static_cast<size_t>(settings.capacity_frames),
               static_cast<size_t>(settings.capacity_positions), settings.record_magnitudes),
      codec_(model_->codec(), buffers_, settings_, cancel_, began_),
      sampler_(static_cast<size_t>(model_->config().codec_vocab)),
      thread_([this] { loop(); }) {}

Synthesis::~Synthesis() {
    cancel();
    thread_.join();
}

void Synthesis::push(Segment segment) {
    {
        const std::scoped_lock lock(mutex_);
        queue_.push_back(std::move(segment));
    }
    changed_.notify_all();
}

void Synthesis::close() {
    {
        const std::scoped_lock lock(mutex_);
        closed_ = true;
    }
    changed_.notify_all();
}

void Synthesis::cancel() {
    {
        const std::scoped_lock lock(mutex_);
        cancel_requested_ = true;
        cancel_ = true;
    }
    changed_.notify_all();
}

bool Synthesis::wait(double seconds) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return finished(); });
}

std::vector<KeptState> Synthesis::kept_states() const {
    std::vector<KeptState> states = talker_states_.states();
    std::vector<KeptState> more = predictor_states_.states();
    std::ranges::move(more, std::back_inserter(states));
    return states;
}

std::vector<SegmentResult> Synthesis::segments() const {
    const std::scoped_lock lock(mutex_);
    return results_;
}

StopReason Synthesis::stop_reason() const {
    const std::scoped_lock lock(mutex_);
    return stop_reason_;
}

std::optional<Alarm> Synthesis::alarm() const {
    const std::scoped_lock lock(mutex_);
    return alarm_;
}

std::string Synthesis::error() const {
    const std::scoped_lock lock(mutex_);
    return error_;
}

double Synthesis::seconds() const {
    const std::scoped_lock lock(mutex_);
    return finished() ? seconds_ : ms_between(began_, Clock::now()) / 1000;
}

void Synthesis::loop() {
    try {
        set_taps();
        speak_all();
        codec_.rethrow();
        const std::vector<SegmentResult> results = segments();
        const StopReason last = results.empty() ? StopReason::end_of_speech : results.back().stop_reason;
        finish(cancel_requested_ ? StopReason::cancelled : last, "");
    } catch (const std::exception& e) {
        finish(StopReason::failed, e.what());
    }
}

void Synthesis::finish(StopReason reason, std::string error) {
    model_->language_model().talker().set_taps({});
    model_->language_model().predictor().set_taps(nullptr);
    model_->codec().set_taps({});
    model_->language_model().talker().set_capture(nullptr);
    model_->language_model().predictor().set_capture(nullptr);
    claim_.release();
    {
        const std::scoped_lock lock(mutex_);
        stop_reason_ = reason;
        error_ = std::move(error);
        seconds_ = ms_between(began_, Clock::now()) / 1000;
        finished_.store(true, std::memory_order_release);
    }
    changed_.notify_all();
}

void Synthesis::set_taps() {
    model_->language_model().talker().set_taps(
        {.layers = buffers_.talker.get(), .keys = buffers_.talker_keys.get(), .values = buffers_.talker_values.get()});
    model_->language_model().predictor().set_taps(buffers_.predictor.get());
    model_->language_model().predictor().set_sampler(settings_.predictor);
    if (settings_.keep.n_steps > 0) {
        model_->language_model().talker().set_capture(&talker_states_);
        model_->language_model().predictor().set_capture(&predictor_states_);
    }
}

std::optional<Segment> Synthesis::next_segment() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || cancel_ || !queue_.empty(); });
    if (cancel_ || queue_.empty()) {
        return std::nullopt;
    }
    Segment segment = std::move(queue_.front());
    queue_.pop_front();
    return segment;
}

void Synthesis::speak_all() {
    int64_t index = 0;
    while (std::optional<Segment> segment = next_segment()) {
        for (int32_t attempt = 0; attempt <= settings_.n_retries; ++attempt) {
            const bool may_discard = attempt < settings_.n_retries;
            const SegmentResult result =
                speak(*segment, index, settings_.seed + static_cast<uint64_t>(attempt), may_discard);
            const bool discarded = may_discard && (result.stop_reason == StopReason::max_frames ||
                                                   result.stop_reason == StopReason::repeated_codes ||
                                                   result.stop_reason == StopReason::silence);
            if (!discarded) {
                const std::scoped_lock lock(mutex_);
                results_.push_back(result);
                if (result.stop_reason == StopReason::alarm || cancel_) {
                    return;
                }
                break;
            }
        }
        ++index;
    }
}

SegmentResult Synthesis::speak(const Segment& segment, int64_t index, uint64_t seed, bool may_discard) {
    const Clock::time_point began = Clock::now();
    const int64_t first_row = talker_rows_;
    Talker& talker = model_->language_model().talker();
    // Without trailing text everything was read before the first frame; tts_pad ends the trailing rows.
    const auto n_text_frames = static_cast<int64_t>(segment.prompt.trailing_text_ids.size());
    codec_.begin(index, segment.prompt.ref_codes, n_text_frames, may_discard);
    StopReason reason = StopReason::cancelled;
    double prefill_ms = 0;
    try {
        const auto prompt = model_->language_model().embedder().embed(segment.prompt, talker, &cancel_);
        if (prompt) {
            talker.reset();
            talker_states_.set_offset(first_row);
            const bool prefilled = talker.run(prompt->rows, &cancel_);
            talker_rows_ = first_row + talker.n_positions();
            prefill_ms = ms_between(began, Clock::now());
            reason =
                prefilled ? generate(segment, *prompt, static_cast<uint32_t>(index), seed) : stopped_by(talker.alarm());
        }
    } catch (...) {
        cancel_ = true;
        codec_.end(StopReason::failed);
        throw;
    }
    SegmentResult result = codec_.end(reason);
    result.seed = seed;
    result.n_prompt_rows = static_cast<int64_t>(segment.prompt.text_ids.size());
    result.first_talker_position = first_row;
    result.prefill_ms = prefill_ms;
    if (codec_.alarm()) {
        stopped_by(codec_.alarm());
    }
    return result;
}

StopReason Synthesis::stopped_by(const std::optional<Alarm>& alarm) {
    const std::scoped_lock lock(mutex_);
    if (alarm && !alarm_) {
        alarm_ = alarm;
    }
    return alarm ? StopReason::alarm : StopReason::cancelled;
}

StopReason Synthesis::generate(const Segment& segment, const EmbeddedPrompt& prompt, uint32_t index, uint64_t seed) {
    LanguageModel& model = model_->language_model();
    const auto width = static_cast<size_t>(model.talker().width());
    const auto n_trailing = static_cast<int64_t>(prompt.trailing.size() / width);
    const int64_t first_row = talker_rows_ - model.talker().n_positions();
    std::vector<int32_t> history;
    std::vector<float> next(width);
    double talker_ms = 0;
    for (int64_t frame = 0;; ++frame) {
        if (frame >= segment.max_frames || n_generated_ + 1 >= settings_.capacity_frames ||
            model.talker().n_positions() >= model.talker().capacity()) {
            return StopReason::max_frames;
        }
        if (cancel_) {
            return StopReason::cancelled;
        }
        if (frame % kFramesBetweenReleases == 0) {
            model_->release_pages();
        }
        if (codec_.alarmed()) {
            return StopReason::alarm;
        }
        if (codec_.heard_only_silence()) {
            return StopReason::silence;
        }
        const Clock::time_point drawing = Clock::now();
        const Choice first = sampler_.choose(model.talker().logits(), history, settings_.talker, settings_.rules, seed,
                                             {.stage = static_cast<uint32_t>(DrawStage::talker),
                                              .step = static_cast<uint32_t>(frame),
                                              .segment = index});
        if (first.token == settings_.rules.eos) {
            return StopReason::end_of_speech;
        }
        history.push_back(first.token);
        if (is_stuck(history, n_trailing - 1)) {
            return StopReason::repeated_codes;
        }
        std::fill(next.begin(), next.end(), 0.0F);
        model.embedder().add_first_code(first.token, next);
        const Clock::time_point predicting = Clock::now();
        // Pass p of a frame ends at the predictor's position p + 1.
        predictor_states_.set_offset(predictor_rows_ - 1);
        const FrameRequest request{.hidden = model.talker().hidden(),
                                   .code_embedding = next,
                                   .seed = seed,
                                   .frame = static_cast<uint32_t>(frame),
                                   .segment = index};
        if (!model.predictor().run(request, &cancel_)) {
            return stopped_by(model.predictor().alarm());
        }
        const Clock::time_point embedding = Clock::now();
        CodeFrame made{.codes = {first.token},
                       .draws = {{.entropy = first.entropy, .probability = first.probability}},
                       .talker_ms = talker_ms + ms_between(drawing, predicting),
                       .predictor_ms = ms_between(predicting, embedding),
                       .talker_row = first_row + model.talker().n_positions() - 1,
                       .predictor_row = predictor_rows_};
        for (const Choice& choice : model.predictor().choices()) {
            made.codes.push_back(choice.token);
            made.draws.push_back({.entropy = choice.entropy, .probability = choice.probability});
        }
        predictor_rows_ += model.predictor().n_passes();
        ++n_generated_;
        // The next input: all codes of this frame and the text that is due (or padding once it is used up).
        std::fill(next.begin(), next.end(), 0.0F);
        model.embedder().add_frame(made.codes, next);
        const float* text = prompt.trailing.data() + static_cast<size_t>(std::min(frame, n_trailing - 1)) * width;
        std::transform(next.begin(), next.end(), text, next.begin(), std::plus<>());
        codec_.push(std::move(made));
        if (frame + 1 < segment.max_frames && model.talker().n_positions() < model.talker().capacity()) {
            const bool ran = model.talker().run(next, &cancel_);
            talker_rows_ = first_row + model.talker().n_positions();
            if (!ran) {
                return stopped_by(model.talker().alarm());
            }
        }
        talker_ms = ms_between(embedding, Clock::now());
    }
}

bool Synthesis::is_stuck(std::span<const int32_t> first_codes, int64_t n_text_frames) const {
    const int32_t limit = settings_.watchdog.max_equal_codes;
    if (limit <= 0 || std::ssize(first_codes) < limit || std::ssize(first_codes) <= n_text_frames) {
        return false;
    }
    const std::span<const int32_t> latest = first_codes.last(static_cast<size_t>(limit));
    return std::all_of(latest.begin(), latest.end(), [&](int32_t code) { return code == latest.front(); });
}

}  // namespace phonoscope::qwen3_tts
