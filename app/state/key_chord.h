#pragma once

#include <string>
#include <variant>

namespace headscope {

// Keys by what is printed on them in the user's layout, as far as the window system tells.
// clang-format off
enum class Key {
    kA, kB, kC, kD, kE, kF, kG, kH, kI, kJ, kK, kL, kM, kN, kO, kP, kQ, kR, kS, kT, kU, kV, kW, kX, kY, kZ,
    k0, k1, k2, k3, k4, k5, k6, k7, k8, k9,
    kF1, kF2, kF3, kF4, kF5, kF6, kF7, kF8, kF9, kF10, kF11, kF12,
    kLeft, kRight, kUp, kDown, kHome, kEnd, kPageUp, kPageDown,
    kTab, kEscape, kEnter, kBackspace, kDelete, kInsert, kSpace, kMenu,
    kPlus, kMinus, kSlash, kComma, kPeriod, kLeftBracket, kRightBracket,
};
// clang-format on

// A key together with the modifiers held. Knows no toolkit, so that tests can send it.
struct KeyChord {
    Key key = Key::kEscape;
    bool ctrl = false;
    bool shift = false;
    bool alt = false;

    bool operator==(const KeyChord&) const = default;
};

constexpr KeyChord plain(Key key) {
    return {key};
}
constexpr KeyChord with_ctrl(Key key) {
    return {.key = key, .ctrl = true};
}
constexpr KeyChord with_shift(Key key) {
    return {.key = key, .shift = true};
}
constexpr KeyChord with_ctrl_shift(Key key) {
    return {.key = key, .ctrl = true, .shift = true};
}

// For menus and help: "Ctrl+Shift+Z", "F1", "Ctrl++", "←".
std::string to_text(const KeyChord& chord);

struct KeyPress {
    KeyChord chord;
    bool repeat = false;  // the key is being held

    bool operator==(const KeyPress&) const = default;
};

// A character typed, after keyboard layout and dead keys: any Unicode scalar value.
struct CharacterTyped {
    char32_t character = 0;

    bool operator==(const CharacterTyped&) const = default;
};

using InputEvent = std::variant<KeyPress, CharacterTyped>;

}  // namespace headscope
