// Talker and code predictor of one model file, with their running state.
#pragma once

#include <filesystem>
#include <memory>

#include "gguf/resident.hpp"
#include "lm/backbone.hpp"
#include "models/qwen3_tts/prompt.hpp"

namespace phonoscope::qwen3_tts {

class LanguageModel {
   public:
    // Loads and checks the file. What every step reads is moved to huge pages, what only prompts need stays mapped.
    // Throws ModelFileError.
    LanguageModel(const std::filesystem::path& path, ComputePool& pool);

    const TalkerConfig& config() const { return talker_weights_.config; }
    lm::Backbone& talker() { return talker_; }
    lm::CodePasses& predictor() { return predictor_; }
    PromptEmbedder& embedder() { return embedder_; }
    // Takes what prompts need out of memory, until the next one.
    void release_pages() const { file_->release_pages(); }

   private:
    std::shared_ptr<const GgufFile> file_;
    Weights weights_;
    TalkerWeights talker_weights_;
    lm::CodePassWeights predictor_weights_;
    ResidentWeights resident_;
    lm::Backbone talker_;
    lm::CodePasses predictor_;
    PromptEmbedder embedder_;
};

}  // namespace phonoscope::qwen3_tts
