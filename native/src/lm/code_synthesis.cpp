#include "lm/code_synthesis.hpp"

#include <algorithm>
#include <iterator>

#include "codec/take_decoder.hpp"

namespace phonoscope::lm {

CodeSynthesis::CodeSynthesis(std::shared_ptr<CodeModel> model, const TakeSettings& take, CodeDraw pass_draw,
                             uint32_t pass_stage)
    : Synthesis(take, model->codec().config().hop_samples(), model->passes().n_passes() + 1),
      claim_(model),
      model_(std::move(model)),
      pass_draw_(std::move(pass_draw)),
      pass_stage_(pass_stage),
      groups_(add_groups()),
      layer_states_(model_->backbone().stage(), settings().keep),
      window_states_(model_->backbone().stage() + "_windows", settings().keep),
      ssm_states_(model_->backbone().stage() + "_ssm", settings().keep),
      key_states_(model_->backbone().stage() + "_keys", settings().keep),
      value_states_(model_->backbone().stage() + "_values", settings().keep),
      pass_states_(model_->passes().stage(), settings().keep),
      codec_layer_states_("codec_transformer", settings().keep),
      codec_block_states_("codec_blocks", settings().keep) {}

void CodeSynthesis::start() {
    Synthesis::start(std::make_unique<codec::TakeDecoder>(
        model_->codec(), groups_.codec,
        codec::DecoderKeepers{.layers = &codec_layer_states_, .blocks = &codec_block_states_}));
}

CodeSynthesis::Groups CodeSynthesis::add_groups() {
    const TakeSettings& take = settings();
    if (!take.record_magnitudes) {
        return {};
    }
    Backbone& backbone = model_->backbone();
    const StackConfig& c = backbone.stack().config();
    const auto positions = [&](const char* what, int64_t n_layers) {
        return buffers().add_group(backbone.stage() + what, take.capacity_positions, n_layers);
    };
    Groups groups;
    groups.backbone.layers = positions("", c.n_layers);
    if (c.mixer) {
        groups.backbone.windows = positions("_windows", c.n_layers);
        groups.backbone.ssm = positions("_ssm", c.n_layers);
        if (take.keep.n_steps > 0) {
            groups.backbone.ssm_heads = positions("_ssm_heads", c.n_layers * c.mixer->n_heads);
        }
    }
    groups.backbone.keys = positions("_keys", c.n_layers);
    groups.backbone.values = positions("_values", c.n_layers);
    CodePasses& passes = model_->passes();
    groups.passes =
        buffers().add_group(passes.stage(), take.capacity_frames * passes.n_passes(), passes.stack().config().n_layers);
    const codec::Decoder& codec = model_->codec();
    groups.codec = {
        .layers = buffers().add_group("codec_transformer", take.capacity_frames, codec.config().transformer.n_layers),
        .blocks = buffers().add_group("codec_blocks", take.capacity_frames, std::ssize(codec.block_names()))};
    return groups;
}

std::vector<KeptState> CodeSynthesis::kept_states() const {
    std::vector<KeptState> states;
    for (const StateKeeper* keeper : {&layer_states_, &window_states_, &ssm_states_, &key_states_, &value_states_,
                                      &pass_states_, &codec_layer_states_, &codec_block_states_}) {
        std::ranges::move(keeper->states(), std::back_inserter(states));
    }
    return states;
}

void CodeSynthesis::record_backbone(bool records) {
    const bool keeps = records && settings().keep.n_steps > 0;
    model_->backbone().set_taps(records ? groups_.backbone : BackboneTaps{});
    model_->backbone().set_captures(keeps ? BackboneCaptures{.layers = &layer_states_,
                                                             .windows = &window_states_,
                                                             .ssm = &ssm_states_,
                                                             .cache = {.keys = &key_states_, .values = &value_states_}}
                                          : BackboneCaptures{});
}

void CodeSynthesis::prepare() {
    record_backbone(true);
    CodePasses& passes = model_->passes();
    passes.set_draw(pass_draw_);
    passes.set_taps(groups_.passes);
    passes.set_capture(settings().keep.n_steps > 0 ? &pass_states_ : nullptr);
}

void CodeSynthesis::release() {
    record_backbone(false);
    model_->passes().set_taps(nullptr);
    model_->passes().set_capture(nullptr);
    model_->codec().set_taps({});
    claim_.release();
}

bool CodeSynthesis::run_backbone(std::span<const float> rows) {
    return advance_backbone([&] { return model_->backbone().run(rows, cancel_flag()); });
}

bool CodeSynthesis::advance_backbone(const std::function<bool()>& advance) {
    const Backbone& backbone = model_->backbone();
    const int64_t before = backbone.n_positions();
    for (StateKeeper* keeper : {&layer_states_, &window_states_, &ssm_states_, &key_states_, &value_states_}) {
        keeper->set_offset(backbone_rows_ - before);
    }
    const bool advanced = advance();
    backbone_rows_ += backbone.n_positions() - before;
    return advanced;
}

StopReason CodeSynthesis::backbone_stopped() {
    return stopped_by(model_->backbone().alarm(), backbone_rows_ - model_->backbone().n_positions());
}

StopReason CodeSynthesis::speak_frames(const FrameSteps& steps, const Attempt& attempt) {
    Backbone& backbone = model_->backbone();
    CodePasses& passes = model_->passes();
    std::vector<int32_t> history;
    std::vector<float> row(static_cast<size_t>(backbone.width()));
    const auto may_follow = [&](int64_t frame) {
        return frame < steps.max_frames && backbone.n_positions() < backbone.capacity();
    };
    double backbone_ms = 0;
    for (int64_t frame = 0; may_follow(frame); ++frame) {
        if (const StopReason reason = interruption(); reason != StopReason::none) {
            return reason;
        }
        const auto turn = take_turn();
        const Clock::time_point drawing = Clock::now();
        const std::optional<Choice> first = steps.draw_first(frame, history);
        if (!first) {
            return StopReason::end_of_speech;
        }
        history.push_back(first->token);
        if (settings().watchdog.is_stuck(history, steps.n_text_frames)) {
            return StopReason::repeated_codes;
        }
        const Clock::time_point passing = Clock::now();
        // Pass p of a frame ends at the passes' position p + 1.
        pass_states_.set_offset(pass_rows_ - 1);
        const FrameRequest request{.state = backbone.hidden(),
                                   .first_code = first->token,
                                   .seed = attempt.seed,
                                   .at = {.stage = pass_stage_,
                                          .step = static_cast<uint32_t>(frame),
                                          .segment = static_cast<uint32_t>(attempt.segment)}};
        if (!passes.run(request, cancel_flag())) {
            return stopped_by(passes.alarm(), pass_rows_ - frame * passes.n_passes());
        }
        const Clock::time_point stepping = Clock::now();
        MadeFrame made{.codes = {},
                       .latent = {},
                       .draws = {},
                       .first_ms = backbone_ms + ms_between(drawing, passing),
                       .second_ms = ms_between(passing, stepping),
                       .position_row = backbone_rows_ - 1,
                       .pass_row = pass_rows_};
        const auto add = [&](const Choice& choice) {
            made.codes.push_back(choice.token);
            made.draws.push_back({.entropy = choice.entropy, .probability = choice.probability});
        };
        add(*first);
        std::ranges::for_each(passes.choices(), add);
        pass_rows_ += passes.n_passes();
        steps.next_row(frame, made.codes, row);
        publish(std::move(made));
        if (may_follow(frame + 1) && !run_backbone(row)) {
            return backbone_stopped();
        }
        backbone_ms = ms_between(stepping, Clock::now());
    }
    return StopReason::max_frames;
}

}  // namespace phonoscope::lm
