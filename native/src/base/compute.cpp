#include "base/compute.hpp"

#include <ggml-backend.h>
#include <sched.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "base/error.hpp"

namespace phonoscope {

namespace {

bool cancelled(void* flag) { return static_cast<const std::atomic<bool>*>(flag)->load(std::memory_order_relaxed); }

// The first cores that this process may use, at most `n`; empty on systems without affinity.
std::vector<int> own_cores(int n) {
    std::vector<int> cores;
#ifdef __linux__
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0) {
        for (int core = 0; core < std::min(GGML_MAX_N_THREADS, CPU_SETSIZE) && std::ssize(cores) < n; ++core) {
            if (CPU_ISSET(core, &allowed)) {
                cores.push_back(core);
            }
        }
    }
#else
    static_cast<void>(n);
#endif
    return cores;
}

// Keeps the calling thread on one core for its lifetime, then gives it its former affinity back.
class PinnedCaller {
   public:
    explicit PinnedCaller(std::optional<int> core) {
#ifdef __linux__
        if (core && sched_getaffinity(0, sizeof(former_), &former_) == 0) {
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(*core, &one);
            pinned_ = sched_setaffinity(0, sizeof(one), &one) == 0;
        }
#else
        static_cast<void>(core);
#endif
    }
    ~PinnedCaller() {
#ifdef __linux__
        if (pinned_) {
            sched_setaffinity(0, sizeof(former_), &former_);
        }
#endif
    }
    PinnedCaller(const PinnedCaller&) = delete;
    PinnedCaller& operator=(const PinnedCaller&) = delete;

   private:
#ifdef __linux__
    cpu_set_t former_{};
#endif
    bool pinned_ = false;
};

}  // namespace

void FairGate::lock() {
    std::unique_lock lock(mutex_);
    const uint64_t ticket = next_ticket_++;
    turn_.wait(lock, [&] { return serving_ == ticket; });
}

void FairGate::unlock() {
    {
        const std::scoped_lock lock(mutex_);
        ++serving_;
    }
    turn_.notify_all();
}

ComputePool::ComputePool(int n_threads) : n_threads_(n_threads) {
    if (n_threads < 1 || n_threads > 64) {
        throw ArgumentError("threads = " + std::to_string(n_threads) + ": choose 1 to 64");
    }
    const std::vector<int> cores = own_cores(n_threads);
    if (!cores.empty()) {
        n_threads_ = static_cast<int>(cores.size());
    }
    ggml_threadpool_params params = ggml_threadpool_params_default(n_threads_);
    params.paused = true;  // otherwise ggml pins the thread that creates the pool, for good
    if (!cores.empty()) {
        for (const int core : cores) {
            params.cpumask[core] = true;
        }
        params.strict_cpu = true;
        caller_core_ = cores.back();  // ggml gives its own workers the first ones
    }
    threadpool_.reset(ggml_threadpool_new(&params));
}

ComputePool::~ComputePool() = default;

bool ComputePool::run(ggml_cgraph* graph, ggml_cplan plan, const std::atomic<bool>* cancel) {
    const std::scoped_lock lock(gate_);
    const PinnedCaller pinned(caller_core_);
    if (cancel != nullptr) {
        plan.abort_callback = cancelled;
        plan.abort_callback_data = const_cast<std::atomic<bool>*>(cancel);
    }
    const ggml_status status = ggml_graph_compute(graph, &plan);
    if (status != GGML_STATUS_SUCCESS && status != GGML_STATUS_ABORTED) {
        throw std::runtime_error("graph computation failed");
    }
    return status == GGML_STATUS_SUCCESS;
}

Graph::Graph(size_t max_nodes)
    : context_(ggml_init({.mem_size = ggml_tensor_overhead() * max_nodes + ggml_graph_overhead_custom(max_nodes, false),
                          .mem_buffer = nullptr,
                          .no_alloc = true})),
      graph_(ggml_new_graph_custom(context_.get(), max_nodes, false)) {}

ggml_tensor* Graph::input(ggml_tensor* t) {
    ggml_set_input(t);
    return t;
}

ggml_tensor* Graph::output(ggml_tensor* t) {
    ggml_set_output(t);
    ggml_build_forward_expand(graph_, t);
    return t;
}

void Graph::expand(ggml_tensor* t) { ggml_build_forward_expand(graph_, t); }

void Graph::allocate(ComputePool& pool) {
    pool_ = &pool;
    allocator_.reset(ggml_gallocr_new(ggml_backend_cpu_buffer_type()));
    if (!ggml_gallocr_alloc_graph(allocator_.get(), graph_)) {
        throw std::bad_alloc();
    }
    plan_ = ggml_graph_plan(graph_, pool.n_threads(), pool.threadpool());
    work_.resize(plan_.work_size);
    plan_.work_data = work_.data();
}

bool Graph::compute(const std::atomic<bool>* cancel) { return pool_->run(graph_, plan_, cancel); }

}  // namespace phonoscope
