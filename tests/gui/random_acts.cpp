#include "tests/gui/random_acts.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <unistd.h>

#include <array>
#include <iostream>
#include <utility>

#include "core/base/environment.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
    const std::string text = environment(variable);
    return text.empty() ? otherwise : std::stoull(text);
}

void RandomActs::SetUp() {
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

void RandomActs::TearDown() {
    app_.reset();
    fs::current_path(start_folder_);
    fs::remove_all(folder_);
}

void RandomActs::open(const ViewOptions& options) {
    auto created = App::create(options);
    if (!created.has_value() && environment("CI").empty()) GTEST_SKIP() << created.error().message;
    ASSERT_TRUE(created.has_value()) << created.error().message;
    app_ = std::move(created).value();
    events_ = std::make_unique<test::WindowEvents>(app_->window().handle());
    events_->take_keyboard();
    app_->settle();
}

void RandomActs::write_files() {
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

std::string RandomActs::garbage(std::size_t most) {
    static constexpr std::array kPieces = {"word ", "[MASK]", "东京",   "مرحبا",   "🙂", "\xF0\x9F",
                                           "\xC3",  "\t",     "\r\n",   "e\u0301", "</s>", "<a&b>",
                                           "\x01",  "\u202E", "\uFEFF", "1 22 3 ", "ffi",  "\U00020BB7"};
    std::string text;
    const std::size_t size = 1 + below(most);
    while (text.size() < size)
        text += below(4) == 0 ? std::string(1, static_cast<char>(between(1, 255))) : one_of(kPieces);
    return text;
}

void RandomActs::guard_files() {
    for (TextEdit* path : {&state().export_path, &state().session_path}) {
        const std::string& text = path->text();
        const bool is_inside = text.starts_with(folder_.string() + "/") && text.find("..") == std::string::npos;
        if (!is_inside) path->set_text((folder_ / "written").string());
    }
    if (state().popup == Popup::kExport && state().trace() != nullptr && state().trace()->n_tokens() > 48)
        apply(state(), ShowPopup{});
}

void RandomActs::step(int frames) {
    guard_files();
    for (int i = 0; i < frames; ++i) stay_open(app_->step(0));
}

void RandomActs::press(int key, int mods) {
    note("key " + std::to_string(key) + " " + std::to_string(mods));
    events_->press_key(key, mods);
    step();
}

void RandomActs::press_any() {
    if (below(2) == 0) return press(one_of(kKeys), one_of(kModifiers));
    press(between(0, 2) == 0 ? between(GLFW_KEY_0, GLFW_KEY_9) : between(GLFW_KEY_A, GLFW_KEY_Z), one_of(kModifiers));
}

void RandomActs::type_some() {
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

void RandomActs::paste() {
    events_->set_clipboard(below(20) == 0 ? garbage(30000) : garbage(200));
    if (below(2) == 0) press(GLFW_KEY_L, GLFW_MOD_CONTROL);
    if (below(2) == 0) press(GLFW_KEY_A, GLFW_MOD_CONTROL);
    press(GLFW_KEY_V, GLFW_MOD_CONTROL);
}

void RandomActs::point_anywhere() {
    const PixelSize size = app_->window().framebuffer_size();
    const int x = between(-5, size.width + 5);
    const int y = between(-5, size.height + 5);
    note("pointer " + std::to_string(x) + " " + std::to_string(y));
    events_->move_to(x, y);
    step();
}

void RandomActs::click() {
    point_anywhere();
    const int button = below(8) == 0 ? GLFW_MOUSE_BUTTON_RIGHT : GLFW_MOUSE_BUTTON_LEFT;
    const int mods = one_of(kModifiers);
    note("button " + std::to_string(button) + " " + std::to_string(mods));
    events_->hold_button(button, mods);
    step();
    events_->release_button(button, mods);
    step();
}

void RandomActs::drag() {
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

void RandomActs::turn_wheel() {
    note("wheel");
    events_->turn_wheel(between(-3, 3), one_of(kModifiers));
    step();
}

void RandomActs::drop() {
    std::vector<fs::path> paths{one_of(drops_)};
    if (below(4) == 0) paths.push_back(one_of(drops_));
    note("drop " + paths.front().string());
    events_->drop(paths);
    step();
}

void RandomActs::resize() {
    const int width = between(120, 1800);
    const int height = between(90, 1100);
    note("size " + std::to_string(width) + " " + std::to_string(height));
    events_->resize(width, height);
    step(2);
}

void RandomActs::run_any_command() {
    const Command& command = one_of(all_commands());
    note(std::string("command ") + command.label);
    run_command(state(), command.id);
    app_->window().wake_up();
    step();
}

void RandomActs::search_palette() {
    press(GLFW_KEY_ESCAPE, 0);
    press(GLFW_KEY_P, GLFW_MOD_CONTROL);
    if (state().popup != Popup::kPalette) return;
    const std::string label = one_of(all_commands()).label;
    for (const char c : label.substr(0, 1 + below(8))) events_->type(static_cast<unsigned char>(c));
    step(2);
    press(GLFW_KEY_ENTER, 0);
}

void RandomActs::wait_briefly() {
    note("wait");
    for (int i = 0; i < 5; ++i) stay_open(app_->step(0.02));
}

void RandomActs::act() {
    struct Way {
        int weight;
        void (RandomActs::*act)();
    };
    static constexpr std::array kWays = {
        Way{30, &RandomActs::press_any},       Way{10, &RandomActs::type_some},     Way{5, &RandomActs::paste},
        Way{20, &RandomActs::point_anywhere},  Way{25, &RandomActs::click},         Way{8, &RandomActs::drag},
        Way{6, &RandomActs::turn_wheel},       Way{3, &RandomActs::drop},           Way{2, &RandomActs::resize},
        Way{25, &RandomActs::run_any_command}, Way{6, &RandomActs::search_palette}, Way{6, &RandomActs::wait_briefly}};
    int sum = 0;
    for (const Way& way : kWays) sum += way.weight;
    int at = between(0, sum - 1);
    for (const Way& way : kWays) {
        at -= way.weight;
        if (at < 0) return (this->*way.act)();
    }
}

}  // namespace headscope
