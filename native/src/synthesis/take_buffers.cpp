#include "synthesis/take_buffers.hpp"

#include <utility>

namespace phonoscope {

TakeBuffers::TakeBuffers(size_t capacity_frames, size_t hop_samples, size_t n_codebooks)
    : audio(capacity_frames * hop_samples, 1),
      codes(capacity_frames, n_codebooks),
      draws(capacity_frames, n_codebooks),
      frames(capacity_frames, 1) {}

TapGroup* TakeBuffers::add_group(std::string name, int64_t capacity_rows, int64_t n_layers) {
    tap_groups_.push_back(
        std::make_unique<TapGroup>(std::move(name), static_cast<size_t>(capacity_rows), static_cast<size_t>(n_layers)));
    return tap_groups_.back().get();
}

}  // namespace phonoscope
