// Whether values are numbers that one can go on computing with.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace phonoscope {

// Whether none of the values is NaN or infinite.
inline bool all_finite(std::span<const float> values) {
    return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}

}  // namespace phonoscope
