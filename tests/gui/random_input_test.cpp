// The program under a hail of keys, characters, clicks, drags, drops, sizes and pasted bytes. It has to stay alive, run
// every command of the table, and leave a session and settings that open again.
//
// HEADSCOPE_RANDOM_SECONDS: how long (default 60). HEADSCOPE_RANDOM_SEED: which hail; printed by every run.
// HEADSCOPE_RANDOM_LOG: a file for what was done, a line each, whole up to a crash.

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <iostream>
#include <vector>

#include "app/platform/window.h"
#include "app/state/session.h"
#include "app/state/settings.h"
#include "tests/gui/random_acts.h"

namespace headscope {
namespace {

class RandomInput : public RandomActs {
  protected:
    // Runs what chance has not, in each of a few situations: together every command can run in one of them.
    void run_the_rest() {
        const std::vector<std::function<void()>> situations = {
            [&] { show(HEADSCOPE_WEIGHTS "/all-minilm-l6-v2", "The man saw the astronomer with a telescope."); },
            [&] {
                apply(state(), ToggleLock{2, 5});
                apply(state(), SelectCells{{1, 2, 1, 2}});
                ViewState view = state().view;
                view.values = MapValues::kWeights;
                view.selected = {0, 2};
                view.linked = {{1, 1}};
                view.filter = "layer<3";
                view.off = {{0, 1}};
                change_view(state(), view);
            },
            [&] { run_command(state(), CommandId::kLesson); },
            [&] { run_command(state(), CommandId::kPresent); },
            [&] {
                state().target.set_text("5 6");
                show(HEADSCOPE_TEST_DATA "/families/t5", "3 4 5");
            },
            [&] {
                show(HEADSCOPE_WEIGHTS "/all-minilm-l6-v2", "It rained.");
                set_texts(state(), "It rained.", "They stayed.");
                state().beside.model = state().model;
            },
            [&] {  // last, when no other command is left that would change the view
                run_command(state(), CommandId::kToggleTheme);
                run_command(state(), CommandId::kUndo);
            },
        };
        for (const auto& prepare : situations) {
            prepare();
            app_->window().wake_up();
            app_->settle();
            note("rest: " + (state().model ? state().model->name : "no model") + " " +
                 (state().message ? state().message->text : ""));
            const ViewState prepared = state().view;
            for (const Command& command : all_commands()) {
                if (command.id == CommandId::kQuit || has_run(command.id)) continue;
                // What the one before has changed, such as which heads are chosen, is not to stop this one.
                if (state().view != prepared) change_view(state(), prepared);
                run_command(state(), command.id);
                app_->window().wake_up();
                step(2);
            }
        }
    }
    void show(const char* model, const char* text) {
        constexpr int kOpenThings = 8;  // at most: popups, pages, choices, all on one another
        for (int i = 0; i < kOpenThings; ++i) run_command(state(), CommandId::kFree);
        apply(state(), OpenModel{model});
        app_->window().wake_up();
        app_->settle();
        set_texts(state(), text, std::nullopt);
    }
    bool has_run(CommandId id) {
        return std::find(state().recent_commands.begin(), state().recent_commands.end(), id) !=
               state().recent_commands.end();
    }
};

TEST_F(RandomInput, LeavesTheProgramAliveWithEveryCommandRunAndAValidSession) {
    if (IsSkipped() || HasFatalFailure()) return;
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::seconds(number_from("HEADSCOPE_RANDOM_SECONDS", 60));
    long acts = 0;
    while (std::chrono::steady_clock::now() < end) {
        act();
        if (HasFatalFailure()) return;
        ++acts;
    }
    const std::size_t by_chance = state().recent_commands.size();
    run_the_rest();
    if (HasFatalFailure()) return;
    std::cout << acts << " acts, " << app_->frames_drawn() << " frames, " << by_chance << " of "
              << all_commands().size() << " commands by chance" << std::endl;
    for (const Command& command : all_commands()) {
        EXPECT_TRUE(command.id == CommandId::kQuit || has_run(command.id)) << command.label;
    }

    if (!state().settings.restores_session) run_command(state(), CommandId::kReturnToSession);
    app_->window().wake_up();
    step();
    app_->settle();
    const Session kept = session_of(state());
    ASSERT_TRUE(app_->keep_session().is_ok());
    const auto read = read_session(last_session_file(options_.settings_folder));
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(read.value().sentence, kept.sentence);
    const ReadSettings settings = read_settings(settings_file(options_.settings_folder));
    EXPECT_FALSE(settings.problem) << *settings.problem;

    events_->press_key(GLFW_KEY_Q, GLFW_MOD_CONTROL);
    bool is_open = true;
    for (int i = 0; i < 10 && is_open; ++i) is_open = app_->step(0.05);
    EXPECT_FALSE(is_open);

    app_.reset();
    options_.model.clear();
    open(options_);
    if (IsSkipped() || HasFatalFailure()) return;
    EXPECT_EQ(state().sentence.text(), kept.sentence);
}

}  // namespace
}  // namespace headscope
