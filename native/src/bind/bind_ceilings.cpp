// The machine's ceilings for Python, measured on the threads that the engine computes on.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "base/compute.hpp"
#include "base/error.hpp"
#include "base/huge_arena.hpp"
#include "bind/bind.hpp"
#include "kernels/ceilings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

namespace {

constexpr size_t kReadBytes = size_t{192} << 20;  // far more than any cache of one processor die
constexpr int64_t kMultiplyAddRounds = 200'000;

// A graph of one node that runs `work(part, n_parts)` for as many parts as the pool has threads.
template <typename Work>
class EveryThread {
   public:
    EveryThread(ComputePool& pool, Work work) : n_parts_(pool.n_threads()), work_(std::move(work)), graph_(4) {
        ggml_tensor* in = Graph::input(ggml_new_tensor_1d(graph_.context(), GGML_TYPE_F32, 1));
        ggml_tensor* sources[] = {in};
        graph_.output(ggml_custom_4d(graph_.context(), GGML_TYPE_F32, 1, 1, 1, 1, sources, 1, compute, 1, this));
        graph_.allocate(pool);
    }
    // Seconds of the fastest of `n_repeats` runs.
    double best_seconds(int n_repeats) {
        double best = std::numeric_limits<double>::infinity();
        for (int i = 0; i < n_repeats; ++i) {
            const auto began = std::chrono::steady_clock::now();
            graph_.compute();
            best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
        }
        return best;
    }

   private:
    static void compute(ggml_tensor* /*dst*/, int /*ith*/, int /*nth*/, void* userdata) {
        const auto& self = *static_cast<const EveryThread*>(userdata);
        for_each_unit(self.n_parts_, kWorkWorthSharing,
                      [&](int64_t part, int /*thread*/) { self.work_(static_cast<int>(part), self.n_parts_); });
    }
    int n_parts_;
    Work work_;
    Graph graph_;
};

std::pair<double, double> measure(int n_threads, int n_repeats) {
    if (n_repeats < 1) {
        throw ArgumentError("repeats = " + std::to_string(n_repeats) + ": choose at least 1");
    }
    ComputePool pool(n_threads);
    HugeArena arena;
    const std::span<std::byte> memory = arena.allocate(kReadBytes);
    std::memset(memory.data(), 1, memory.size());
    std::atomic<uint64_t> checksum{0};
    EveryThread read(pool, [&](int ith, int nth) {
        const size_t part = memory.size() / static_cast<size_t>(nth) / 64 * 64;
        checksum += read_through(memory.subspan(static_cast<size_t>(ith) * part, part));
    });
    std::atomic<float> sum{0};
    EveryThread compute(pool, [&](int, int) { sum = multiply_add(kMultiplyAddRounds); });
    const double read_bytes = static_cast<double>(memory.size());
    const auto flop = static_cast<double>(multiply_add_flop() * kMultiplyAddRounds * pool.n_threads());
    const double bytes_per_s = read_bytes / read.best_seconds(n_repeats);
    const double flop_per_s = flop / compute.best_seconds(n_repeats);
    if (checksum == 0 || !(sum > 0)) {
        throw std::runtime_error("the measurement did not run");
    }
    return {bytes_per_s, flop_per_s};
}

}  // namespace

void bind_ceilings(nb::module_& m) {
    m.def(
        "measure_ceilings", &measure, "n_threads"_a, "n_repeats"_a = 20, nb::call_guard<nb::gil_scoped_release>(),
        "Bytes read from memory and f32 operations done in a second, at best of `n_repeats`, on `n_threads` threads.");
}

}  // namespace phonoscope
