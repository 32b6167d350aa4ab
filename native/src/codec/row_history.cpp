#include "codec/row_history.hpp"

#include <algorithm>

namespace phonoscope::codec {

RowHistory::RowHistory(int64_t n_past, int64_t max_rows, int64_t stride)
    : n_past_(n_past), stride_(stride), rows_(static_cast<size_t>((n_past + max_rows) * stride)) {}

void RowHistory::advance(int64_t n_rows) {
    std::copy_n(rows_.begin() + filled_rows_ * stride_, n_past_ * stride_, rows_.begin());
    filled_rows_ = n_rows;
}

void RowHistory::clear() {
    std::fill_n(rows_.begin(), n_past_ * stride_, 0.0F);
    filled_rows_ = 0;
}

}  // namespace phonoscope::codec
