// What the operations of one graph need to know about the step that is being computed; set before every
// compute().
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/taps.hpp"

namespace phonoscope {

// Receives full copies of chosen states, for parity checks and `full` taps.
class StateCapture {
   public:
    virtual ~StateCapture() = default;
    // Called while the graph runs, possibly from several threads at once for different positions of one
    // layer.
    virtual void keep(int64_t layer, int64_t position, std::span<const float> state) = 0;
};

struct Step {
    int64_t first_position = 0;       // position of row 0 in the cache
    int64_t first_recorded = 0;       // rows before this one are not recorded
    std::span<Magnitude> magnitudes;  // [row][layer], counted from first_recorded; empty: taps are off
    std::span<Magnitude> key_heads;   // [row][layer][kv head] of the rows written to the cache; empty: off
    std::span<Magnitude> value_heads;
    int64_t n_layers = 0;
    StateCapture* capture = nullptr;
    // The first non-finite state: operation index in graph order << 32 | row; kAllFinite when there was none.
    static constexpr int64_t kAllFinite = INT64_MAX;
    std::atomic<int64_t> first_nonfinite{kAllFinite};

    // Notes a non-finite value; the earliest operation and row wins, whichever thread reports first.
    void report_nonfinite(int64_t operation, int64_t row) {
        const int64_t code = operation << 32 | row;
        int64_t known = first_nonfinite.load(std::memory_order_relaxed);
        while (code < known && !first_nonfinite.compare_exchange_weak(known, code)) {
        }
    }
};

}  // namespace phonoscope
