// A loaded Echo-TTS: transformer and codec, with the threads they compute on. One take runs at a time.
#pragma once

#include <filesystem>
#include <memory>

#include "codec/decoder.hpp"
#include "models/echo_tts/generator.hpp"
#include "synthesis/model_claim.hpp"

namespace phonoscope::echo_tts {

class EchoModel : public SpokenModel {
   public:
    // `model_path` and `codec_path` may be the same file. Throws ModelFileError, also when the two do not fit together.
    EchoModel(const std::filesystem::path& model_path, const std::filesystem::path& codec_path, int n_threads);

    const EchoConfig& config() const { return weights_.config(); }
    const EchoWeights& weights() const { return weights_; }
    int n_threads() const { return pool_.n_threads(); }
    Generator& generator() { return generator_; }
    codec::Decoder& codec() { return codec_; }
    // A decoder beside the one above, for sound that is not part of the stream; made at its first use.
    codec::Decoder& preview_codec();

   private:
    ComputePool pool_;
    EchoWeights weights_;
    Generator generator_;
    std::shared_ptr<const codec::DecoderWeights> codec_weights_;
    codec::Decoder codec_;
    std::unique_ptr<codec::Decoder> preview_codec_;
};

}  // namespace phonoscope::echo_tts
