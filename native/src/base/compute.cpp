#include "base/compute.hpp"

#include <ggml-backend.h>
#include <sched.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <thread>

#include "base/error.hpp"

namespace phonoscope {

namespace {

bool cancelled(void* flag) { return static_cast<const std::atomic<bool>*>(flag)->load(std::memory_order_relaxed); }

thread_local Workers* workers_of_this_thread = nullptr;

// How many cores this process may use.
int own_cores() {
#ifdef __linux__
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0) {
        return CPU_COUNT(&allowed);
    }
#endif
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

int checked_threads(int n_threads) {
    if (n_threads < 1 || n_threads > 64) {
        throw ArgumentError("threads = " + std::to_string(n_threads) + ": choose 1 to 64");
    }
    return std::min(n_threads, own_cores());
}

}  // namespace

void FairGate::lock() {
    std::unique_lock lock(mutex_);
    const std::thread::id caller = std::this_thread::get_id();
    if (holder_ != caller) {
        const uint64_t ticket = next_ticket_++;
        turn_.wait(lock, [&] { return serving_ == ticket; });
        holder_ = caller;
    }
    ++depth_;
}

void FairGate::unlock() {
    {
        const std::scoped_lock lock(mutex_);
        if (--depth_ > 0) {
            return;
        }
        holder_ = {};
        ++serving_;
    }
    turn_.notify_all();
}

Workers* current_workers() { return workers_of_this_thread; }

ComputePool::ComputePool(int n_threads) : workers_(checked_threads(n_threads)) {
    ggml_threadpool_params params = ggml_threadpool_params_default(1);
    threadpool_.reset(ggml_threadpool_new(&params));
}

bool ComputePool::run(ggml_cgraph* graph, ggml_cplan plan, const std::atomic<bool>* cancel) {
    const std::scoped_lock lock(gate_);
    workers_of_this_thread = &workers_;
    if (cancel != nullptr) {
        plan.abort_callback = cancelled;
        plan.abort_callback_data = const_cast<std::atomic<bool>*>(cancel);
    }
    const ggml_status status = ggml_graph_compute(graph, &plan);
    workers_of_this_thread = nullptr;
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
    plan_ = ggml_graph_plan(graph_, 1, pool.threadpool());
    work_.resize(plan_.work_size);
    plan_.work_data = work_.data();
}

size_t Graph::n_working_bytes() const {
    return allocator_ != nullptr ? ggml_gallocr_get_buffer_size(allocator_.get(), 0) + work_.size() : 0;
}

bool Graph::compute(const std::atomic<bool>* cancel) { return pool_->run(graph_, plan_, cancel); }

}  // namespace phonoscope
