#include "app/state/key_chord.h"

namespace headscope {
namespace {

std::string key_text(Key key) {
    const auto from = [key](Key first) { return static_cast<int>(key) - static_cast<int>(first); };
    if (key >= Key::kA && key <= Key::kZ) return std::string(1, static_cast<char>('A' + from(Key::kA)));
    if (key >= Key::k0 && key <= Key::k9) return std::string(1, static_cast<char>('0' + from(Key::k0)));
    if (key >= Key::kF1 && key <= Key::kF12) return "F" + std::to_string(1 + from(Key::kF1));
    switch (key) {
        case Key::kLeft:
            return "←";
        case Key::kRight:
            return "→";
        case Key::kUp:
            return "↑";
        case Key::kDown:
            return "↓";
        case Key::kHome:
            return "Home";
        case Key::kEnd:
            return "End";
        case Key::kPageUp:
            return "PgUp";
        case Key::kPageDown:
            return "PgDn";
        case Key::kTab:
            return "Tab";
        case Key::kEscape:
            return "Esc";
        case Key::kEnter:
            return "Enter";
        case Key::kBackspace:
            return "Backspace";
        case Key::kDelete:
            return "Del";
        case Key::kInsert:
            return "Ins";
        case Key::kSpace:
            return "Space";
        case Key::kMenu:
            return "Menu";
        case Key::kPlus:
            return "+";
        case Key::kMinus:
            return "−";
        case Key::kSlash:
            return "/";
        case Key::kComma:
            return ",";
        case Key::kPeriod:
            return ".";
        case Key::kLeftBracket:
            return "[";
        case Key::kRightBracket:
            return "]";
        default:
            return {};
    }
}

}  // namespace

std::string to_text(const KeyChord& chord) {
    std::string out;
    if (chord.ctrl) out += "Ctrl+";
    if (chord.alt) out += "Alt+";
    if (chord.shift) out += "Shift+";
    return out + key_text(chord.key);
}

}  // namespace headscope
