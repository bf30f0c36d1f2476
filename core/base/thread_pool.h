#pragma once

#include <functional>
#include <memory>

namespace headscope {

// A fixed set of worker threads for fork–join loops. The calling thread works too, so ThreadPool(1) starts no thread.
// One loop at a time: for_each blocks until every task is done and must not be called from inside a task.
class ThreadPool {
  public:
    // 0 asks for one thread a core.
    explicit ThreadPool(int threads = 0);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int size() const;

    // Calls task(i) once for each i in [0, count), in any order, spread over the threads by an atomic counter.
    template <class Task>
    void for_each(int count, Task&& task) {
        run(count, [](void* context, int i) { (*static_cast<std::remove_reference_t<Task>*>(context))(i); }, &task);
    }

  private:
    void run(int count, void (*call)(void*, int), void* context);
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace headscope
