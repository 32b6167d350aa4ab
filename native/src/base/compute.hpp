// Graphs that are built once and run many times, and the pinned worker threads they run on.
#pragma once

#include <ggml-alloc.h>
#include <ggml-cpu.h>
#include <ggml.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "gguf/weights.hpp"

namespace phonoscope {

// First come, first served: a plain mutex would let the thread that just released it take it again and starve
// the other.
class FairGate {
   public:
    void lock();
    void unlock();

   private:
    std::mutex mutex_;
    std::condition_variable turn_;
    uint64_t next_ticket_ = 0;
    uint64_t serving_ = 0;
};

// A pool of worker threads, each pinned to its own core. ggml's barrier spins without yielding, so two
// workers on one core cost a scheduler slice per node; pinning bounds the harm of a busy neighbour to about
// 2x, and the pool runs one graph at a time so that language model and codec never compete for the same
// cores.
class ComputePool {
   public:
    // `n_threads` in 1..64; throws ArgumentError otherwise. More threads than cores are never used: they would wait for
    // each other, and results do not depend on their number.
    explicit ComputePool(int n_threads);
    ~ComputePool();
    ComputePool(const ComputePool&) = delete;
    ComputePool& operator=(const ComputePool&) = delete;

    int n_threads() const { return n_threads_; }
    // Runs the plan to its end, or until `*cancel` becomes true (checked between nodes); the calling thread
    // works as one of the pool's, and gets its own affinity back afterwards. Returns false when cancelled;
    // `cancel` may be null.
    bool run(ggml_cgraph* graph, ggml_cplan plan, const std::atomic<bool>* cancel);
    ggml_threadpool* threadpool() const { return threadpool_.get(); }

   private:
    struct ThreadpoolDeleter {
        void operator()(ggml_threadpool* p) const { ggml_threadpool_free(p); }
    };
    int n_threads_;
    std::optional<int> caller_core_;  // where the calling thread works; empty when nothing is pinned
    std::unique_ptr<ggml_threadpool, ThreadpoolDeleter> threadpool_;
    FairGate gate_;
};

// One persistent compute graph: build nodes with context(), then allocate() once, then compute() every step.
class Graph {
   public:
    explicit Graph(size_t max_nodes);

    ggml_context* context() const { return context_.get(); }
    // Marks a tensor as filled by the caller before every compute().
    static ggml_tensor* input(ggml_tensor* t);
    // Adds `t` and everything it depends on, and keeps its value readable after compute().
    ggml_tensor* output(ggml_tensor* t);
    // Adds `t` and what it depends on, for its side effect.
    void expand(ggml_tensor* t);
    void allocate(ComputePool& pool);
    bool compute(const std::atomic<bool>* cancel = nullptr);

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
