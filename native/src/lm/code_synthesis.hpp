// A take of a model that speaks in frames of codes. A family derives from it how prompts become rows of the backbone and
// how codebook 0 is drawn.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "lm/code_model.hpp"
#include "synthesis/synthesis.hpp"

namespace phonoscope::lm {

// How a segment goes on, once its prompt is in the backbone.
struct FrameSteps {
    int64_t max_frames = 0;
    int64_t n_text_frames = 0;  // along which text is still fed
    // Draws codebook 0 of `frame`; nothing when the speech ends. `history` holds the codes of the frames before.
    std::function<std::optional<Choice>(int64_t frame, std::span<const int32_t> history)> draw_first;
    // Makes the backbone's next row out of all codes of `frame`.
    std::function<void(int64_t frame, std::span<const int32_t> codes, std::span<float> row)> next_row;
};

class CodeSynthesis : public Synthesis {
   public:
    std::vector<KeptState> kept_states() const override;

   protected:
    // Claims the model; throws Error when it is in use. The passes draw with `pass_draw` at addresses of `pass_stage`.
    CodeSynthesis(std::shared_ptr<CodeModel> model, const TakeSettings& take, CodeDraw pass_draw, uint32_t pass_stage);
    // Begins to speak; the last thing that a family's constructor does.
    void start();
    void prepare() override;
    void release() override;
    // Computes rows of the backbone; its taps go on where they were.
    bool run_backbone(std::span<const float> rows);
    // Lets `advance` bring the backbone to a later position in another way; returns what it does.
    bool advance_backbone(const std::function<bool()>& advance);
    // Why run_backbone() came back early.
    StopReason backbone_stopped();
    // Speaks a segment whose prompt is in the backbone.
    StopReason speak_frames(const FrameSteps& steps, const Attempt& attempt);

   private:
    // Tap groups of the take; null when magnitudes are not recorded.
    struct Groups {
        BackboneTaps backbone;
        TapGroup* passes = nullptr;
        codec::DecoderTaps codec;
    };
    Groups add_groups();
    // Whether the backbone's taps record and its states are kept from now on.
    void record_backbone(bool records);

    ModelClaim claim_;
    std::shared_ptr<CodeModel> model_;
    CodeDraw pass_draw_;
    uint32_t pass_stage_;
    Groups groups_;
    StateKeeper layer_states_;
    StateKeeper window_states_;
    StateKeeper ssm_states_;
    StateKeeper key_states_;
    StateKeeper value_states_;
    StateKeeper pass_states_;
    StateKeeper codec_layer_states_;
    StateKeeper codec_block_states_;
    int64_t backbone_rows_ = 0;
    int64_t pass_rows_ = 0;
};

}  // namespace phonoscope::lm
