// Damaged tokenizer files: each is refused, warned about or opened as its case says, soon, and harms nothing open.

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "core/text/tokenizer.h"
#include "tests/core/malformed_cases.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using test::MalformedCase;

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

class Folder {
  public:
    explicit Folder(const std::string& name)
        : path_(fs::path(testing::TempDir()) / (name + "." + std::to_string(getpid()))) {
        fs::remove_all(path_);
        fs::create_directories(path_);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(path_); }
    const fs::path& path() const { return path_; }

  private:
    fs::path path_;
};

const std::vector<MalformedCase>& every_case() {
    static const std::vector<MalformedCase> cases =
        test::read_malformed_cases(HEADSCOPE_TEST_DATA "/text/malformed.jsonl.gz");
    return cases;
}

class MalformedTokenizer : public testing::TestWithParam<std::size_t> {};

TEST_P(MalformedTokenizer, IsMetAsItsCaseSays) {
    const MalformedCase& malformed = every_case()[GetParam()];
    SCOPED_TRACE(malformed.what);
    const Folder folder("malformed_" + malformed.name);
    const fs::path path = write_case(malformed, folder.path());
    const auto open = load_tokenizer(HEADSCOPE_TEST_DATA "/text/bert_cased").value().tokenizer;
    const std::size_t tokens = open->encode("The man saw a [MASK].", std::nullopt, {}).value().tokens.size();
    {
        const Watchdog watchdog(malformed.name);
        EXPECT_EQ(complaint(malformed, try_case(malformed, path)), "");
    }
    EXPECT_EQ(open->encode("The man saw a [MASK].", std::nullopt, {}).value().tokens.size(), tokens);
}

INSTANTIATE_TEST_SUITE_P(Cases, MalformedTokenizer, testing::Range(std::size_t{0}, every_case().size()),
                         [](const auto& info) { return every_case()[info.param].name; });

}  // namespace
}  // namespace headscope
