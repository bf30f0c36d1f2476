#include "app/state/job_thread.h"

#include <utility>

namespace headscope {

JobThread::JobThread() : thread_([this] { run(); }) {}

JobThread::~JobThread() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
        jobs_.clear();
    }
    changed_.notify_one();
    thread_.join();
}

void JobThread::post(std::function<void()> job) {
    {
        const std::lock_guard lock(mutex_);
        jobs_.push_back(std::move(job));
        ++pending_;
    }
    changed_.notify_one();
}

void JobThread::run() {
    for (;;) {
        std::function<void()> job;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
            if (stop_) return;
            job = std::move(jobs_.front());
            jobs_.pop_front();
        }
        job();
        --pending_;
    }
}

}  // namespace headscope
