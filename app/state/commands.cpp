#include "app/state/commands.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "app/state/command_tables.h"

namespace headscope {

std::span<const Command> all_commands() {
    static const std::vector<Command> commands = [] {
        std::vector<Command> all;
        for (const auto part :
             {document_commands(), head_commands(), view_commands(), lesson_commands(), window_commands()})
            all.insert(all.end(), part.begin(), part.end());
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

bool belongs_to_lesson(CommandId id) {
    return id >= CommandId::kLessonBack && id <= CommandId::kLessonCausal;
}

void run_command(AppState& state, CommandId id) {
    const Command& command = get_command(id);
    if (command.is_enabled(state)) command.run(state);
}

const Command* find_command(const AppState& state, const KeyChord& pressed) {
    KeyChord key = pressed;
    if (key.key == Key::kPlus) key.shift = false;  // on many keyboards + is a shifted key
    const std::span<const Command> commands = all_commands();
    const auto find = [&](bool of_lesson) {
        return std::find_if(commands.begin(), commands.end(),
                            [&](const Command& c) { return c.key == key && belongs_to_lesson(c.id) == of_lesson; });
    };
    auto found = state.lesson.is_open ? find(true) : commands.end();
    if (found == commands.end()) found = find(false);
    if (found == commands.end()) return nullptr;
    if (state.focus != TextFocus::kNone && !found->works_while_typing) return nullptr;
    return &*found;
}

}  // namespace headscope
