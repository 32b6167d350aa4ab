#include "models/qwen3_tts/synthesis.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "codec/take_decoder.hpp"

namespace phonoscope::qwen3_tts {

namespace {

constexpr int64_t kFramesBetweenReleases = 2;

SynthesisSettings checked(SynthesisSettings s, const TalkerConfig& config) {
    // Ids between the codes and the control ids mean nothing to the codec.
    s.rules.first_suppressed = std::min<int32_t>(s.rules.first_suppressed, static_cast<int32_t>(config.codebook_size));
    if (s.rules.eos < config.codebook_size || s.rules.eos >= config.codec_vocab) {
        throw ArgumentError("the end-of-speech id " + std::to_string(s.rules.eos) +
                            " is not a control id of this model");
    }
    return s;
}

}  // namespace

Qwen3Synthesis::Qwen3Synthesis(std::shared_ptr<Model> model, const SynthesisSettings& settings)
    : Synthesis(settings.take, model->codec_config().hop_samples(), model->config().n_code_groups),
      claim_(model),
      model_(std::move(model)),
      settings_(checked(settings, model_->config())),
      groups_(add_groups()),
      sampler_(static_cast<size_t>(model_->config().codec_vocab)) {
    start(std::make_unique<codec::TakeDecoder>(
        model_->codec(), groups_.codec,
        codec::DecoderKeepers{.layers = &codec_layer_states_, .blocks = &codec_block_states_}));
}

Qwen3Synthesis::Groups Qwen3Synthesis::add_groups() {
    const TakeSettings& take = settings_.take;
    if (!take.record_magnitudes) {
        return {};
    }
    const TalkerConfig& c = model_->config();
    const int64_t n_talker = c.talker.n_layers;
    return {.talker = {.layers = buffers().add_group("talker", take.capacity_positions, n_talker),
                       .keys = buffers().add_group("talker_keys", take.capacity_positions, n_talker),
                       .values = buffers().add_group("talker_values", take.capacity_positions, n_talker)},
            .predictor =
                buffers().add_group("predictor", take.capacity_frames * (c.n_code_groups - 1), c.predictor.n_layers),
            .codec = {.layers = buffers().add_group("codec_transformer", take.capacity_frames,
                                                    model_->codec_config().transformer.n_layers),
                      .blocks = buffers().add_group("codec_blocks", take.capacity_frames,
                                                    std::ssize(model_->codec().block_names()))}};
}

void Qwen3Synthesis::push(Segment segment) {
    SegmentJob job{.ref_codes = segment.prompt.ref_codes,
                   // Without trailing text everything was read before the first frame; tts_pad ends the trailing rows.
                   .n_text_frames = std::ssize(segment.prompt.trailing_text_ids),
                   .n_prompt_rows = std::ssize(segment.prompt.text_ids),
                   .speak = {}};
    job.speak = [this, segment = std::move(segment)](const Attempt& attempt) { return speak(segment, attempt); };
    Synthesis::push(std::move(job));
}

std::vector<KeptState> Qwen3Synthesis::kept_states() const {
    std::vector<KeptState> states;
    for (const StateKeeper* keeper :
         {&talker_states_, &predictor_states_, &codec_layer_states_, &codec_block_states_}) {
        std::ranges::move(keeper->states(), std::back_inserter(states));
    }
    return states;
}

void Qwen3Synthesis::prepare() {
    model_->language_model().talker().set_taps(groups_.talker);
    model_->language_model().predictor().set_taps(groups_.predictor);
    model_->language_model().predictor().set_draw(
        code_draw(static_cast<size_t>(model_->config().codebook_size), settings_.predictor));
    if (settings_.take.keep.n_steps > 0) {
        model_->language_model().talker().set_capture(&talker_states_);
        model_->language_model().predictor().set_capture(&predictor_states_);
    }
}

void Qwen3Synthesis::release() {
    model_->language_model().talker().set_taps({});
    model_->language_model().predictor().set_taps(nullptr);
    model_->codec().set_taps({});
    model_->language_model().talker().set_capture(nullptr);
    model_->language_model().predictor().set_capture(nullptr);
    claim_.release();
}

Spoken Qwen3Synthesis::speak(const Segment& segment, const Attempt& attempt) {
    const Clock::time_point began = Clock::now();
    Spoken spoken{.first_position_row = talker_rows_};
    Talker& talker = model_->language_model().talker();
    const auto prompt = model_->language_model().embedder().embed(segment.prompt, talker, cancel_flag());
    if (!prompt) {
        return spoken;
    }
    talker.reset();
    talker_states_.set_offset(talker_rows_);
    const bool prefilled = talker.run(prompt->rows, cancel_flag());
    talker_rows_ += talker.n_positions();
    spoken.prefill_ms = ms_between(began, Clock::now());
    spoken.reason =
        prefilled ? generate(segment, *prompt, attempt) : stopped_by(talker.alarm(), spoken.first_position_row);
    return spoken;
}

StopReason Qwen3Synthesis::generate(const Segment& segment, const EmbeddedPrompt& prompt, const Attempt& attempt) {
    LanguageModel& model = model_->language_model();
    const auto width = static_cast<size_t>(model.talker().width());
    const auto n_trailing = static_cast<int64_t>(prompt.trailing.size() / width);
    const int64_t first_row = talker_rows_ - model.talker().n_positions();
    const auto index = static_cast<uint32_t>(attempt.segment);
    std::vector<int32_t> history;
    std::vector<float> next(width);
    double talker_ms = 0;
    for (int64_t frame = 0;; ++frame) {
        if (frame >= segment.max_frames || model.talker().n_positions() >= model.talker().capacity()) {
            return StopReason::max_frames;
        }
        if (const StopReason reason = interruption(); reason != StopReason::none) {
            return reason;
        }
        if (frame % kFramesBetweenReleases == 0) {
            model_->release_pages();
        }
        const Clock::time_point drawing = Clock::now();
        const lm::Choice first =
            sampler_.choose(model.talker().logits(), history, settings_.talker, settings_.rules, attempt.seed,
                            {.stage = static_cast<uint32_t>(DrawStage::talker),
                             .step = static_cast<uint32_t>(frame),
                             .segment = index});
        if (first.token == settings_.rules.eos) {
            return StopReason::end_of_speech;
        }
        history.push_back(first.token);
        if (settings_.take.watchdog.is_stuck(history, n_trailing - 1)) {
            return StopReason::repeated_codes;
        }
        const Clock::time_point predicting = Clock::now();
        // Pass p of a frame ends at the predictor's position p + 1.
        predictor_states_.set_offset(predictor_rows_ - 1);
        const lm::FrameRequest request{.state = model.talker().hidden(),
                                       .first_code = first.token,
                                       .seed = attempt.seed,
                                       .at = {.stage = static_cast<uint32_t>(DrawStage::predictor),
                                              .step = static_cast<uint32_t>(frame),
                                              .segment = index}};
        if (!model.predictor().run(request, cancel_flag())) {
            return stopped_by(model.predictor().alarm(), predictor_rows_ - frame * model.predictor().n_passes());
        }
        const Clock::time_point embedding = Clock::now();
        MadeFrame made{.codes = {first.token},
                       .latent = {},
                       .draws = {{.entropy = first.entropy, .probability = first.probability}},
                       .first_ms = talker_ms + ms_between(drawing, predicting),
                       .second_ms = ms_between(predicting, embedding),
                       .position_row = first_row + model.talker().n_positions() - 1,
                       .pass_row = predictor_rows_};
        for (const lm::Choice& choice : model.predictor().choices()) {
            made.codes.push_back(choice.token);
            made.draws.push_back({.entropy = choice.entropy, .probability = choice.probability});
        }
        predictor_rows_ += model.predictor().n_passes();
        // The next input: all codes of this frame and the text that is due (or padding once it is used up).
        std::fill(next.begin(), next.end(), 0.0F);
        model.embedder().add_frame(made.codes, next);
        const float* text = prompt.trailing.data() + static_cast<size_t>(std::min(frame, n_trailing - 1)) * width;
        std::transform(next.begin(), next.end(), text, next.begin(), std::plus<>());
        publish(std::move(made));
        if (frame + 1 < segment.max_frames && model.talker().n_positions() < model.talker().capacity()) {
            const bool ran = model.talker().run(next, cancel_flag());
            talker_rows_ = first_row + model.talker().n_positions();
            if (!ran) {
                return stopped_by(model.talker().alarm(), first_row);
            }
        }
        talker_ms = ms_between(embedding, Clock::now());
    }
}

}  // namespace phonoscope::qwen3_tts
