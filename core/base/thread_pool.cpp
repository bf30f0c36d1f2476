#include "core/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

#include "core/base/cpu.h"

namespace headscope {
namespace {

// How long a thread spins before it sleeps: about 20 µs, longer than the gap between two loops of a forward pass.
constexpr int kSpins = 1000;
constexpr int kMostThreads = 256;

int default_threads() {
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// A claim is the number of the loop (upper half) and how many of its tasks nobody has taken (lower half) in one word,
// so that a worker that wakes up late can take no task of a loop that is over.
constexpr std::uint64_t claim_of(std::uint32_t loop, std::uint32_t untaken) {
    return static_cast<std::uint64_t>(loop) << 32 | untaken;
}
constexpr std::uint32_t untaken_of(std::uint64_t claim) {
    return static_cast<std::uint32_t>(claim);
}

}  // namespace

struct ThreadPool::State {
    // The loop that runs, written by the caller before `claim` announces it.
    std::atomic<Call> call{nullptr};
    std::atomic<void*> context{nullptr};
    std::atomic<std::uint32_t> count{0};
    // Separate cache lines: every thread writes these.
    alignas(64) std::atomic<std::uint64_t> claim{0};
    alignas(64) std::atomic<std::uint32_t> unfinished{0};
    alignas(64) std::atomic<std::uint32_t> loop{0};  // workers sleep on it
    std::atomic<bool> stopping{false};
    std::atomic<bool> running{false};
    std::vector<std::thread> workers;

    // Takes tasks of the current loop until none is left.
    void work(int thread) {
        std::uint64_t seen = claim.load(std::memory_order_acquire);
        while (untaken_of(seen) > 0) {
            if (!claim.compare_exchange_weak(seen, seen - 1, std::memory_order_acq_rel, std::memory_order_acquire))
                continue;
            // The loop cannot end before this task does, so that what describes it stays as it is.
            const std::uint32_t index = count.load(std::memory_order_relaxed) - untaken_of(seen);
            call.load(std::memory_order_relaxed)(context.load(std::memory_order_relaxed), static_cast<int>(index),
                                                 thread);
            if (unfinished.fetch_sub(1, std::memory_order_acq_rel) == 1) unfinished.notify_all();
            seen = claim.load(std::memory_order_acquire);
        }
    }

    void serve(int thread) {
        std::uint32_t done = 0;
        for (;;) {
            for (int spin = 0; loop.load(std::memory_order_acquire) == done && spin < kSpins; ++spin) pause_spinning();
            loop.wait(done, std::memory_order_acquire);
            if (stopping.load(std::memory_order_acquire)) return;
            done = loop.load(std::memory_order_acquire);
            work(thread);
        }
    }

    void wait_until_finished() {
        for (int spin = 0; spin < kSpins; ++spin) {
            if (unfinished.load(std::memory_order_acquire) == 0) return;
            pause_spinning();
        }
        while (const std::uint32_t left = unfinished.load(std::memory_order_acquire)) {
            unfinished.wait(left, std::memory_order_acquire);
        }
    }
};

ThreadPool::ThreadPool(int threads) : state_(std::make_unique<State>()) {
    const int wanted = std::clamp(threads > 0 ? threads : default_threads(), 1, kMostThreads);
    state_->workers.reserve(static_cast<std::size_t>(wanted - 1));
    for (int i = 1; i < wanted; ++i) {
        try {
            state_->workers.emplace_back([state = state_.get(), i] { state->serve(i); });
        } catch (const std::system_error&) {
            break;
        }
    }
}

ThreadPool::~ThreadPool() {
    state_->stopping.store(true, std::memory_order_release);
    state_->loop.fetch_add(1, std::memory_order_release);
    state_->loop.notify_all();
    for (std::thread& worker : state_->workers) worker.join();
}

int ThreadPool::size() const {
    return static_cast<int>(state_->workers.size()) + 1;
}

void ThreadPool::run(int count, Call call, void* context) {
    if (count <= 0) return;
    if (count == 1 || state_->workers.empty()) {
        for (int i = 0; i < count; ++i) call(context, i, 0);
        return;
    }
    [[maybe_unused]] const bool was_running = state_->running.exchange(true, std::memory_order_acquire);
    assert(!was_running && "one loop at a time");
    State& state = *state_;
    const auto tasks = static_cast<std::uint32_t>(count);
    const std::uint32_t loop = state.loop.load(std::memory_order_relaxed) + 1;
    state.call.store(call, std::memory_order_relaxed);
    state.context.store(context, std::memory_order_relaxed);
    state.count.store(tasks, std::memory_order_relaxed);
    state.unfinished.store(tasks, std::memory_order_relaxed);
    state.claim.store(claim_of(loop, tasks), std::memory_order_release);
    state.loop.store(loop, std::memory_order_release);
    state.loop.notify_all();
    state.work(0);
    state.wait_until_finished();
    state.running.store(false, std::memory_order_release);
}

}  // namespace headscope
