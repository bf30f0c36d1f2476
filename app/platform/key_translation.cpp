#include "app/platform/key_translation.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace headscope {
namespace {

struct Pair {
    int glfw;
    Key key;
};

constexpr Pair kFixedKeys[] = {
    {GLFW_KEY_LEFT, Key::kLeft},           {GLFW_KEY_RIGHT, Key::kRight},        {GLFW_KEY_UP, Key::kUp},
    {GLFW_KEY_DOWN, Key::kDown},           {GLFW_KEY_HOME, Key::kHome},          {GLFW_KEY_END, Key::kEnd},
    {GLFW_KEY_PAGE_UP, Key::kPageUp},      {GLFW_KEY_PAGE_DOWN, Key::kPageDown}, {GLFW_KEY_TAB, Key::kTab},
    {GLFW_KEY_ESCAPE, Key::kEscape},       {GLFW_KEY_ENTER, Key::kEnter},        {GLFW_KEY_KP_ENTER, Key::kEnter},
    {GLFW_KEY_BACKSPACE, Key::kBackspace}, {GLFW_KEY_DELETE, Key::kDelete},      {GLFW_KEY_INSERT, Key::kInsert},
    {GLFW_KEY_SPACE, Key::kSpace},         {GLFW_KEY_MENU, Key::kMenu},          {GLFW_KEY_KP_ADD, Key::kPlus},
    {GLFW_KEY_KP_SUBTRACT, Key::kMinus},
};

// The number pad while Num Lock is off.
constexpr Pair kPadKeys[] = {
    {GLFW_KEY_KP_4, Key::kLeft},         {GLFW_KEY_KP_6, Key::kRight},    {GLFW_KEY_KP_8, Key::kUp},
    {GLFW_KEY_KP_2, Key::kDown},         {GLFW_KEY_KP_7, Key::kHome},     {GLFW_KEY_KP_1, Key::kEnd},
    {GLFW_KEY_KP_9, Key::kPageUp},       {GLFW_KEY_KP_3, Key::kPageDown}, {GLFW_KEY_KP_0, Key::kInsert},
    {GLFW_KEY_KP_DECIMAL, Key::kDelete},
};

template <std::size_t n>
std::optional<Key> find_in(const Pair (&pairs)[n], int glfw_key) {
    for (const Pair& pair : pairs) {
        if (pair.glfw == glfw_key) return pair.key;
    }
    return std::nullopt;
}

Key nth_after(Key first, int n) {
    return static_cast<Key>(static_cast<int>(first) + n);
}

std::optional<Key> key_of_sign(char sign) {
    if (sign >= 'a' && sign <= 'z') return nth_after(Key::kA, sign - 'a');
    if (sign >= 'A' && sign <= 'Z') return nth_after(Key::kA, sign - 'A');
    if (sign >= '0' && sign <= '9') return nth_after(Key::k0, sign - '0');
    switch (sign) {
        case '+':
        case '=':
            return Key::kPlus;
        case '-':
            return Key::kMinus;
        case '/':
            return Key::kSlash;
        case ',':
            return Key::kComma;
        case '.':
            return Key::kPeriod;
        case '[':
            return Key::kLeftBracket;
        case ']':
            return Key::kRightBracket;
        default:
            return std::nullopt;
    }
}

// Printable keys of GLFW are named after the ASCII character of the US layout.
std::optional<Key> key_of_place(int glfw_key) {
    if (glfw_key <= GLFW_KEY_SPACE || glfw_key > GLFW_KEY_RIGHT_BRACKET) return std::nullopt;
    return key_of_sign(static_cast<char>(glfw_key));
}

std::optional<Key> find_key(int glfw_key, std::string_view name, bool num_lock) {
    if (glfw_key >= GLFW_KEY_F1 && glfw_key <= GLFW_KEY_F12) return nth_after(Key::kF1, glfw_key - GLFW_KEY_F1);
    if (const auto key = find_in(kFixedKeys, glfw_key)) return key;
    if (glfw_key >= GLFW_KEY_KP_0 && glfw_key <= GLFW_KEY_KP_EQUAL) {
        return num_lock ? std::nullopt : find_in(kPadKeys, glfw_key);
    }
    if (name.size() == 1) {
        if (const auto key = key_of_sign(name[0])) return key;
        const bool is_digit_place = glfw_key >= GLFW_KEY_0 && glfw_key <= GLFW_KEY_9;
        if (!is_digit_place) return std::nullopt;
    }
    return key_of_place(glfw_key);
}

}  // namespace

std::optional<KeyChord> translate_key(int glfw_key, std::string_view name, int mods) {
    const std::optional<Key> key = find_key(glfw_key, name, (mods & GLFW_MOD_NUM_LOCK) != 0);
    if (!key) return std::nullopt;
    KeyChord chord;
    chord.key = *key;
    chord.ctrl = (mods & GLFW_MOD_CONTROL) != 0;
    // Where + is printed above =, shift only says which of the two is meant.
    chord.shift = (mods & GLFW_MOD_SHIFT) != 0 && *key != Key::kPlus;
    chord.alt = (mods & GLFW_MOD_ALT) != 0;
    return chord;
}

}  // namespace headscope
