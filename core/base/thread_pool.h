#pragma once

#include <memory>
#include <type_traits>

namespace headscope {

// A fixed set of worker threads for fork–join loops. The calling thread works too, so ThreadPool(1) starts no thread.
// One loop at a time, from any thread: for_each blocks until every task is done and must not be called from inside a
// task. Idle workers sleep.
class ThreadPool {
  public:
    // 0 asks for one thread a core. Where the system refuses to start more threads the pool is smaller.
    explicit ThreadPool(int threads = 0);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    // Threads that work on a loop, the caller included.
    int size() const;

    // Calls task(i) – or task(i, thread) with the number of the thread that works, in [0, size()) – once for each i in
    // [0, count), in any order, spread over the threads by an atomic counter. What the tasks wrote is visible to the
    // caller afterwards. Tasks must not throw.
    template <class Task>
    void for_each(int count, Task&& task) {
        using Plain = std::remove_reference_t<Task>;
        run(
            count,
            [](void* context, int i, [[maybe_unused]] int thread) {
                if constexpr (std::is_invocable_v<Plain&, int, int>) {
                    (*static_cast<Plain*>(context))(i, thread);
                } else {
                    (*static_cast<Plain*>(context))(i);
                }
            },
            const_cast<void*>(static_cast<const void*>(&task)));
    }

  private:
    using Call = void (*)(void* context, int index, int thread);
    void run(int count, Call call, void* context);
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace headscope
