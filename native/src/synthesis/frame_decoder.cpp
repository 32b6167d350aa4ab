#include "synthesis/frame_decoder.hpp"

#include <algorithm>
#include <utility>

namespace phonoscope {

bool name_nonfinite_layer(const TapGroup* group, int64_t row, size_t first, size_t end, Alarm& alarm) {
    if (group == nullptr || std::cmp_greater_equal(row, group->rows.rows())) {
        return false;
    }
    const Magnitude* magnitudes = group->rows.data() + static_cast<size_t>(row) * group->n_layers;
    for (size_t layer = first; layer < std::min(end, group->n_layers); ++layer) {
        if (magnitudes[layer].n_nonfinite > 0) {
            alarm.stage = group->name;
            alarm.layer = static_cast<int64_t>(layer);
            alarm.operation = "layer output";
            return true;
        }
    }
    return false;
}

}  // namespace phonoscope
