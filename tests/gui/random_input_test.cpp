// The program under a hail of keys, characters, clicks, drags, drops, sizes and pasted bytes. It has to stay alive, run
// every command of the table, and leave a session and settings that open again.
//
// HEADSCOPE_RANDOM_SECONDS: how long (default 60). HEADSCOPE_RANDOM_SEED: which hail; printed by every run.
// HEADSCOPE_RANDOM_LOG: a file for what was done, a line each, whole up to a crash.

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "app/app.h"
#include "app/platform/window.h"
#include "app/state/actions.h"
#include "app/state/session.h"
#include "app/state/settings.h"
#include "core/base/environment.h"
#include "tests/gui/window_events.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
    const std::string text = environment(variable);
    return text.empty() ? otherwise : std::stoull(text);
}

// Only keys that the program knows, and one that it does not.
constexpr std::array kKeys = {
    GLFW_KEY_LEFT,    GLFW_KEY_RIGHT,         GLFW_KEY_UP,           GLFW_KEY_DOWN,  GLFW_KEY_HOME, GLFW_KEY_END,
    GLFW_KEY_PAGE_UP, GLFW_KEY_TAB,           GLFW_KEY_ENTER,        GLFW_KEY_F1,    GLFW_KEY_F6,   GLFW_KEY_BACKSPACE,
    GLFW_KEY_DELETE,  GLFW_KEY_PAGE_DOWN,     GLFW_KEY_INSERT,       GLFW_KEY_SPACE, GLFW_KEY_F10,  GLFW_KEY_EQUAL,
    GLFW_KEY_MINUS,   GLFW_KEY_SLASH,         GLFW_KEY_LEFT_BRACKET, GLFW_KEY_COMMA, GLFW_KEY_F25,  GLFW_KEY_F11,
    GLFW_KEY_PERIOD,  GLFW_KEY_RIGHT_BRACKET,
};
constexpr std::array kModifiers = {
    0, 0, 0, GLFW_MOD_SHIFT, GLFW_MOD_CONTROL, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT, GLFW_MOD_ALT};

