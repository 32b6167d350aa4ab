// Rows of channels in memory: the spacing between them, and the past that a causal convolution looks back on.
#pragma once

#include <cstdint>

#include "base/aligned.hpp"

namespace phonoscope::codec {

// The input rows of a causal convolution: `n_past` rows of earlier steps, then the rows of this step.
class RowHistory {
   public:
    RowHistory(int64_t n_past, int64_t max_rows, int64_t stride);

    // First row of this step, to be written; and the row that the first tap of the first output reads.
    float* new_rows() { return rows_.data() + n_past_ * stride_; }
    const float* first_tap() const { return rows_.data() + read_offset_rows_ * stride_; }
    // First row of the piece in work.
    const float* read_rows() const { return first_tap() + n_past_ * stride_; }
    int64_t stride() const { return stride_; }
    // At the start of a step of `n_rows`: the last rows of the step before become the past of this one.
    void advance(int64_t n_rows);
    // Lets the reader work through the step in pieces: output row 0 is row `n` of the step.
    void read_from(int64_t n) { read_offset_rows_ = n; }
    // Makes the past silent, as before the first step.
    void clear();

   private:
    int64_t n_past_;
    int64_t stride_;
    int64_t filled_rows_ = 0;
    int64_t read_offset_rows_ = 0;
    AlignedVector<float> rows_;
};

// Floats between rows: rows of a power of two would all fall into the same few cache sets.
inline int64_t row_stride(int64_t width) { return width % 512 == 0 ? width + 16 : width; }

}  // namespace phonoscope::codec
