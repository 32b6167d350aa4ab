#include "codec/codebook.hpp"

#include <algorithm>

namespace phonoscope::codec {

namespace {
constexpr float kMinimumUsage = 1e-5F;  // of entries that were never used
}  // namespace

void Codebook::add_to(int64_t code, std::span<float> sum) const {
    std::vector<float> row(sum.size());
    vectors.read(code, row);
    const float divisor = usage.empty() ? 1.0F : std::max(usage[static_cast<size_t>(code)], kMinimumUsage);
    for (size_t i = 0; i < sum.size(); ++i) {
        sum[i] += row[i] / divisor;
    }
}

}  // namespace phonoscope::codec
