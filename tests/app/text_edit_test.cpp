#include "app/state/text_edit.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/app/typist.h"

namespace headscope {
namespace {

TEST(TextEdit, StartsWithTheCaretBehindItsText) {
    const TextEdit edit("abc");
    EXPECT_EQ(edit.caret(), 3U);
    EXPECT_TRUE(edit.selection().is_empty());
    EXPECT_FALSE(edit.can_undo());
}

TEST(TextEdit, KeepsCharactersOfEveryLength) {
    Typist typist;
    typist.type(U"🙂 日本 𠮷 مرحبا é");
    EXPECT_EQ(typist.edit.text(), "🙂 日本 𠮷 مرحبا é");
}

TEST(TextEdit, IgnoresWhatIsNoCharacter) {
    Typist typist;
    EXPECT_FALSE(handle_event(typist.edit, CharacterTyped{U'\b'}, typist.clipboard));
    EXPECT_FALSE(handle_event(typist.edit, CharacterTyped{0x7F}, typist.clipboard));
    typist.edit.type(0xD800);
    typist.edit.type(0x110000);
    EXPECT_EQ(typist.edit.text(), "");
    EXPECT_FALSE(typist.edit.can_undo());
}

TEST(TextEdit, TypesInTheMiddle) {
    Typist typist("ad");
    typist.press(plain(Key::kLeft));
    typist.type(U"bc");
    EXPECT_EQ(typist.edit.text(), "abcd");
    EXPECT_EQ(typist.edit.caret(), 3U);
}

TEST(TextEdit, StepsOverWholeClusters) {
    // A family of three joined by ZWJ, a flag of two regional letters, e with two accents, Devanagari with a vowel.
    Typist typist("👨‍👩‍👧🇫🇷ẹ́नि");
    std::size_t steps = 0;
    while (typist.edit.caret() > 0) {
        typist.press(plain(Key::kLeft));
        ++steps;
    }
    EXPECT_EQ(steps, 4U);
    typist.press(plain(Key::kRight));
    EXPECT_EQ(typist.edit.caret(), std::string("👨‍👩‍👧").size());
}

TEST(TextEdit, ErasesWholeClusters) {
    Typist typist("a👨‍👩‍👧é");
    typist.press(plain(Key::kBackspace));
    EXPECT_EQ(typist.edit.text(), "a👨‍👩‍👧");
    typist.press(plain(Key::kBackspace));
    EXPECT_EQ(typist.edit.text(), "a");
    typist.edit.paste("🇫🇷x");
    typist.press({plain(Key::kHome), plain(Key::kRight), plain(Key::kDelete)});
    EXPECT_EQ(typist.edit.text(), "ax");
}

TEST(TextEdit, ErasingAtTheEndsDoesNothing) {
    Typist typist("a");
    typist.press(plain(Key::kDelete));
    typist.press(plain(Key::kHome));
    const std::uint64_t revision = typist.edit.revision();
    typist.press(plain(Key::kBackspace));
    EXPECT_EQ(typist.edit.text(), "a");
    EXPECT_EQ(typist.edit.revision(), revision);
    EXPECT_FALSE(typist.edit.can_undo());
}

TEST(TextEdit, LineBreaksAreOneStepAndStay) {
    Typist typist;
    typist.edit.paste("a\r\nb\tc");
    EXPECT_EQ(typist.edit.text(), "a\r\nb\tc");
    typist.edit.move_to(3);
    typist.press(plain(Key::kLeft));
    EXPECT_EQ(typist.edit.caret(), 1U) << "CR LF is one cluster";
}

TEST(TextEdit, KeepsNulCharacters) {
    TextEdit edit;
    edit.paste(std::string_view("a\0b", 3));
    EXPECT_EQ(edit.text(), std::string_view("a\0b", 3));
    EXPECT_EQ(edit.caret(), 3U);
}

TEST(TextEdit, RepairsInvalidBytes) {
    TextEdit edit;
    edit.paste("a\xFF\xC3(b");
    EXPECT_EQ(edit.text(), "a\uFFFD\uFFFD(b");
}

TEST(TextEdit, TakesNoMoreThanItsLimit) {
    TextEdit edit;
    edit.paste("x" + std::string(TextEdit::kMaxBytes, 'a'));
    EXPECT_EQ(edit.text().size(), TextEdit::kMaxBytes);
    edit.type(U'b');
    EXPECT_EQ(edit.text().size(), TextEdit::kMaxBytes);
    edit.erase_left();
    edit.erase_left();
    edit.type(U'é');
    EXPECT_EQ(edit.text().size(), TextEdit::kMaxBytes);
    edit.erase_left();
    edit.paste("𠮷");
    EXPECT_EQ(edit.text().size(), TextEdit::kMaxBytes - 2) << "half a character is none";
}

TEST(TextEdit, ACaretSetInsideAClusterGoesToItsStart) {
    TextEdit edit("a👨‍👩‍👧b");
    for (std::size_t byte = 1; byte < 1 + std::string("👨‍👩‍👧").size(); ++byte) {
        edit.move_to(byte);
        EXPECT_EQ(edit.caret(), 1U) << byte;
    }
    edit.move_to(1000);
    EXPECT_EQ(edit.caret(), edit.text().size());
}

TEST(TextEdit, ACaretNeverStaysInsideAClusterThatTypingJoins) {
    TextEdit edit("\u0301");  // a lone accent
    edit.move_to(0);
    edit.type(U'e');
    EXPECT_EQ(edit.text(), "e\u0301");
    EXPECT_EQ(edit.caret(), edit.text().size());
}

TEST(TextEdit, CtrlStepsByWords) {
    Typist typist("The man, 🙂 saw");
    typist.press(with_ctrl(Key::kHome));
    std::vector<std::size_t> stops;
    while (typist.edit.caret() < typist.edit.text().size()) {
        typist.press(with_ctrl(Key::kRight));
        stops.push_back(typist.edit.caret());
    }
    EXPECT_EQ(stops, (std::vector<std::size_t>{3, 7, 8, 13, 17}));
    stops.clear();
    while (typist.edit.caret() > 0) {
        typist.press(with_ctrl(Key::kLeft));
        stops.push_back(typist.edit.caret());
    }
    EXPECT_EQ(stops, (std::vector<std::size_t>{14, 9, 7, 4, 0}));
}

TEST(TextEdit, CtrlErasesWords) {
    Typist typist("one two  three");
    typist.press(with_ctrl(Key::kBackspace));
    EXPECT_EQ(typist.edit.text(), "one two  ");
    typist.press(with_ctrl(Key::kBackspace));
    EXPECT_EQ(typist.edit.text(), "one ");
    typist.press({plain(Key::kHome), with_ctrl(Key::kDelete)});
    EXPECT_EQ(typist.edit.text(), " ");
}

TEST(TextEdit, LeavesOtherKeysToOthers) {
    Typist typist("abc");
    for (const KeyChord& chord : {plain(Key::kEnter), plain(Key::kEscape), plain(Key::kTab), plain(Key::kF1),
                                  plain(Key::kUp), with_ctrl(Key::kL), with_ctrl(Key::kE), with_ctrl_shift(Key::kC),
                                  KeyChord{.key = Key::kLeft, .alt = true}, plain(Key::kA)}) {
        EXPECT_FALSE(typist.press(chord)) << to_text(chord);
    }
    EXPECT_EQ(typist.edit.text(), "abc");
    EXPECT_EQ(typist.edit.caret(), 3U);
}

TEST(TextEdit, ArrowsFollowTheOrderOnScreenIfItIsKnown) {
    class Order : public VisualOrder {
      public:
        std::optional<std::size_t> step(std::size_t caret, int direction) override {
            const auto found = steps.find({caret, direction});
            return found == steps.end() ? std::nullopt : std::optional(found->second);
        }
        std::map<std::pair<std::size_t, int>, std::size_t> steps;
    };
    Order order;
    order.steps[{0, -1}] = 2;
    order.steps[{2, +1}] = 2;  // an order that stays where it is
    TextEdit edit("שלום");
    TestClipboard clipboard;
    edit.move_to(0);
    handle_key(edit, plain(Key::kLeft), clipboard, &order);
    EXPECT_EQ(edit.caret(), 2U) << "left on screen is onwards in Hebrew";
    handle_key(edit, plain(Key::kRight), clipboard, &order);
    EXPECT_EQ(edit.caret(), 4U) << "never stuck";
    handle_key(edit, plain(Key::kLeft), clipboard, &order);
    EXPECT_EQ(edit.caret(), 2U) << "without an answer, towards the beginning";
}

TEST(TextEdit, KnowsWhichWayItsParagraphRuns) {
    EXPECT_FALSE(TextEdit("").runs_right_to_left());
    EXPECT_FALSE(TextEdit("123 abc مرحبا").runs_right_to_left());
    EXPECT_TRUE(TextEdit("12, «مرحبا» abc").runs_right_to_left());
    EXPECT_TRUE(TextEdit("שלום").runs_right_to_left());
}

}  // namespace
}  // namespace headscope
