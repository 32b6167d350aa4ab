// The machine's ceilings for Python, measured on the threads that the engine computes on.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

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
constexpr int64_t kMultiplyAddRounds = 800'000;

// Measures as the engine computes: graphs of one node on a pool of threads, weights in huge pages. Memory is taken when
// reading is measured first.
class Ceilings {
   public:
    explicit Ceilings(int n_threads) : pool_(n_threads), graph_(4) {
        ggml_tensor* in = Graph::input(ggml_new_tensor_1d(graph_.context(), GGML_TYPE_F32, 1));
        ggml_tensor* sources[] = {in};
        graph_.output(ggml_custom_4d(graph_.context(), GGML_TYPE_F32, 1, 1, 1, 1, sources, 1, compute, 1, this));
        graph_.allocate(pool_);
    }

    // Bytes a second of each of `n_repeats` passes through memory.
    std::vector<double> read(int n_repeats) {
        if (memory_.empty()) {
            memory_ = arena_.allocate(kReadBytes);
            std::memset(memory_.data(), 1, memory_.size());
        }
        std::atomic<uint64_t> checksum{0};
        const size_t part_bytes = memory_.size() / static_cast<size_t>(pool_.n_threads()) / 64 * 64;
        const auto work = [&](int64_t part) {
            checksum += read_through(memory_.subspan(static_cast<size_t>(part) * part_bytes, part_bytes));
        };
        std::vector<double> rates = rates_of(n_repeats, static_cast<double>(part_bytes), work);
        check(checksum > 0);
        return rates;
    }

    // Operations a second, of which a multiply-add counts as two, of each of `n_repeats` runs on registers alone.
    std::vector<double> multiply_add(int n_repeats) {
        std::atomic<float> sum{0};
        const auto work = [&](int64_t) { sum = phonoscope::multiply_add(kMultiplyAddRounds); };
        std::vector<double> rates =
            rates_of(n_repeats, static_cast<double>(multiply_add_flop() * kMultiplyAddRounds), work);
        check(sum > 0);
        return rates;
    }

    // Seconds that a message takes from one core to another and back, each time the quickest of many.
    static std::vector<double> round_trip(int n_repeats) {
        check_repeats(n_repeats);
        std::vector<double> seconds;
        for (int i = 0; i < n_repeats; ++i) {
            seconds.push_back(quickest_round_trip());
        }
        return seconds;
    }

   private:
    static void check_repeats(int n_repeats) {
        if (n_repeats < 1) {
            throw ArgumentError("repeats = " + std::to_string(n_repeats) + ": choose at least 1");
        }
    }
    static double quickest_round_trip() {
        constexpr int kBatches = 20;
        constexpr int kMessages = 500;
        constexpr int64_t kEnd = -1;
        alignas(64) std::atomic<int64_t> message{0};
        const auto wait_for = [&](auto arrived) {
            int64_t seen = message.load(std::memory_order_acquire);
            for (int n_looks = 1; !arrived(seen); ++n_looks) {
                if (n_looks % 100'000 == 0) {
                    std::this_thread::yield();  // both threads may be on one core
                }
                seen = message.load(std::memory_order_acquire);
            }
            return seen;
        };
        std::thread partner([&] {  // answers odd numbers with the next even one
            while (true) {
                const int64_t seen = wait_for([](int64_t m) { return m % 2 != 0; });
                if (seen == kEnd) {
                    return;
                }
                message.store(seen + 1, std::memory_order_release);
            }
        });
        double best = std::numeric_limits<double>::infinity();
        int64_t sent = -1;
        for (int batch = 0; batch < kBatches; ++batch) {
            const auto began = std::chrono::steady_clock::now();
            for (int i = 0; i < kMessages; ++i) {
                sent += 2;
                message.store(sent, std::memory_order_release);
                wait_for([&](int64_t m) { return m == sent + 1; });
            }
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
            best = std::min(best, took.count() / kMessages);
        }
        message.store(kEnd, std::memory_order_release);
        partner.join();
        return best;
    }

    // `amount` is what one of the parts does, of which there are as many as threads.
    std::vector<double> rates_of(int n_repeats, double amount, std::function<void(int64_t)> work) {
        check_repeats(n_repeats);
        work_ = std::move(work);
        std::vector<double> rates;
        for (int i = 0; i < n_repeats; ++i) {
            const auto began = std::chrono::steady_clock::now();
            graph_.compute();
            const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
            rates.push_back(amount * pool_.n_threads() / seconds);
        }
        return rates;
    }
    static void compute(ggml_tensor* /*dst*/, int /*ith*/, int /*nth*/, void* userdata) {
        const auto& self = *static_cast<const Ceilings*>(userdata);
        for_each_unit(self.pool_.n_threads(), kWorkWorthSharing,
                      [&](int64_t part, int /*thread*/) { self.work_(part); });
    }
    static void check(bool ran) {
        if (!ran) {
            throw std::runtime_error("the measurement did not run");
        }
    }

    ComputePool pool_;
    HugeArena arena_;
    std::span<std::byte> memory_;
    std::function<void(int64_t)> work_;
    Graph graph_;
};

}  // namespace

void bind_ceilings(nb::module_& m) {
    const nb::call_guard<nb::gil_scoped_release> released;
    nb::class_<Ceilings>(m, "Ceilings", "What the machine can do at best, on as many threads as an engine computes on.")
        .def(nb::init<int>(), "n_threads"_a)
        .def("read", &Ceilings::read, "n_repeats"_a, released,
             "Bytes a second of each of `n_repeats` passes through more memory than caches hold.")
        .def("multiply_add", &Ceilings::multiply_add, "n_repeats"_a, released,
             "f32 operations a second, two for a fused multiply-add, of each of `n_repeats` runs on registers alone.")
        .def_static(
            "round_trip", &Ceilings::round_trip, "n_repeats"_a, released,
            "Seconds that a message takes from one core to another and back, `n_repeats` times: some 50 ns where\n"
            "the cores share a cache, several times as many where they do not.");
}

}  // namespace phonoscope
