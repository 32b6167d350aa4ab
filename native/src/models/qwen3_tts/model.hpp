// A loaded Qwen3-TTS: language model and codec, with the threads they compute on. One take runs at a time.
#pragma once

#include <filesystem>
#include <memory>

#include "codec/decoder.hpp"
#include "lm/code_model.hpp"
#include "models/qwen3_tts/language_model.hpp"

namespace phonoscope::qwen3_tts {

class Model : public lm::CodeModel {
   public:
    // `talker_path` and `codec_path` may be the same file. Throws ModelFileError, also when the two do not fit
    // together.
    Model(const std::filesystem::path& talker_path, const std::filesystem::path& codec_path, int n_threads);

    const TalkerConfig& config() const { return language_model_.config(); }
    const codec::DecoderConfig& codec_config() const { return codec_.config(); }
    int n_threads() const { return pool_.n_threads(); }
    LanguageModel& language_model() { return language_model_; }
    lm::Backbone& backbone() override { return language_model_.talker(); }
    lm::CodePasses& passes() override { return language_model_.predictor(); }
    codec::Decoder& codec() override { return codec_; }

   private:
    ComputePool pool_;
    LanguageModel language_model_;
    codec::Decoder codec_;
};

}  // namespace phonoscope::qwen3_tts
