// The threads of the engine for Python: for tests.
#include <nanobind/nanobind.h>

#include <atomic>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/workers.hpp"
#include "bind/arrays.hpp"
#include "bind/bind.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

namespace {

NumpyArray<int64_t> count_calls(int n_threads, int64_t n_units, int64_t n_jobs) {
    if (n_threads < 1 || n_units < 0 || n_jobs < 0) {
        throw ArgumentError("choose at least one thread, and no negative number");
    }
    std::vector<int64_t> calls(static_cast<size_t>(n_units));
    {
        const nb::gil_scoped_release unlocked;
        Workers workers(n_threads);
        std::vector<std::atomic<bool>> busy(static_cast<size_t>(n_threads));
        std::atomic<bool> crossed{false};
        for (int64_t job = 0; job < n_jobs; ++job) {
            workers.for_each(n_units, [&](int64_t unit, int thread) {
                std::atomic<bool>& mine = busy[static_cast<size_t>(thread)];
                crossed = crossed || mine.exchange(true);
                ++calls[static_cast<size_t>(unit)];
                mine = false;
            });
        }
        if (crossed) {
            throw Error("two calls used the number of one thread at once");
        }
    }
    return owned_array(std::move(calls), {static_cast<size_t>(n_units)});
}

}  // namespace

void bind_workers(nb::module_& m) {
    m.def("count_calls", &count_calls, "n_threads"_a, "n_units"_a, "n_jobs"_a,
          "How often each of `n_units` units was done in `n_jobs` jobs on `n_threads` threads.");
}

}  // namespace phonoscope
