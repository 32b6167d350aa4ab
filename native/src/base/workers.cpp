#include "base/workers.hpp"

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

#include <algorithm>

#include "base/aligned.hpp"

namespace phonoscope {

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

// The gate of the current job, in one word so that entering and closing cannot cross: bit 0 is set while helpers may
// enter, the bits above count those inside, and the upper half numbers the jobs.
constexpr uint32_t kOpen = 1;
constexpr uint32_t kOneInside = 2;
constexpr uint32_t kInside = 0xfffe;
constexpr uint32_t kOneJob = 0x10000;
constexpr uint32_t job_number(uint32_t gate) { return gate / kOneJob; }

// Looks at the gate before giving the core away: 100 us or so, longer than what lies between two jobs of one graph.
constexpr int kSpins = 8000;
constexpr microseconds kNap{50};
// Shorter than the time slices of the system.
constexpr milliseconds kTurn{1};
// Who makes the others wait for longer than this, and so many times as long as they worked, was interrupted.
constexpr microseconds kDelay{500};
constexpr int kLongestUnits = 2;
// Help that is interrupted must have gone well for this many times as long as the delay cost.
constexpr int kWorthwhile = 4;
constexpr milliseconds kLongestRest{1000};

// Of each piece of what comes next: what the memory delivers between two pieces of work, and a small part of a cache.
constexpr size_t kMostAheadBytes = size_t{128} << 10;
constexpr size_t kAheadBytesAtOnce = 512;

// Calls for the next bytes of `upcoming`, which then begins behind them.
void call_ahead(Upcoming& upcoming) {
    for (std::span<const std::byte>& piece : upcoming.pieces) {
        const size_t n = std::min(piece.size(), kAheadBytesAtOnce);
        for (size_t i = 0; i < n; i += kCacheLineBytes) {
            __builtin_prefetch(piece.data() + i, 0, 2);
        }
        piece = piece.subspan(n);
    }
}

void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

}  // namespace

Workers::Workers(int n_threads) : n_threads_(n_threads), ranges_(new Range[static_cast<size_t>(n_threads)]) {
    for (int thread = 1; thread < n_threads; ++thread) {
        helpers_.emplace_back([this, thread] { help(thread); });
    }
}

Workers::~Workers() {
    stopping_ = true;
    gate_ += kOneJob;
    gate_.notify_all();
    for (std::thread& helper : helpers_) {
        helper.join();
    }
}

void Workers::run(const Job& job, int64_t n_units) {
    if (n_units < 2 || !may_share()) {
        for (int64_t unit = 0; unit < n_units; ++unit) {
            job.call(job.body, unit, 0);
        }
        return;
    }
    keep_off_callers_core();
    job_ = job;
    for (int thread = 0; thread < n_threads_; ++thread) {
        Range& range = ranges_[static_cast<size_t>(thread)];
        range.next.store(n_units * thread / n_threads_, std::memory_order_relaxed);
        range.end = n_units * (thread + 1) / n_threads_;
    }
    // Nobody is inside and nobody may enter: no one else writes the word now.
    const uint32_t closed = gate_.load(std::memory_order_relaxed);
    gate_.store((job_number(closed) + 1) * kOneJob | kOpen, std::memory_order_seq_cst);
    if (n_asleep_.load(std::memory_order_seq_cst) > 0) {  // waking them is a system call
        gate_.notify_all();
    }
    const Clock::time_point began = Clock::now();
    take_units(0);
    if (((gate_.fetch_sub(kOpen, std::memory_order_acq_rel) - kOpen) & kInside) != 0) {
        wait_for_helpers(began);
    }
}

