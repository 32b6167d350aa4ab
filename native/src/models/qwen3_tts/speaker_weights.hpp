// The speaker encoder's weights (ECAPA-TDNN), packed for the convolution kernels. Its widths are those of its tensors:
// the metadata declares only the width of the result.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "ops/weight_packer.hpp"

namespace phonoscope::qwen3_tts {

// Time-delay layers around a Res2Net, then channel gains from the mean over time.
struct SpeakerBlockWeights {
    int64_t dilation = 0;
    ConvWeights before;
    std::vector<ConvWeights> groups;  // of every channel group but the first, which passes unchanged
    ConvWeights after;
    ConvWeights squeeze;
    ConvWeights excite;
};

class SpeakerWeights {
   public:
    static constexpr int64_t kInputTaps = 5;
    static constexpr int64_t kGroupTaps = 3;
    static constexpr std::array<int64_t, 3> kDilations{2, 3, 4};  // of the blocks
    static constexpr int64_t kGroups = 8;

    // Throws ModelFileError when the file has no speaker encoder or its tensors do not fit together.
    explicit SpeakerWeights(std::shared_ptr<const GgufFile> file);

    static bool in_file(const GgufFile& file) { return file.find("spk_enc.conv0.weight") != nullptr; }

    const ConvKernels& conv;
    int64_t n_channels = 0;  // of the blocks
    int64_t n_pooled = 0;    // channels over which statistics are taken
    int64_t width = 0;       // of the speaker vector
    ConvWeights input;
    std::vector<SpeakerBlockWeights> blocks;
    ConvWeights aggregate;        // all blocks' outputs side by side
    ConvWeights attention;        // values, mean and deviation side by side
    ConvWeights attention_score;  // one score for each channel and frame
    ConvWeights output;

   private:
    int64_t outputs_of(const std::string& name) const;

    std::shared_ptr<const GgufFile> file_;
    WeightPacker packer_;
};

}  // namespace phonoscope::qwen3_tts
