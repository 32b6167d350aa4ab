// A loaded Qwen3-TTS: language model and codec, with the threads they compute on. One take runs at a time.
#pragma once

#include <filesystem>
#include <memory>

#include "codec/decoder.hpp"
#include "models/qwen3_tts/language_model.hpp"
#include "synthesis/model_claim.hpp"

namespace phonoscope::qwen3_tts {

class Model : public SpokenModel {
   public:
    // `talker_path` and `codec_path` may be the same file. Throws ModelFileError, also when the two do not fit together.
    Model(const std::filesystem::path& talker_path, const std::filesystem::path& codec_path, int n_threads);

    const TalkerConfig& config() const { return language_model_.config(); }
    const codec::DecoderConfig& codec_config() const { return codec_.config(); }
    int n_threads() const { return pool_.n_threads(); }
    LanguageModel& language_model() { return language_model_; }
    codec::Decoder& codec() { return codec_; }
    // The system maps many pages of the files' look-up tables around each row that is read. Takes them out of memory
    // again; needed now and then, lest the tables end up there in full.
    void release_pages() const;

   private:
    ComputePool pool_;
    LanguageModel language_model_;
    codec::Decoder codec_;
};

}  // namespace phonoscope::qwen3_tts
