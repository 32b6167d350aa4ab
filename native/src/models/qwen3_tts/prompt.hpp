// The prompt as laid out by the caller: which embeddings each row adds up (specification section 2). Native
// code only gathers, projects and adds.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/qwen3_tts/text_embedder.hpp"

namespace phonoscope::qwen3_tts {

// One entry a row in the first four; -1 (or 0 for speaker_rows) adds nothing.
struct PromptLayout {
    std::vector<int32_t> text_ids;
    std::vector<int32_t> codec_ids;
    std::vector<int32_t> ref_frames;         // index into ref_codes
    std::vector<int32_t> speaker_rows;       // 1: the speaker vector is added
    std::vector<int32_t> trailing_text_ids;  // text fed during decoding, one a frame
    std::vector<float> speaker;              // [talker width], or empty
    std::vector<int32_t> ref_codes;          // [frames][n_code_groups], or empty
    int32_t tts_pad_id = 0;                  // text id that is fed once the trailing text is used up
};

// Embedded rows, ready for the talker.
struct EmbeddedPrompt {
    std::vector<float> rows;      // [rows][width]
    std::vector<float> trailing;  // [frames][width]; the last entry is the embedding of tts_pad
};

// Gathers embeddings of codes and texts.
class PromptEmbedder {
   public:
    PromptEmbedder(const TalkerWeights& talker, const lm::CodePassWeights& predictor, ComputePool& pool);

    // Returns nothing when cancelled. Throws ArgumentError when an id, an index or a length is out of range.
    std::optional<EmbeddedPrompt> embed(const PromptLayout& prompt, const std::atomic<bool>* cancel);
    // The sum of all code embeddings of one frame (codes of every group), added to `out`.
    void add_frame(std::span<const int32_t> codes, std::span<float> out);

   private:
    void check(const PromptLayout& prompt) const;

    const TalkerWeights* talker_;
    const lm::CodePassWeights* predictor_;
    TextEmbedder text_embedder_;
    std::vector<float> scratch_;
};

}  // namespace phonoscope::qwen3_tts
