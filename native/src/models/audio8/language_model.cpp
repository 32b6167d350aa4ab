#include "models/audio8/language_model.hpp"

#include <array>

namespace phonoscope::audio8 {

LanguageModel::LanguageModel(const std::filesystem::path& path, ComputePool& pool)
    : file_(std::make_shared<const GgufFile>(path)),
      weights_(file_),
      config_(read_config(*file_)),
      slow_weights_(load_slow(weights_, config_)),
      fast_weights_(load_fast(weights_, config_)),
      slow_("slow", slow_weights_.stack, slow_weights_.head, config_.max_positions, pool),
      fast_("fast", fast_weights_, pool),
      embedder_(config_, slow_weights_) {
    resident_.take(streamed_matrices(slow_weights_.stack), *file_);
    resident_.take(std::array{slow_weights_.head}, *file_);
    resident_.take(streamed_matrices(fast_weights_.stack), *file_);
    resident_.take(std::array{fast_weights_.heads.front()}, *file_);
    if (fast_weights_.projection.weight != nullptr) {
        resident_.take(std::array{fast_weights_.projection.weight}, *file_);
    }
    file_->release_pages();
}

}  // namespace phonoscope::audio8
