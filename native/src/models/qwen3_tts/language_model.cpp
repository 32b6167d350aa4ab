#include "models/qwen3_tts/language_model.hpp"

#include <array>

namespace phonoscope::qwen3_tts {

LanguageModel::LanguageModel(const std::filesystem::path& path, ComputePool& pool)
    : file_(std::make_shared<const GgufFile>(path)),
      weights_(file_),
      talker_weights_(load_talker(weights_, read_talker_config(*file_))),
      predictor_weights_(load_predictor(weights_, talker_weights_)),
      talker_("talker", talker_weights_.stack, talker_weights_.codec_head, config().max_positions, pool),
      predictor_("predictor", predictor_weights_, pool),
      embedder_(talker_weights_, predictor_weights_, pool) {
    resident_.take(streamed_matrices(talker_weights_.stack), *file_);
    resident_.take(std::array{talker_weights_.codec_head}, *file_);
    resident_.take(streamed_matrices(predictor_weights_.stack), *file_);
    resident_.take(predictor_weights_.heads, *file_);
    if (predictor_weights_.projection.weight != nullptr) {
        resident_.take(std::array{predictor_weights_.projection.weight}, *file_);
    }
    file_->release_pages();
}

}  // namespace phonoscope::qwen3_tts
