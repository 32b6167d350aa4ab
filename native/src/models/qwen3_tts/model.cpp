#include "models/qwen3_tts/model.hpp"

#include "base/error.hpp"
#include "models/qwen3_tts/codec_weights.hpp"

namespace phonoscope::qwen3_tts {

Model::Model(const std::filesystem::path& talker_path, const std::filesystem::path& codec_path, int n_threads)
    : pool_(n_threads),
      language_model_(talker_path, pool_),
      codec_(read_codec(std::make_shared<const GgufFile>(codec_path)), pool_) {
    if (codec_config().n_quantizers() != config().n_code_groups ||
        codec_config().codebook_sizes.front() < config().codebook_size) {
        throw ModelFileError(codec_path.string() + ": decodes " + std::to_string(codec_config().n_quantizers()) +
                             " codebooks of " + std::to_string(codec_config().codebook_sizes.front()) + ", but " +
                             talker_path.string() + " predicts " + std::to_string(config().n_code_groups) + " of " +
                             std::to_string(config().codebook_size) + " (give the codec that belongs to this model)");
    }
}

}  // namespace phonoscope::qwen3_tts
