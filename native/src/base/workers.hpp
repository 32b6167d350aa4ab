// Threads that help with the independent units of one piece of work.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <thread>
#include <type_traits>
#include <vector>

namespace phonoscope {

// What a thread will read first in the work that comes next; two pieces at most.
struct Upcoming {
    std::array<std::span<const std::byte>, 2> pieces;
};

// The calling thread does the work itself; helper threads take units off it while they are awake. Nobody waits for a
// helper that has not begun, so one that a busy neighbour process keeps from running costs nothing. A helper that
// loses its core in the middle of a unit does hold the caller up: so helpers offer their cores to others now and then
// between two pieces of work, and when they lose them all the same and that costs more than the help is worth, the
// caller works alone for a while and then tries again. Threads are not bound to cores: the system moves them to where
// there is room. Who does a unit never changes its result.
class Workers {
   public:
    // `n_threads` >= 1, the calling thread included.
    explicit Workers(int n_threads);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    int n_threads() const { return n_threads_; }

    // Calls body(unit, thread) once for each unit in 0..n_units-1, with 0 <= thread < n_threads(); no two calls with
    // the same thread run at the same time. Each thread begins in a contiguous range of its own, so that it reads
    // memory in order. One caller at a time. The body must not throw.
    // upcoming(thread) is asked of helpers that are done: while they wait for the next piece of work they call what it
    // says into their second-level cache, so that the memory does not idle meanwhile.
    template <typename Body, typename GetUpcoming>
    void for_each(int64_t n_units, Body&& body, const GetUpcoming& upcoming) {
        run({.body = &body,
             .call = [](const void* b, int64_t unit,
                        int thread) { (*static_cast<const std::remove_reference_t<Body>*>(b))(unit, thread); },
             .upcoming_of = &upcoming,
             .upcoming = [](const void* u, int thread) { return (*static_cast<const GetUpcoming*>(u))(thread); }},
            n_units);
    }
    template <typename Body>
    void for_each(int64_t n_units, Body&& body) {
        for_each(n_units, body, [](int /*thread*/) { return Upcoming{}; });
    }

   private:
    using Clock = std::chrono::steady_clock;
    struct Job {
        const void* body = nullptr;
        void (*call)(const void* body, int64_t unit, int thread) = nullptr;
        const void* upcoming_of = nullptr;
        Upcoming (*upcoming)(const void* upcoming_of, int thread) = nullptr;
    };
    // The units that begin with one thread: those from `next` on are still to be done.
    struct alignas(64) Range {
        std::atomic<int64_t> next{0};
        int64_t end = 0;
    };

    void run(const Job& job, int64_t n_units);
    bool may_share();
    void keep_off_callers_core();
    void take_units(int thread);
    void wait_for_helpers(Clock::time_point job_began);
    void note_delay(Clock::time_point began, Clock::time_point ended);
    void help(int thread);

    int n_threads_;
    std::unique_ptr<Range[]> ranges_;
    alignas(64) std::atomic<uint32_t> gate_{0};  // see workers.cpp
    Job job_;
    alignas(64) std::atomic<int> n_asleep_{0};
    std::atomic<bool> stopping_{false};
    int callers_core_ = -1;
    // The caller's own notes about delays.
    bool alone_ = false;
    Clock::time_point alone_until_{};
    Clock::time_point shared_since_ = Clock::now();
    Clock::duration rest_{0};
    std::vector<std::thread> helpers_;
};

}  // namespace phonoscope
