// What the slow model reads: columns of ids, [0] a text token, or a code of codebook 0 as a token together with all
// codes of its frame.
#pragma once

#include <span>
#include <vector>

#include "models/audio8/weights.hpp"

namespace phonoscope::audio8 {

class ColumnEmbedder {
   public:
    ColumnEmbedder(const Config& config, const SlowWeights& weights)
        : config_(&config), weights_(&weights), scratch_(static_cast<size_t>(config.slow.width)) {}

    // Throws ArgumentError when an id of `columns` [n][n_codebooks + 1] is outside its table.
    void check(std::span<const int32_t> columns) const;
    // The embedding of one column: that of the text, for a code together with those of all codes, scaled.
    void embed(std::span<const int32_t> column, std::span<float> out);
    // Those of checked columns, [n][width].
    std::vector<float> rows(std::span<const int32_t> columns);

   private:
    const Config* config_;
    const SlowWeights* weights_;
    std::vector<float> scratch_;
};

}  // namespace phonoscope::audio8
