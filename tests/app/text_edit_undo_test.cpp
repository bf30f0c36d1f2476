// What TextEdit undoes and does again.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "tests/app/typist.h"

namespace headscope {
namespace {

TEST(TextEditUndo, UndoesTypingWordByWord) {
    Typist typist;
    typist.type(U"one two three");
    typist.press(with_ctrl(Key::kZ));
    EXPECT_EQ(typist.edit.text(), "one two ");
    typist.press(with_ctrl(Key::kZ));
    EXPECT_EQ(typist.edit.text(), "one ");
    typist.press({with_ctrl(Key::kY), with_ctrl_shift(Key::kZ)});
    EXPECT_EQ(typist.edit.text(), "one two three");
    EXPECT_EQ(typist.edit.caret(), 13U);
    EXPECT_FALSE(typist.edit.can_redo());
}

TEST(TextEditUndo, AMovedCaretBeginsANewStep) {
    Typist typist;
    typist.type(U"ac");
    typist.press(plain(Key::kLeft));
    typist.type(U"b");
    typist.press(with_ctrl(Key::kZ));
    EXPECT_EQ(typist.edit.text(), "ac");
    EXPECT_EQ(typist.edit.caret(), 1U);
}

TEST(TextEditUndo, UndoesARunOfErasingAtOnce) {
    Typist typist("abcdef");
    typist.press({plain(Key::kBackspace), plain(Key::kBackspace), plain(Key::kBackspace)});
    EXPECT_EQ(typist.edit.text(), "abc");
    typist.press({plain(Key::kHome), plain(Key::kDelete), plain(Key::kDelete)});
    EXPECT_EQ(typist.edit.text(), "c");
    typist.press(with_ctrl(Key::kZ));
    EXPECT_EQ(typist.edit.text(), "abc");
    typist.press(with_ctrl(Key::kZ));
    EXPECT_EQ(typist.edit.text(), "abcdef");
    EXPECT_EQ(typist.edit.caret(), 6U);
    typist.press({with_ctrl(Key::kY), with_ctrl(Key::kY)});
    EXPECT_EQ(typist.edit.text(), "c");
}

TEST(TextEditUndo, UndoBringsTheSelectionBack) {
    Typist typist("one two");
    typist.press(with_ctrl_shift(Key::kLeft));
    typist.type(U"xy");
    EXPECT_EQ(typist.edit.text(), "one xy");
    typist.press(with_ctrl(Key::kZ));
    EXPECT_EQ(typist.edit.text(), "one two");
    EXPECT_EQ(typist.edit.selected_text(), "two");
}

TEST(TextEditUndo, ANewEditForgetsWhatWasUndone) {
    Typist typist;
    typist.type(U"a ");
    typist.type(U"b");
    typist.press(with_ctrl(Key::kZ));
    typist.type(U"c");
    EXPECT_FALSE(typist.edit.can_redo());
    EXPECT_EQ(typist.edit.text(), "a c");
}

TEST(TextEditUndo, RemembersALimitedNumberOfSteps) {
    TextEdit edit;
    for (std::size_t i = 0; i < TextEdit::kMaxUndoSteps + 50; ++i) edit.paste("x");
    std::size_t steps = 0;
    while (edit.can_undo()) {
        edit.undo();
        ++steps;
    }
    EXPECT_EQ(steps, TextEdit::kMaxUndoSteps);
    EXPECT_EQ(edit.text().size(), 50U);
}

TEST(TextEditUndo, RemembersALimitedNumberOfBytes) {
    TextEdit edit;
    const std::string megabytes(TextEdit::kMaxBytes, 'a');
    for (int i = 0; i < 8; ++i) {  // each step holds 4 MB removed and 4 MB inserted
        edit.select_all();
        edit.paste(megabytes);
    }
    std::size_t steps = 0;
    while (edit.can_undo()) {
        edit.undo();
        ++steps;
    }
    EXPECT_LE(steps, TextEdit::kMaxUndoBytes / TextEdit::kMaxBytes);
    EXPECT_GE(steps, 1U);
}

TEST(TextEditUndo, SettingTheTextCanBeUndone) {
    TextEdit edit("old");
    edit.set_text("new");
    EXPECT_EQ(edit.text(), "new");
    const std::uint64_t revision = edit.revision();
    edit.set_text("new");
    EXPECT_EQ(edit.revision(), revision) << "the same text is no change";
    edit.undo();
    EXPECT_EQ(edit.text(), "old");
}

TEST(TextEditUndo, MovesWithItsCaretAndUndo) {
    TextEdit edit("a short text");
    edit.type(U'!');
    edit.select_word(3);
    TextEdit moved = std::move(edit);
    EXPECT_EQ(moved.selected_text(), "short");
    moved.move_word_right();
    EXPECT_EQ(moved.caret(), 12U);
    moved.undo();
    EXPECT_EQ(moved.text(), "a short text");
}

}  // namespace
}  // namespace headscope
