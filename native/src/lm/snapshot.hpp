// Everything that a stack remembers of a sequence, to go on from there any number of times.
#pragma once

#include <cstddef>
#include <vector>

#include "lm/backbone_taps.hpp"
#include "lm/stack.hpp"

namespace phonoscope::lm {

struct Snapshot {
    int64_t n_positions = 0;
    std::vector<float> windows;
    std::vector<float> ssm;
    std::vector<std::byte> keys;  // [layer][kv head][position][head_dim]
    std::vector<std::byte> values;
    RecordedRows recorded;  // of the sequence, by the taps of the backbone that it was taken of
};

// Copies what `stack` remembers of the first `n_positions`.
Snapshot take_snapshot(Stack& stack, int64_t n_positions);
// Puts it back. Throws ArgumentError when the snapshot is of a longer sequence than the stack can hold.
void restore(const Snapshot& snapshot, Stack& stack);

}  // namespace phonoscope::lm
