// How benchmarks take the time.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace phonoscope {

// Shortest of `n_runs` runs of `body`, in seconds: the one that other processes disturbed least.
template <typename Body>
double shortest_run(int n_runs, Body body) {
    using Clock = std::chrono::steady_clock;
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < n_runs; ++i) {
        const auto begin = Clock::now();
        body();
        best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
    }
    return best;
}

}  // namespace phonoscope
