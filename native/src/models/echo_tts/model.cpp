#include "models/echo_tts/model.hpp"

#include "base/error.hpp"
#include "models/dac/decoder.hpp"

namespace phonoscope::echo_tts {

EchoModel::EchoModel(const std::filesystem::path& model_path, const std::filesystem::path& codec_path, int n_threads)
    : pool_(n_threads),
      weights_(std::make_shared<const GgufFile>(model_path)),
      generator_(weights_, pool_),
      codec_weights_(dac::read_decoder(std::make_shared<const GgufFile>(codec_path))),
      codec_(codec_weights_, pool_) {
    if (codec_.config().quantizer_width != config().codec_width) {
        throw ModelFileError(codec_path.string() + ": its frames have " +
                             std::to_string(codec_.config().quantizer_width) + " channels, but " + model_path.string() +
                             " makes " + std::to_string(config().codec_width) +
                             " (give the codec that belongs to this model)");
    }
}

codec::Decoder& EchoModel::preview_codec() {
    if (preview_codec_ == nullptr) {
        preview_codec_ = std::make_unique<codec::Decoder>(codec_weights_, pool_);
    }
    return *preview_codec_;
}

}  // namespace phonoscope::echo_tts
