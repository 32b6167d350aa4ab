#include "models/audio8/model.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "models/dac/decoder.hpp"

namespace phonoscope::audio8 {

Model::Model(const std::filesystem::path& model_path, const std::filesystem::path& codec_path, int n_threads)
    : pool_(n_threads),
      language_model_(model_path, pool_),
      codec_(dac::read_decoder(std::make_shared<const GgufFile>(codec_path)), pool_) {
    if (codec_config().n_quantizers() != config().n_codebooks ||
        codec_config().codebook_sizes.front() != config().codebook_size) {
        throw ModelFileError(codec_path.string() + ": decodes " + std::to_string(codec_config().n_quantizers()) +
                             " codebooks, the first of " + std::to_string(codec_config().codebook_sizes.front()) +
                             ", but " + model_path.string() + " predicts " + std::to_string(config().n_codebooks) +
                             " of " + std::to_string(config().codebook_size) +
                             " (give the codec that belongs to this model)");
    }
}

std::optional<int64_t> Model::begin_with(std::span<const int32_t> columns, const std::atomic<bool>* cancel) {
    if (columns.empty()) {
        return 0;
    }
    lm::Backbone& slow = language_model_.slow();
    if (std::ranges::equal(columns, shared_columns_) && slow.can_resume(shared_state_)) {
        slow.restore(shared_state_);
        return slow.n_positions();
    }
    if (!slow.run(language_model_.embedder().rows(columns), cancel)) {
        return std::nullopt;
    }
    shared_state_ = slow.snapshot();
    shared_columns_.assign(columns.begin(), columns.end());
    return 0;
}

}  // namespace phonoscope::audio8
