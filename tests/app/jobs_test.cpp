#include "app/state/jobs.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace headscope {
namespace {

using namespace std::chrono_literals;

// Waits for events as the window does; gives up after a minute.
class Waiter {
  public:
    std::function<void()> wake() {
        return [this] {
            const std::lock_guard lock(mutex_);
            woken_ = true;
            changed_.notify_one();
        };
    }
    std::vector<JobEvent> wait_for_events(Jobs& jobs) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, 60s, [this] { return woken_; })) return {};
        woken_ = false;
        lock.unlock();
        return jobs.take_events();
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool woken_ = false;
};

class JobsTest : public testing::Test {
  protected:
    JobsTest() : jobs_(waiter_.wake()) {}

    template <class Event>
    std::optional<Event> next() {
        // A model's progress wakes without an event, up to once a percent.
        for (int tries = 0; tries < 500; ++tries) {
            for (JobEvent& event : waiter_.wait_for_events(jobs_)) {
                if (auto* wanted = std::get_if<Event>(&event)) return std::move(*wanted);
            }
        }
        return std::nullopt;
    }
    std::shared_ptr<const Model> load() {
        jobs_.load_model(HEADSCOPE_WEIGHTS "/all-minilm-l6-v2");
        auto loaded = next<ModelLoaded>();
        return loaded && loaded->model.has_value() ? loaded->model.value() : nullptr;
    }

    Waiter waiter_;
    Jobs jobs_;
};

TEST_F(JobsTest, LoadsTheShippedModelAndShowsItsMaps) {
    const auto model = load();
    ASSERT_TRUE(model);
    jobs_.analyse({model, "The man saw the astronomer with a telescope."});
    const auto ready = next<TraceReady>();
    ASSERT_TRUE(ready && ready->shown.has_value());
    const ShownTrace& shown = *ready->shown.value();
    EXPECT_EQ(shown.queries().size(), 11U);
    EXPECT_EQ(shown.n_layers(), 6);
    EXPECT_EQ(shown.n_heads(), 12);

    jobs_.show_again(shown.trace(), {SpecialsMode::kDrop});
    const auto again = next<TraceReady>();
    ASSERT_TRUE(again && again->shown.has_value());
    EXPECT_EQ(again->shown.value()->queries().size(), 9U);
    EXPECT_EQ(again->shown.value()->trace(), shown.trace());
}

TEST_F(JobsTest, OnlyTheNewestOfManyRequestsIsSureToArrive) {
    const auto model = load();
    ASSERT_TRUE(model);
    std::string text = "word";
    for (int i = 0; i < 50; ++i) {
        text += " word";
        jobs_.analyse({model, text});
    }
    std::size_t last = 0;
    for (int tries = 0; tries < 60 && last != 53; ++tries) {
        const auto ready = next<TraceReady>();
        ASSERT_TRUE(ready && ready->shown.has_value());
        EXPECT_GT(ready->shown.value()->queries().size(), last);
        last = ready->shown.value()->queries().size();
    }
    EXPECT_EQ(last, 53U);
}

TEST_F(JobsTest, AMissingModelIsAnErrorThatNamesIt) {
    jobs_.load_model("/no/such/model");
    const auto loaded = next<ModelLoaded>();
    ASSERT_TRUE(loaded);
    ASSERT_FALSE(loaded->model.has_value());
    EXPECT_NE(loaded->model.error().message.find("/no/such/model"), std::string::npos);
}

TEST_F(JobsTest, OfTwoLoadsOnlyTheNewerOneArrives) {
    jobs_.load_model("/no/such/model");
    jobs_.load_model(HEADSCOPE_WEIGHTS "/all-minilm-l6-v2");
    const auto loaded = next<ModelLoaded>();
    ASSERT_TRUE(loaded);
    EXPECT_EQ(loaded->path, HEADSCOPE_WEIGHTS "/all-minilm-l6-v2");
    EXPECT_TRUE(loaded->model.has_value());
    EXPECT_GT(jobs_.load_percent(), 0);
}

TEST_F(JobsTest, ALoadThatIsCancelledDeliversNothing) {
    jobs_.load_model(HEADSCOPE_WEIGHTS "/all-minilm-l6-v2");
    jobs_.cancel_load();
    jobs_.load_model("/no/such/model");
    const auto loaded = next<ModelLoaded>();
    ASSERT_TRUE(loaded);
    EXPECT_EQ(loaded->path, "/no/such/model");
    while (jobs_.is_busy()) std::this_thread::sleep_for(1ms);
    for (const JobEvent& event : jobs_.take_events()) EXPECT_FALSE(std::holds_alternative<ModelLoaded>(event));
}

TEST_F(JobsTest, ExportsAndReportsAnUnwritableTarget) {
    const auto model = load();
    ASSERT_TRUE(model);
    jobs_.analyse({model, "a b"});
    const auto ready = next<TraceReady>();
    ASSERT_TRUE(ready && ready->shown.has_value());
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("headscope_jobs_" + std::to_string(getpid()) + ".json");
    jobs_.export_json(ready->shown.value()->trace(), {}, path);
    const auto good = next<Exported>();
    ASSERT_TRUE(good);
    EXPECT_TRUE(good->status.is_ok());
    EXPECT_GT(std::filesystem::file_size(path), 1000U);
    std::filesystem::remove(path);
    jobs_.export_json(ready->shown.value()->trace(), {}, "/no/such/folder/a.json");
    const auto bad = next<Exported>();
    ASSERT_TRUE(bad);
    ASSERT_FALSE(bad->status.is_ok());
    EXPECT_NE(bad->status.error().message.find("/no/such/folder"), std::string::npos);
}

}  // namespace
}  // namespace headscope
