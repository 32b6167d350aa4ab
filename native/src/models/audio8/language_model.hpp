// Slow and fast model of one file, with their running state.
#pragma once

#include <filesystem>
#include <memory>

#include "gguf/resident.hpp"
#include "lm/backbone.hpp"
#include "models/audio8/columns.hpp"

namespace phonoscope::audio8 {

class LanguageModel {
   public:
    // Loads and checks the file. What every step reads is moved to huge pages. Throws ModelFileError.
    LanguageModel(const std::filesystem::path& path, ComputePool& pool);

    const Config& config() const { return config_; }
    lm::Backbone& slow() { return slow_; }
    lm::CodePasses& fast() { return fast_; }
    ColumnEmbedder& embedder() { return embedder_; }

   private:
    std::shared_ptr<const GgufFile> file_;
    Weights weights_;
    Config config_;
    SlowWeights slow_weights_;
    lm::CodePassWeights fast_weights_;
    ResidentWeights resident_;
    lm::Backbone slow_;
    lm::CodePasses fast_;
    ColumnEmbedder embedder_;
};

}  // namespace phonoscope::audio8
