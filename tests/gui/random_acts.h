#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "app/app.h"
#include "app/platform/window.h"
#include "app/state/actions.h"
#include "tests/gui/window_events.h"

namespace headscope {

// A number from the environment, or another one where the variable is not set.
std::uint64_t number_from(const char* variable, std::uint64_t otherwise);

// The program in a folder of its own, with all that chance does to it: `act` is one thing a person might do.
class RandomActs : public testing::Test {
  protected:
    void SetUp() override;
    void TearDown() override;
    void open(const ViewOptions& options);

    AppState& state() { return app_->state(); }
    std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_); }
    int between(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
    template <class Container>
    const auto& one_of(const Container& all) {
        return all[below(all.size())];
    }
    void note(const std::string& what) {
        if (log_.is_open()) log_ << what << std::endl;
    }

    // What is dropped on the window: whole and broken, small and strange.
    void write_files();
    std::string garbage(std::size_t most);
    // What may be written lies in the test's folder, and is small.
    void guard_files();
    // Quitting is a command like any other; the test goes on.
    void stay_open(bool is_open) {
        if (!is_open) app_->window().set_should_close(false);
    }
    void step(int frames = 1);

    void press(int key, int mods);
    void press_any();
    void type_some();
    void paste();
    void point_anywhere();
    void click();
    void drag();
    void turn_wheel();
    void drop();
    void resize();
    void run_any_command();
    void search_palette();
    void wait_briefly();
    // One of these, the likelier the more often a person does it.
    void act();

    std::filesystem::path folder_;
    std::filesystem::path start_folder_;
    std::uint64_t seed_ = 0;
    std::mt19937_64 random_;
    std::ofstream log_;
    std::vector<std::filesystem::path> drops_;
    ViewOptions options_;
    std::unique_ptr<App> app_;
    std::unique_ptr<test::WindowEvents> events_;
};

}  // namespace headscope
