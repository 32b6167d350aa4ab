#include "base/taps.hpp"

#include <algorithm>
#include <cmath>

namespace phonoscope {

Magnitude magnitude_of(std::span<const float> values) {
    double squares = 0;
    Magnitude m{};
    for (const float v : values) {
        if (std::isfinite(v)) {
            squares += static_cast<double>(v) * v;
            m.absmax = std::max(m.absmax, std::fabs(v));
        } else {
            m.n_nonfinite += 1;
        }
    }
    m.rms = static_cast<float>(std::sqrt(squares / static_cast<double>(std::max<size_t>(values.size(), 1))));
    return m;
}

}  // namespace phonoscope
