#include "models/audio8/columns.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "ops/embedding.hpp"

namespace phonoscope::audio8 {

void ColumnEmbedder::check(std::span<const int32_t> columns) const {
    const auto size = static_cast<size_t>(config_->column_size());
    if (columns.empty() || columns.size() % size != 0) {
        throw ArgumentError("a prompt is made of columns of " + std::to_string(size) + " ids");
    }
    for (size_t i = 0; i < columns.size(); ++i) {
        const bool is_token = i % size == 0;
        const int64_t end = is_token ? config_->vocab_size : config_->codebook_size;
        if (columns[i] < 0 || columns[i] >= end) {
            throw ArgumentError(std::string(is_token ? "text token " : "code ") + std::to_string(columns[i]) +
                                " of column " + std::to_string(i / size) + " is outside the model's range 0.." +
                                std::to_string(end - 1));
        }
    }
}

void ColumnEmbedder::embed(std::span<const int32_t> column, std::span<float> out) {
    std::fill(out.begin(), out.end(), 0.0F);
    const int32_t token = column.front();
    add_embedding_row(weights_->token_embedding, token, out, scratch_);
    if (token >= config_->semantic_begin && token < config_->semantic_begin + config_->codebook_size) {
        for (int64_t book = 0; book < config_->n_codebooks; ++book) {
            const int64_t row = book * config_->codebook_size + column[static_cast<size_t>(book + 1)];
            add_embedding_row(weights_->code_embedding, row, out, scratch_);
        }
    }
    // The scale is that of the sum: folded into the text table it would leave the codes out.
    for (float& v : out) {
        v *= config_->embedding_scale;
    }
}

std::vector<float> ColumnEmbedder::rows(std::span<const int32_t> columns) {
    const auto size = static_cast<size_t>(config_->column_size());
    const auto width = static_cast<size_t>(config_->slow.width);
    const size_t n = columns.size() / size;
    std::vector<float> out(n * width);
    for (size_t i = 0; i < n; ++i) {
        embed(columns.subspan(i * size, size), std::span(out).subspan(i * width, width));
    }
    return out;
}

}  // namespace phonoscope::audio8
