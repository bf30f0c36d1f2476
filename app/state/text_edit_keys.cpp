// The keyboard's side of TextEdit.

#include "app/state/text_edit.h"

namespace headscope {
namespace {

void step_caret(TextEdit& edit, int direction, Selecting selecting, VisualOrder* order) {
    const bool collapses = selecting == Selecting::kNo && !edit.selection().is_empty();
    if (order != nullptr && !collapses) {
        if (const auto next = order->step(edit.caret(), direction)) {
            const std::size_t before = edit.caret();
            edit.move_to(*next, selecting);
            if (edit.caret() != before) return;  // else the layout knows smaller steps than whole clusters
        }
    }
    if (direction < 0) {
        edit.move_left(selecting);
    } else {
        edit.move_right(selecting);
    }
}

void copy(const TextEdit& edit, Clipboard& clipboard) {
    if (!edit.selection().is_empty()) clipboard.set(std::string(edit.selected_text()));
}

void cut(TextEdit& edit, Clipboard& clipboard) {
    if (edit.selection().is_empty()) return;
    copy(edit, clipboard);
    edit.erase_left();
}

bool handle_ctrl_key(TextEdit& edit, const KeyChord& chord, Clipboard& clipboard) {
    const Selecting selecting = chord.shift ? Selecting::kYes : Selecting::kNo;
    switch (chord.key) {
        case Key::kLeft:
            edit.move_word_left(selecting);
            return true;
        case Key::kRight:
            edit.move_word_right(selecting);
            return true;
        case Key::kBackspace:
            chord.shift ? edit.erase_to_begin() : edit.erase_word_left();
            return true;
        case Key::kDelete:
            chord.shift ? edit.erase_to_end() : edit.erase_word_right();
            return true;
        case Key::kZ:
            chord.shift ? edit.redo() : edit.undo();
            return true;
        default:
            break;
    }
    if (chord.shift) return false;
    switch (chord.key) {
        case Key::kA:
            edit.select_all();
            return true;
        case Key::kC:
        case Key::kInsert:
            copy(edit, clipboard);
            return true;
        case Key::kX:
            cut(edit, clipboard);
            return true;
        case Key::kV:
            edit.paste(clipboard.get());
            return true;
        case Key::kY:
            edit.redo();
            return true;
        default:
            return false;
    }
}

}  // namespace

bool handle_key(TextEdit& edit, const KeyChord& chord, Clipboard& clipboard, VisualOrder* order) {
    if (chord.alt) return false;
    const Selecting selecting = chord.shift ? Selecting::kYes : Selecting::kNo;
    if (chord.key == Key::kHome || chord.key == Key::kEnd) {  // of the one line that there is, with Ctrl or without
        edit.move_to(chord.key == Key::kHome ? 0 : edit.text().size(), selecting);
        return true;
    }
    if (chord.ctrl) return handle_ctrl_key(edit, chord, clipboard);
    switch (chord.key) {
        case Key::kLeft:
            step_caret(edit, -1, selecting, order);
            return true;
        case Key::kRight:
            step_caret(edit, +1, selecting, order);
            return true;
        case Key::kBackspace:
            edit.erase_left();
            return true;
        case Key::kDelete:
            if (chord.shift) {
                cut(edit, clipboard);
            } else {
                edit.erase_right();
            }
            return true;
        case Key::kInsert:
            if (!chord.shift) return false;
            edit.paste(clipboard.get());
            return true;
        default:
            return false;
    }
}

bool handle_event(TextEdit& edit, const InputEvent& event, Clipboard& clipboard, VisualOrder* order) {
    if (const auto* press = std::get_if<KeyPress>(&event)) return handle_key(edit, press->chord, clipboard, order);
    const char32_t character = std::get<CharacterTyped>(event).character;
    if (character < 0x20 || character == 0x7F) return false;
    edit.type(character);
    return true;
}

}  // namespace headscope
