#include "base/compute.hpp"

#include <ggml-backend.h>
#include <sched.h>

#include <stdexcept>
#include <string>

#include "base/error.hpp"

namespace phonoscope {

namespace {

bool cancelled(void* flag) { return static_cast<const std::atomic<bool>*>(flag)->load(std::memory_order_relaxed); }

ggml_threadpool_params pinned_params(int n_threads) {
    ggml_threadpool_params params = ggml_threadpool_params_default(n_threads);
#ifdef __linux__
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    // Pin only when every worker can have a core of its own.
    if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0 && CPU_COUNT(&allowed) >= n_threads) {
        for (int cpu = 0; cpu < GGML_MAX_N_THREADS && cpu < CPU_SETSIZE; ++cpu) {
            params.cpumask[cpu] = CPU_ISSET(cpu, &allowed) != 0;
        }
        params.strict_cpu = true;
    }
#endif
    return params;
}

}  // namespace

ComputePool::ComputePool(int n_threads) : n_threads_(n_threads) {
    if (n_threads < 1 || n_threads > 64) {
        throw ArgumentError("threads = " + std::to_string(n_threads) + ": choose 1 to 64");
    }
    ggml_threadpool_params params = pinned_params(n_threads);
    threadpool_.reset(ggml_threadpool_new(&params));
}

ComputePool::~ComputePool() = default;

bool ComputePool::run(ggml_cgraph* graph, ggml_cplan plan, const std::atomic<bool>* cancel) {
    const std::scoped_lock lock(gate_);
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

size_t Graph::compute_bytes() const { return ggml_gallocr_get_buffer_size(allocator_.get(), 0); }

}  // namespace phonoscope
