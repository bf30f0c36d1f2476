#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace headscope {

// One thread that runs jobs in the order they were posted. The destructor drops jobs that wait and joins.
class JobThread {
  public:
    JobThread();
    ~JobThread();
    JobThread(const JobThread&) = delete;
    JobThread& operator=(const JobThread&) = delete;

    void post(std::function<void()> job);
    // Jobs that wait or run.
    int pending() const { return pending_.load(); }

  private:
    void run();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> jobs_;
    bool stop_ = false;
    std::atomic<int> pending_ = 0;
    std::thread thread_;
};

}  // namespace headscope