class RandomInput : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("headscope-random-" + std::to_string(getpid()));
        fs::create_directories(folder_ / "config");
        start_folder_ = fs::current_path();
        fs::current_path(folder_);  // exports and sessions are suggested here
        seed_ = number_from("HEADSCOPE_RANDOM_SEED", std::random_device{}());
        random_.seed(seed_);
        std::cout << "HEADSCOPE_RANDOM_SEED=" << seed_ << std::endl;
        if (const std::string log = environment("HEADSCOPE_RANDOM_LOG"); !log.empty()) log_.open(log);
        write_files();
        options_.settings_folder = folder_ / "config" / "headscope";
        options_.width = 1100;
        options_.height = 700;
        options_.model = HEADSCOPE_WEIGHTS "/all-minilm-l6-v2";
        open(options_);
    }
    void TearDown() override {
        app_.reset();
        fs::current_path(start_folder_);
        fs::remove_all(folder_);
    }

    void open(const ViewOptions& options) {
        auto created = App::create(options);
        if (!created.has_value() && environment("CI").empty()) GTEST_SKIP() << created.error().message;
        ASSERT_TRUE(created.has_value()) << created.error().message;
        app_ = std::move(created).value();
        events_ = std::make_unique<test::WindowEvents>(app_->window().handle());
        events_->take_keyboard();
        app_->settle();
    }

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
    void write_files() {
        const auto write = [&](const char* name, const std::string& bytes) {
            std::ofstream(folder_ / name, std::ios::binary) << bytes;
            drops_.push_back(folder_ / name);
        };
        write("text.txt", "Seán flew to 東京\n\nmixed \xFF\xFE bytes");
        write("empty.txt", "");
        write("noise.gguf", garbage(4000));
        write("noise.headscope", garbage(400));
        write("noise.json", "{\"model_type\": \"bert\"");
        write("broken.headscope", "{\"format\": \"headscope.session\", \"version\": 1, \"view\": {}}");
        fs::create_directories(folder_ / "no-model");
        drops_.push_back(folder_ / "no-model");
        drops_.push_back(folder_ / "is-not-there");
        for (const char* family : {"bert", "llama", "t5", "marian", "gpt2", "gpt_oss"})
            drops_.push_back(fs::path(HEADSCOPE_TEST_DATA) / "families" / family);
        for (const char* name : {"all-minilm-l6-v2", "headscope-small"})
            drops_.push_back(fs::path(HEADSCOPE_WEIGHTS) / name);
    }

    std::string garbage(std::size_t most) {
        static constexpr std::array kPieces = {"word ", "[MASK]", "东京",   "مرحبا",   "🙂", "\xF0\x9F",
                                               "\xC3",  "\t",     "\r\n",   "e\u0301", "</s>", "<a&b>",
                                               "\x01",  "\u202E", "\uFEFF", "1 22 3 ", "ffi",  "\U00020BB7"};
        std::string text;
        const std::size_t size = 1 + below(most);
        while (text.size() < size)
            text += below(4) == 0 ? std::string(1, static_cast<char>(between(1, 255))) : one_of(kPieces);
        return text;
    }

    // What may be written lies in the test's folder, and is small.
    void guard_files() {
        for (TextEdit* path : {&state().export_path, &state().session_path}) {
            const std::string& text = path->text();
            const bool is_inside = text.starts_with(folder_.string() + "/") && text.find("..") == std::string::npos;
            if (!is_inside) path->set_text((folder_ / "written").string());
        }
        if (state().popup == Popup::kExport && state().trace() != nullptr && state().trace()->n_tokens() > 48)
            apply(state(), ShowPopup{});
    }

    // Quitting is a command like any other; the test goes on.
    void stay_open(bool is_open) {
        if (!is_open) app_->window().set_should_close(false);
    }

    void step(int frames = 1) {
        guard_files();
        for (int i = 0; i < frames; ++i) stay_open(app_->step(0));
    }

    void press(int key, int mods) {
        note("key " + std::to_string(key) + " " + std::to_string(mods));
        events_->press_key(key, mods);
        step();
    }
    void press_any() {
        if (below(2) == 0) return press(one_of(kKeys), one_of(kModifiers));
        press(between(0, 2) == 0 ? between(GLFW_KEY_0, GLFW_KEY_9) : between(GLFW_KEY_A, GLFW_KEY_Z),
              one_of(kModifiers));
    }
    void type_some() {
        const int count = between(1, 8);
        for (int i = 0; i < count; ++i) {
            static constexpr std::array<char32_t, 10> kCharacters = {U'a', U'e',  U' ',    U'.',  U'É',
                                                                     U'م', U'東', 0x1F642, 0x301, 0x200D};
            const char32_t character = one_of(kCharacters);
            note("character " + std::to_string(static_cast<unsigned>(character)));
            events_->type(character);
        }
        step();
    }
    void paste() {
        events_->set_clipboard(below(20) == 0 ? garbage(30000) : garbage(200));
        if (below(2) == 0) press(GLFW_KEY_L, GLFW_MOD_CONTROL);
        if (below(2) == 0) press(GLFW_KEY_A, GLFW_MOD_CONTROL);
        press(GLFW_KEY_V, GLFW_MOD_CONTROL);
    }
    void point_anywhere() {
        const PixelSize size = app_->window().framebuffer_size();
        const int x = between(-5, size.width + 5);
        const int y = between(-5, size.height + 5);
        note("pointer " + std::to_string(x) + " " + std::to_string(y));
        events_->move_to(x, y);
        step();
    }
    void click() {
        point_anywhere();
        const int button = below(8) == 0 ? GLFW_MOUSE_BUTTON_RIGHT : GLFW_MOUSE_BUTTON_LEFT;
        const int mods = one_of(kModifiers);
        note("button " + std::to_string(button) + " " + std::to_string(mods));
        events_->hold_button(button, mods);
        step();
        events_->release_button(button, mods);
        step();
    }
    void drag() {
        point_anywhere();
        note("drag");
        const int mods = one_of(kModifiers);
        const int steps = between(2, 6);
        for (int i = 0; i < steps; ++i) {
            events_->hold_button(GLFW_MOUSE_BUTTON_LEFT, mods);
            point_anywhere();
        }
        events_->release_button(GLFW_MOUSE_BUTTON_LEFT, mods);
        step(2);
    }
    void turn_wheel() {
        note("wheel");
        events_->turn_wheel(between(-3, 3), one_of(kModifiers));
        step();
    }
    void drop() {
        std::vector<fs::path> paths{one_of(drops_)};
        if (below(4) == 0) paths.push_back(one_of(drops_));
        note("drop " + paths.front().string());
        events_->drop(paths);
        step();
    }
    void resize() {
        const int width = between(120, 1800);
        const int height = between(90, 1100);
        note("size " + std::to_string(width) + " " + std::to_string(height));
        events_->resize(width, height);
        step(2);
    }
    void run_any_command() {
        const Command& command = one_of(all_commands());
        note(std::string("command ") + command.label);
        run_command(state(), command.id);
        app_->window().wake_up();
        step();
    }
    void search_palette() {
        press(GLFW_KEY_ESCAPE, 0);
        press(GLFW_KEY_P, GLFW_MOD_CONTROL);
        if (state().popup != Popup::kPalette) return;
        const std::string label = one_of(all_commands()).label;
        for (const char c : label.substr(0, 1 + below(8))) events_->type(static_cast<unsigned char>(c));
        step(2);
        press(GLFW_KEY_ENTER, 0);
    }
    void wait_briefly() {
        note("wait");
        for (int i = 0; i < 5; ++i) stay_open(app_->step(0.02));
    }

    void act() {
        struct Way {
            int weight;
            void (RandomInput::*act)();
        };
        static constexpr std::array kWays = {
            Way{30, &RandomInput::press_any},     Way{10, &RandomInput::type_some},
            Way{5, &RandomInput::paste},          Way{20, &RandomInput::point_anywhere},
            Way{25, &RandomInput::click},         Way{8, &RandomInput::drag},
            Way{6, &RandomInput::turn_wheel},     Way{3, &RandomInput::drop},
            Way{2, &RandomInput::resize},         Way{25, &RandomInput::run_any_command},
            Way{6, &RandomInput::search_palette}, Way{6, &RandomInput::wait_briefly}};
        int sum = 0;
        for (const Way& way : kWays) sum += way.weight;
        int at = between(0, sum - 1);
        for (const Way& way : kWays) {
            at -= way.weight;
            if (at < 0) return (this->*way.act)();
        }
    }

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

    fs::path folder_;
    fs::path start_folder_;
    std::uint64_t seed_ = 0;
    std::mt19937_64 random_;
    std::ofstream log_;
    std::vector<fs::path> drops_;
    ViewOptions options_;
    std::unique_ptr<App> app_;
    std::unique_ptr<test::WindowEvents> events_;
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
