#pragma once

#include <initializer_list>
#include <string_view>

#include "app/state/text_edit.h"
#include "tests/app/test_clipboard.h"

namespace headscope {

// An edit box with a keyboard.
struct Typist {
    TextEdit edit;
    TestClipboard clipboard;

    explicit Typist(std::string_view text = {}) : edit(text) {}
    void type(std::u32string_view characters) {
        for (const char32_t c : characters) handle_event(edit, CharacterTyped{c}, clipboard);
    }
    bool press(KeyChord chord) { return handle_key(edit, chord, clipboard); }
    void press(std::initializer_list<KeyChord> chords) {
        for (const KeyChord& chord : chords) press(chord);
    }
};

}  // namespace headscope
