#include "synthesis/segment.hpp"

#include <algorithm>

namespace phonoscope {

std::string name_of(StopReason reason) {
    switch (reason) {
        case StopReason::none: return "none";
        case StopReason::end_of_speech: return "end_of_speech";
        case StopReason::max_frames: return "max_frames";
        case StopReason::repeated_codes: return "repeated_codes";
        case StopReason::silence: return "silence";
        case StopReason::cancelled: return "cancelled";
        case StopReason::alarm: return "alarm";
        case StopReason::failed: return "failed";
    }
    return "unknown";
}

bool ended_badly(StopReason reason) {
    return reason == StopReason::max_frames || reason == StopReason::repeated_codes || reason == StopReason::silence;
}

bool Watchdog::is_stuck(std::span<const int32_t> first_codes, int64_t n_text_frames) const {
    if (max_equal_codes <= 0 || std::ssize(first_codes) < max_equal_codes || std::ssize(first_codes) <= n_text_frames) {
        return false;
    }
    const std::span<const int32_t> latest = first_codes.last(static_cast<size_t>(max_equal_codes));
    return std::all_of(latest.begin(), latest.end(), [&](int32_t code) { return code == latest.front(); });
}

}  // namespace phonoscope
