// A loaded model that speaks in frames of codes: a backbone draws codebook 0 of a frame, passes draw the others, a codec
// makes sound of them.
#pragma once

#include "codec/decoder.hpp"
#include "lm/backbone.hpp"
#include "lm/code_passes.hpp"
#include "synthesis/model_claim.hpp"

namespace phonoscope::lm {

class CodeModel : public SpokenModel {
   public:
    // Chooses the first code of a frame.
    virtual Backbone& backbone() = 0;
    // Chooses the others.
    virtual CodePasses& passes() = 0;
    // Turns them into sound.
    virtual codec::Decoder& codec() = 0;

   protected:
    ~CodeModel() = default;
};

}  // namespace phonoscope::lm
