#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace headscope::test {

// Ends the program where what it guards takes longer than ten seconds.
class Watchdog {
  public:
    explicit Watchdog(std::string name)
        : thread_([this, name = std::move(name)] {
              std::unique_lock lock(mutex_);
              if (done_.wait_for(lock, std::chrono::seconds(10), [this] { return is_done_; })) return;
              std::fprintf(stderr, "%s: still not done after 10 seconds\n", name.c_str());
              std::abort();
          }) {}
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;
    ~Watchdog() {
        {
            const std::lock_guard lock(mutex_);
            is_done_ = true;
        }
        done_.notify_all();
        thread_.join();
    }

  private:
    std::mutex mutex_;
    std::condition_variable done_;
    bool is_done_ = false;
    std::thread thread_;
};

}  // namespace headscope::test
