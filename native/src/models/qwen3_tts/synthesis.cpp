#include "models/qwen3_tts/synthesis.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace phonoscope::qwen3_tts {

namespace {

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
    : CodeSynthesis(model, settings.take,
                    code_draw(static_cast<size_t>(model->config().codebook_size), settings.predictor),
                    static_cast<uint32_t>(DrawStage::predictor)),
      model_(std::move(model)),
      settings_(checked(settings, model_->config())),
      sampler_(static_cast<size_t>(model_->config().codec_vocab)) {
    start();
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

Spoken Qwen3Synthesis::speak(const Segment& segment, const Attempt& attempt) {
    const Clock::time_point began = Clock::now();
    Spoken spoken;
    PromptEmbedder& embedder = model_->language_model().embedder();
    const auto prompt = embedder.embed(segment.prompt, cancel_flag());
    if (!prompt) {
        return spoken;
    }
    model_->language_model().release_pages();
    model_->backbone().reset();
    const bool prefilled = run_backbone(prompt->rows);
    spoken.prefill_ms = ms_between(began, Clock::now());
    if (!prefilled) {
        spoken.reason = backbone_stopped();
        return spoken;
    }
    const int64_t n_text_frames = std::ssize(segment.prompt.trailing_text_ids);
    const auto draw = [&](int64_t frame, std::span<const int32_t> history) {
        return draw_first(frame, history, attempt);
    };
    // All codes of the frame and the text that is due, or padding once it is used up.
    const auto next_row = [&](int64_t frame, std::span<const int32_t> codes, std::span<float> row) {
        std::fill(row.begin(), row.end(), 0.0F);
        embedder.add_frame(codes, row);
        const float* text = prompt->trailing.data() + static_cast<size_t>(std::min(frame, n_text_frames)) * row.size();
        std::transform(row.begin(), row.end(), text, row.begin(), std::plus<>());
    };
    spoken.reason = speak_frames(
        {.max_frames = segment.max_frames, .n_text_frames = n_text_frames, .draw_first = draw, .next_row = next_row},
        attempt);
    return spoken;
}

std::optional<lm::Choice> Qwen3Synthesis::draw_first(int64_t frame, std::span<const int32_t> history,
                                                     const Attempt& attempt) {
    const DrawAddress at{.stage = static_cast<uint32_t>(DrawStage::talker),
                         .step = static_cast<uint32_t>(frame),
                         .segment = static_cast<uint32_t>(attempt.segment)};
    const lm::Choice choice =
        sampler_.choose(model_->backbone().logits(), history, settings_.talker, settings_.rules, attempt.seed, at);
    return choice.token == settings_.rules.eos ? std::nullopt : std::optional(choice);
}

}  // namespace phonoscope::qwen3_tts