// On a busy machine the system likes to wake a helper on the core of whoever wakes it, which is the one place where it
// cannot help.
void Workers::keep_off_callers_core() {
#ifdef __linux__
    const int core = sched_getcpu();
    if (core == callers_core_ || core < 0) {
        return;
    }
    callers_core_ = core;
    cpu_set_t others;
    if (sched_getaffinity(0, sizeof(others), &others) != 0) {
        return;
    }
    CPU_CLR(core, &others);
    if (CPU_COUNT(&others) > 0) {
        for (std::thread& helper : helpers_) {
            pthread_setaffinity_np(helper.native_handle(), sizeof(others), &others);
        }
    }
#endif
}

bool Workers::may_share() {
    if (helpers_.empty()) {
        return false;
    }
    if (alone_) {
        const Clock::time_point now = Clock::now();
        if (now < alone_until_) {
            return false;
        }
        alone_ = false;
        shared_since_ = now;
    }
    return true;
}

void Workers::take_units(int thread) {
    for (int i = 0; i < n_threads_; ++i) {
        Range& range = ranges_[static_cast<size_t>((thread + i) % n_threads_)];
        for (int64_t unit = range.next.fetch_add(1, std::memory_order_relaxed); unit < range.end;
             unit = range.next.fetch_add(1, std::memory_order_relaxed)) {
            job_.call(job_.body, unit, thread);
        }
    }
}

void Workers::wait_for_helpers(Clock::time_point job_began) {
    const Clock::time_point began = Clock::now();
    const auto helped = [this] { return (gate_.load(std::memory_order_acquire) & kInside) == 0; };
    for (int i = 0; i < kSpins; ++i) {
        if (helped()) {
            return;
        }
        relax();
    }
    // Asleep rather than spinning: on the core that this frees, the system can let the helper go on.
    while (!helped()) {
        std::this_thread::sleep_for(kNap);
    }
    const Clock::time_point ended = Clock::now();
    // Where units are long and few, the last one of a helper may well take as long as all of the caller's.
    if (ended - began > std::max<Clock::duration>(kDelay, kLongestUnits * (began - job_began))) {
        note_delay(began, ended);
    }
}

void Workers::note_delay(Clock::time_point began, Clock::time_point ended) {
    const Clock::duration delay = ended - began;
    if (began - shared_since_ > kWorthwhile * delay) {
        rest_ = {};
        shared_since_ = ended;
        return;
    }
    rest_ = std::min<Clock::duration>(std::max(2 * rest_, 2 * kWorthwhile * delay), kLongestRest);
    alone_ = true;
    alone_until_ = ended + rest_;
}

void Workers::help(int thread) {
    uint32_t last_job = 0;
    Upcoming upcoming;
    Clock::time_point turn_began = Clock::now();
    while (!stopping_.load(std::memory_order_relaxed)) {
        uint32_t gate = gate_.load(std::memory_order_acquire);
        for (int i = 0; job_number(gate) == last_job && i < kSpins; ++i) {
            call_ahead(upcoming);
            relax();
            gate = gate_.load(std::memory_order_acquire);
        }
        if (job_number(gate) == last_job) {
            n_asleep_.fetch_add(1, std::memory_order_seq_cst);
            gate_.wait(gate, std::memory_order_seq_cst);
            n_asleep_.fetch_sub(1, std::memory_order_relaxed);
            continue;
        }
        while ((gate & kOpen) != 0 && !gate_.compare_exchange_weak(gate, gate + kOneInside, std::memory_order_acq_rel,
                                                                   std::memory_order_acquire)) {
        }
        last_job = job_number(gate);
        if ((gate & kOpen) != 0) {
            take_units(thread);
            upcoming = job_.upcoming(job_.upcoming_of, thread);
            for (std::span<const std::byte>& piece : upcoming.pieces) {
                piece = piece.first(std::min(piece.size(), kMostAheadBytes));
            }
            gate_.fetch_sub(kOneInside, std::memory_order_release);
            // Whoever else wants this core gets it here, where nobody waits for it, rather than in the midst of a unit.
            if (Clock::now() - turn_began > kTurn) {
                std::this_thread::yield();
                turn_began = Clock::now();
            }
        }
    }
}

}  // namespace phonoscope
