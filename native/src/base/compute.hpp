// Graphs that are built once and run many times, and the threads they run on.
#pragma once

#include <ggml-alloc.h>
#include <ggml-cpu.h>
#include <ggml.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/workers.hpp"
#include "gguf/weights.hpp"

namespace phonoscope {

// First come, first served: a plain mutex would let the thread that just released it take it again and starve
// the other. Whoever holds it may lock it once more.
class FairGate {
   public:
    // Waits until everybody who came before has unlocked.
    void lock();
    // Lets the next one in, once it was called as often as lock().
    void unlock();

   private:
    std::mutex mutex_;
    std::condition_variable turn_;
    uint64_t next_ticket_ = 0;
    uint64_t serving_ = 0;
    std::thread::id holder_;
    int depth_ = 0;  // how often the holder locked it
};

// The threads that graphs are computed on. Callers take turns, a graph each or as long as take_turn() says, so that
// language model and codec never compete for the same cores. ggml walks the graph on the calling thread; its own
// barrier, which spins without yielding at every node, is never used: operations share their work out with
// for_each_unit().
class ComputePool {
   public:
    // `n_threads` in 1..64; throws ArgumentError otherwise. More threads than cores are never used: they would wait for
    // each other, and results do not depend on their number.
    explicit ComputePool(int n_threads);

    int n_threads() const { return workers_.n_threads(); }
    // Keeps the threads for the caller through several graphs and what it does between them, while other callers wait. A
    // caller that goes on beside another's graph takes a core from it; and what one leaves in the caches serves it again.
    [[nodiscard]] std::unique_lock<FairGate> take_turn() { return std::unique_lock(gate_); }
    // Runs the graph to its end, or until `*cancel` becomes true (checked between nodes); `cancel` may be null. Returns
    // false when cancelled.
    bool run(ggml_cgraph* graph, ggml_cplan plan, const std::atomic<bool>* cancel);
    ggml_threadpool* threadpool() const { return threadpool_.get(); }

   private:
    struct ThreadpoolDeleter {
        void operator()(ggml_threadpool* p) const { ggml_threadpool_free(p); }
    };
    Workers workers_;
    std::unique_ptr<ggml_threadpool, ThreadpoolDeleter> threadpool_;
    FairGate gate_;
};

// The threads of the graph that the calling thread is computing; null outside of ComputePool::run().
Workers* current_workers();

// Less than this is done before a helper would notice: about a microsecond.
inline constexpr int64_t kWorkWorthSharing = 1 << 15;

// For operations of a graph: calls body(unit, thread) for each unit, see Workers::for_each, on the threads of the graph
// being computed. `unit_work` is about how many multiply-adds a unit takes; little work stays on the calling thread.
// `upcoming` as for Workers::for_each.
template <typename Body, typename GetUpcoming>
void for_each_unit(int64_t n_units, int64_t unit_work, Body&& body, const GetUpcoming& upcoming) {
    Workers* workers = n_units * unit_work < kWorkWorthSharing ? nullptr : current_workers();
    if (workers != nullptr) {
        workers->for_each(n_units, body, upcoming);
        return;
    }
    for (int64_t unit = 0; unit < n_units; ++unit) {
        body(unit, 0);
    }
}

template <typename Body>
void for_each_unit(int64_t n_units, int64_t unit_work, Body&& body) {
    for_each_unit(n_units, unit_work, body, [](int /*thread*/) { return Upcoming{}; });
}

// One persistent compute graph: build nodes with context(), then allocate() once, then compute() every step.
class Graph {
   public:
    explicit Graph(size_t max_nodes);

    ggml_context* context() const { return context_.get(); }
    ggml_cgraph* nodes() const { return graph_; }
    // Marks a tensor as filled by the caller before every compute().
    static ggml_tensor* input(ggml_tensor* t);
    // Adds `t` and everything it depends on, and keeps its value readable after compute().
    ggml_tensor* output(ggml_tensor* t);
    // Adds `t` and what it depends on, for its side effect.
    void expand(ggml_tensor* t);
    // Gives every tensor its memory, and the graph the threads that it is computed on.
    void allocate(ComputePool& pool);
    // Computes all nodes; see ComputePool::run().
    bool compute(const std::atomic<bool>* cancel = nullptr);
    // Memory for everything between inputs and outputs; 0 before allocate().
    size_t n_working_bytes() const;

   private:
    struct AllocatorDeleter {
        void operator()(ggml_gallocr_t a) const { ggml_gallocr_free(a); }
    };
    GgmlContext context_;
    ggml_cgraph* graph_ = nullptr;  // lives inside context_
    std::unique_ptr<ggml_gallocr, AllocatorDeleter> allocator_;
    std::vector<uint8_t> work_;
    ggml_cplan plan_{};
    ComputePool* pool_ = nullptr;
};

}  // namespace phonoscope
