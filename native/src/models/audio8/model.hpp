// A loaded Audio8: language model and codec, with the threads they compute on. One take runs at a time.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "codec/decoder.hpp"
#include "lm/code_model.hpp"
#include "models/audio8/language_model.hpp"

namespace phonoscope::audio8 {

class Model : public lm::CodeModel {
   public:
    // `model_path` and `codec_path` may be the same file. Throws ModelFileError, also when the two do not fit together.
    Model(const std::filesystem::path& model_path, const std::filesystem::path& codec_path, int n_threads);

    const Config& config() const { return language_model_.config(); }
    const codec::DecoderConfig& codec_config() const { return codec_.config(); }
    int n_threads() const { return pool_.n_threads(); }
    LanguageModel& language_model() { return language_model_; }
    lm::Backbone& backbone() override { return language_model_.slow(); }
    lm::CodePasses& passes() override { return language_model_.fast(); }
    codec::Decoder& codec() override { return codec_; }
    // Brings the slow model, which was reset, to the end of `columns`, which many prompts begin with (the voice):
    // computed once, then restored from a snapshot as long as the same ones are asked for and nothing more is recorded
    // of them. Returns how many positions were restored; nothing when cancelled or when a state is not finite.
    std::optional<int64_t> begin_with(std::span<const int32_t> columns, const std::atomic<bool>* cancel);

   private:
    ComputePool pool_;
    LanguageModel language_model_;
    codec::Decoder codec_;
    std::vector<int32_t> shared_columns_;
    lm::Snapshot shared_state_;
};

}  // namespace phonoscope::audio8
