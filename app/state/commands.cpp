#include "app/state/commands.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

#include "app/state/command_tables.h"

namespace headscope {

std::span<const CommandPart> command_parts() {
    static const std::array parts = {
        CommandPart{"Texts, models, files", document_commands()},
        CommandPart{"Heads and tokens", head_commands()},
        CommandPart{"Large map", map_commands()},
        CommandPart{"Head grid", grid_commands()},
        CommandPart{"Links", links_commands()},
        CommandPart{"Words and colours", words_commands()},
        CommandPart{"View", view_commands()},
        CommandPart{"What heads do", explore_commands()},
        CommandPart{"Panels and presenting", presentation_commands()},
        CommandPart{"Lesson", lesson_commands()},
        CommandPart{"Window", window_commands()},
    };
    return parts;
}

std::span<const Command> all_commands() {
    static const std::vector<Command> commands = [] {
        std::vector<Command> all;
        for (const CommandPart& part : command_parts())
            all.insert(all.end(), part.commands.begin(), part.commands.end());
        return all;
    }();
    return commands;
}

const Command& get_command(CommandId id) {
    const std::span<const Command> commands = all_commands();
    const auto found = std::find_if(commands.begin(), commands.end(), [&](const Command& c) { return c.id == id; });
    assert(found != commands.end());
    return *found;
}

std::string keys_of(const Command& command) {
    std::string keys = command.key ? to_text(*command.key) : std::string();
    if (command.second_key) keys += " or " + to_text(*command.second_key);
    return keys;
}

bool belongs_to_lesson(CommandId id) {
    return id >= CommandId::kLessonBack && id <= CommandId::kLessonCausal;
}

std::string_view why_not(const Command& command, const AppState& state) {
    if (command.is_enabled(state)) return {};
    if (command.needs != nullptr) return command.needs;
    if (command.is_enabled == has_maps) return "There are no maps yet: type a sentence, or open a model with Ctrl+O.";
    if (command.is_enabled == has_blocks)
        return "Blocks are there for two texts read together: Ctrl+Shift+L adds a second.";
    if (command.is_enabled == has_target) return "The open model has one stack of layers and reads no target.";
    return "There is nothing here that it could act on.";
}

void run_command(AppState& state, CommandId id) {
    const Command& command = get_command(id);
    if (!command.is_enabled(state)) return;
    std::erase(state.recent_commands, id);
    state.recent_commands.insert(state.recent_commands.begin(), id);
    command.run(state);
}

namespace {

// Keys that belong to what the keyboard stands on, not to a command.
bool is_for_controls(const AppState& state, const KeyChord& key) {
    if (state.panel == Panel::kNone || state.focus != TextFocus::kNone) return false;
    return key == plain(Key::kTab) || key == with_shift(Key::kTab) || key == plain(Key::kEnter) ||
           key == plain(Key::kSpace);
}

// The key that another one stands for: a clicker's page keys in the lesson, arrows in a panel of tokens.
KeyChord meant_by(const AppState& state, KeyChord key) {
    if (key.key == Key::kPlus) key.shift = false;  // on many keyboards + is a shifted key
    if (state.lesson.is_open && key == plain(Key::kPageDown)) return plain(Key::kRight);
    if (state.lesson.is_open && key == plain(Key::kPageUp)) return plain(Key::kLeft);
    const bool is_row = state.panel == Panel::kTokens;
    const bool is_column = state.panel == Panel::kLinks;
    if ((is_row && key == plain(Key::kRight)) || (is_column && key == plain(Key::kDown))) return plain(Key::kTab);
    if ((is_row && key == plain(Key::kLeft)) || (is_column && key == plain(Key::kUp))) return with_shift(Key::kTab);
    return key;
}

}  // namespace

const Command* find_command(const AppState& state, const KeyChord& pressed) {
    if (is_for_controls(state, pressed)) return nullptr;
    const KeyChord key = meant_by(state, pressed);
    const std::span<const Command> commands = all_commands();
    const auto find = [&](bool of_lesson) {
        return std::find_if(commands.begin(), commands.end(), [&](const Command& c) {
            return (c.key == key || c.second_key == key) && belongs_to_lesson(c.id) == of_lesson;
        });
    };
    auto found = state.lesson.is_open ? find(true) : commands.end();
    if (found == commands.end()) found = find(false);
    if (found == commands.end()) return nullptr;
    const bool is_taken = state.focus != TextFocus::kNone || state.popup != Popup::kNone;
    if (is_taken && !found->works_while_typing) return nullptr;
    return &*found;
}

}  // namespace headscope
