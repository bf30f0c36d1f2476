#include "core/base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <ctime>
#include <set>
#include <thread>
#include <vector>

namespace headscope {
namespace {

TEST(ThreadPool, RunsEveryTaskOnceInManyShortLoops) {
    for (const int threads : {1, 2, 3, 8}) {
        ThreadPool pool(threads);
        for (int round = 0; round < 2000; ++round) {
            const int count = round % 17;
            std::vector<std::atomic<int>> runs(17);
            pool.for_each(count, [&](int i) { runs[static_cast<std::size_t>(i)].fetch_add(1); });
            for (int i = 0; i < 17; ++i) ASSERT_EQ(runs[static_cast<std::size_t>(i)].load(), i < count ? 1 : 0);
        }
    }
}

TEST(ThreadPool, ShowsTheCallerWhatTasksWroteWithoutFurtherSynchronisation) {
    ThreadPool pool(4);
    std::vector<int> values(64);
    for (int round = 1; round < 2000; ++round) {
        pool.for_each(64, [&](int i) { values[static_cast<std::size_t>(i)] = round + i; });
        for (int i = 0; i < 64; ++i) ASSERT_EQ(values[static_cast<std::size_t>(i)], round + i);
    }
}

TEST(ThreadPool, CountsTheCallerAsOneOfItsThreads) {
    EXPECT_EQ(ThreadPool(1).size(), 1);
    EXPECT_EQ(ThreadPool(3).size(), 3);
    EXPECT_GE(ThreadPool(0).size(), 1);
    EXPECT_GE(ThreadPool(-5).size(), 1);
}

TEST(ThreadPool, OfOneThreadRunsEverythingOnTheCaller) {
    ThreadPool pool(1);
    std::set<std::thread::id> seen;
    pool.for_each(50, [&](int) { seen.insert(std::this_thread::get_id()); });
    EXPECT_EQ(seen, std::set<std::thread::id>{std::this_thread::get_id()});
}

TEST(ThreadPool, NumbersTheThreadsSoThatNoTwoTasksShareANumberAtOnce) {
    ThreadPool pool(4);
    std::vector<std::atomic<int>> busy(4);
    std::atomic<bool> shared = false;
    pool.for_each(400, [&](int, int thread) {
        ASSERT_GE(thread, 0);
        ASSERT_LT(thread, 4);
        if (busy[static_cast<std::size_t>(thread)].fetch_add(1) != 0) shared = true;
        std::this_thread::yield();
        busy[static_cast<std::size_t>(thread)].fetch_sub(1);
    });
    EXPECT_FALSE(shared);
}

TEST(ThreadPool, ServesOneCallingThreadAfterAnother) {
    ThreadPool pool(2);
    int sum = 0;
    for (int caller = 0; caller < 20; ++caller) {
        std::thread([&] {
            std::atomic<int> local = 0;
            pool.for_each(10, [&](int i) { local.fetch_add(i); });
            sum += local;
        }).join();
    }
    EXPECT_EQ(sum, 20 * 45);
}

TEST(ThreadPool, TasksCanComeFromWorkersThatSlept) {
    ThreadPool pool(2);
    for (int round = 0; round < 5; ++round) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        std::atomic<int> ran = 0;
        // Both tasks must be under way at once, so the sleeping worker has to wake up for one of them.
        pool.for_each(2, [&](int) {
            ran.fetch_add(1);
            while (ran.load() < 2) std::this_thread::yield();
        });
        EXPECT_EQ(ran, 2);
    }
}

TEST(ThreadPool, UsesNoProcessorTimeWhileIdle) {
    ThreadPool pool(4);
    pool.for_each(8, [](int) {});
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const std::clock_t before = std::clock();
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    const double busy_ms = 1000.0 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    // Three spinning workers would use several hundred.
    EXPECT_LT(busy_ms, 100);
}

}  // namespace
}  // namespace headscope
