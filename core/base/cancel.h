#pragma once

#include <atomic>
#include <memory>

namespace headscope {

// A shared flag by which one thread asks another to stop. Copies share the flag.
class CancelToken {
  public:
    void request() const { flag_->store(true, std::memory_order_relaxed); }
    bool is_requested() const { return flag_->load(std::memory_order_relaxed); }

  private:
    std::shared_ptr<std::atomic<bool>> flag_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace headscope
