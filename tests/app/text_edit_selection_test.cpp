// What TextEdit selects, and the clipboard.
#include <gtest/gtest.h>

#include "tests/app/typist.h"

namespace headscope {
namespace {

TEST(TextEditSelection, ShiftSelectsAndTypingReplaces) {
    Typist typist("hello");
    typist.press({with_shift(Key::kLeft), with_shift(Key::kLeft)});
    EXPECT_EQ(typist.edit.selected_text(), "lo");
    EXPECT_EQ(typist.edit.caret(), 3U);
    EXPECT_EQ(typist.edit.anchor(), 5U);
    typist.type(U"p");
    EXPECT_EQ(typist.edit.text(), "help");
    EXPECT_TRUE(typist.edit.selection().is_empty());
}

TEST(TextEditSelection, ArrowsCollapseASelectionToTheirSide) {
    Typist typist("hello");
    typist.press(with_ctrl(Key::kA));
    typist.press(plain(Key::kLeft));
    EXPECT_EQ(typist.edit.caret(), 0U);
    typist.press(with_ctrl(Key::kA));
    typist.press(plain(Key::kRight));
    EXPECT_EQ(typist.edit.caret(), 5U);
    EXPECT_TRUE(typist.edit.selection().is_empty());
}

TEST(TextEditSelection, HomeAndEndSelectWithShift) {
    Typist typist("hello");
    typist.edit.move_to(2);
    typist.press(with_shift(Key::kEnd));
    EXPECT_EQ(typist.edit.selected_text(), "llo");
    typist.press(with_shift(Key::kHome));
    EXPECT_EQ(typist.edit.selected_text(), "he");
}

TEST(TextEditSelection, ADoubleClickSelectsAWordOrARunOfSpaces) {
    TextEdit edit("don't  stop!");
    edit.select_word(2);
    EXPECT_EQ(edit.selected_text(), "don't");
    edit.select_word(6);
    EXPECT_EQ(edit.selected_text(), "  ");
    edit.select_word(11);
    EXPECT_EQ(edit.selected_text(), "!");
    edit.select_word(12);
    EXPECT_EQ(edit.selected_text(), "!") << "behind the text, the last word";
    TextEdit empty;
    empty.select_word(0);
    EXPECT_TRUE(empty.selection().is_empty());
}

TEST(TextEditSelection, SelectsByWordsInBothDirections) {
    TextEdit edit("one two three");
    edit.select_words(5, 9);
    EXPECT_EQ(edit.selected_text(), "two three");
    EXPECT_EQ(edit.caret(), 13U);
    edit.select_words(5, 1);
    EXPECT_EQ(edit.selected_text(), "one two");
    EXPECT_EQ(edit.caret(), 0U);
}

TEST(TextEditSelection, CutsCopiesAndPastes) {
    Typist typist("one two");
    typist.press({with_ctrl_shift(Key::kLeft), with_ctrl(Key::kC)});
    EXPECT_EQ(typist.clipboard.text, "two");
    EXPECT_EQ(typist.edit.text(), "one two");
    typist.press(with_ctrl(Key::kX));
    EXPECT_EQ(typist.edit.text(), "one ");
    typist.press({plain(Key::kHome), with_ctrl(Key::kV)});
    EXPECT_EQ(typist.edit.text(), "twoone ");
    EXPECT_EQ(typist.edit.caret(), 3U);
}

TEST(TextEditSelection, TheOlderClipboardKeysWorkToo) {
    Typist typist("abc");
    typist.press({with_ctrl(Key::kA), with_ctrl(Key::kInsert)});
    EXPECT_EQ(typist.clipboard.text, "abc");
    typist.press(with_shift(Key::kDelete));
    EXPECT_EQ(typist.edit.text(), "");
    typist.press({with_shift(Key::kInsert), with_shift(Key::kInsert)});
    EXPECT_EQ(typist.edit.text(), "abcabc");
}

TEST(TextEditSelection, CopyingNothingLeavesTheClipboardAlone) {
    Typist typist("abc");
    typist.clipboard.text = "kept";
    typist.press({with_ctrl(Key::kC), with_ctrl(Key::kX)});
    EXPECT_EQ(typist.clipboard.text, "kept");
    EXPECT_EQ(typist.edit.text(), "abc");
}

}  // namespace
}  // namespace headscope
