#include "app/widgets/text_box.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "tests/app/text_box_fixture.h"

namespace headscope {
namespace {

TEST_F(TextBoxTest, ShowsAndKeepsEveryCharacterTyped) {
    std::vector<InputEvent> typing;
    for (const char32_t c : U"🙂 日本 𠮷 مرحبا") {
        if (c != 0) typing.push_back(CharacterTyped{c});
    }
    const TextBoxResult result = frame(typing);
    EXPECT_TRUE(result.changed);
    EXPECT_TRUE(result.unhandled.empty());
    EXPECT_EQ(edit_.text(), "🙂 日本 𠮷 مرحبا");
    ASSERT_EQ(graphics_.textures.size(), 1U);
    const FakeGraphics::Texture& texture = graphics_.textures.begin()->second;
    // The upper half holds the text, the lower one the emoji at its beginning.
    EXPECT_GT(texture.visible_pixels(20, 0, 100, texture.height / 2), 100U);
    EXPECT_GT(texture.visible_pixels(0, texture.height / 2, 25, texture.height / 2), 80U);
    EXPECT_EQ(texture.visible_pixels(30, texture.height / 2, 100, texture.height / 2), 0U);
}

TEST_F(TextBoxTest, UploadsOnlyWhenWhatItShowsChanges) {
    edit_.paste("The man saw");
    frame();
    EXPECT_EQ(graphics_.updates, 1);
    frame();
    press(plain(Key::kLeft));
    press(with_shift(Key::kLeft));
    state_.focused = false;
    style_.colours.text = IM_COL32_WHITE;
    frame();
    EXPECT_EQ(graphics_.updates, 1) << "neither the caret nor a colour is in the texture";
    state_.focused = true;
    frame({CharacterTyped{U'x'}});
    EXPECT_EQ(graphics_.updates, 2);
    EXPECT_EQ(graphics_.created, 1);
    style_.pixel_scale = 2;
    frame();
    EXPECT_EQ(graphics_.updates, 3);
    EXPECT_EQ(graphics_.textures.size(), 1U);
}

TEST_F(TextBoxTest, TheCaretStandsStillOnScreenWithoutInput) {
    edit_.paste("abc");
    frame();
    for (int i = 0; i < 100; ++i) {
        EXPECT_FALSE(frame().wants_frame);
        EXPECT_FALSE(extent(kCaretColour).is_empty());
    }
    EXPECT_EQ(graphics_.updates, 1);
}

TEST_F(TextBoxTest, ShowsThePlaceholderOnlyWithoutText) {
    frame();
    EXPECT_FALSE(extent(kPlaceholderColour).is_empty());
    EXPECT_TRUE(extent(kTextColour).is_empty());
    EXPECT_NEAR(caret(), kTextLeft, 1);
    point_at(kTextLeft + 20);
    EXPECT_EQ(frame().hovered_byte, std::nullopt);
    frame({CharacterTyped{U'a'}});
    EXPECT_TRUE(extent(kPlaceholderColour).is_empty());
    EXPECT_FALSE(extent(kTextColour).is_empty());
}

TEST_F(TextBoxTest, WithoutFocusItTakesNoEventsAndShowsNoCaret) {
    state_.focused = false;
    const TextBoxResult result = frame({CharacterTyped{U'a'}, KeyPress{plain(Key::kEnter)}});
    EXPECT_EQ(edit_.text(), "");
    EXPECT_EQ(result.unhandled.size(), 2U);
    EXPECT_FALSE(result.entered);
    EXPECT_TRUE(extent(kCaretColour).is_empty());
}

TEST_F(TextBoxTest, HandsBackTheKeysItHasNoUseFor) {
    const TextBoxResult result = frame({CharacterTyped{U'a'}, KeyPress{plain(Key::kEscape)},
                                        KeyPress{plain(Key::kEnter)}, KeyPress{with_ctrl(Key::kL)}});
    EXPECT_EQ(edit_.text(), "a");
    EXPECT_TRUE(result.entered);
    ASSERT_EQ(result.unhandled.size(), 2U);
    EXPECT_EQ(std::get<KeyPress>(result.unhandled[0]).chord, plain(Key::kEscape));
    EXPECT_EQ(std::get<KeyPress>(result.unhandled[1]).chord, with_ctrl(Key::kL));
}

TEST_F(TextBoxTest, TheCaretMovesRightThroughLatinAndLeftThroughHebrew) {
    edit_.paste("abc");
    press(plain(Key::kHome));
    const float first = caret();
    press(plain(Key::kRight));
    EXPECT_GT(caret(), first);

    edit_.set_text("שלום");
    frame();
    const float end = caret();
    press(plain(Key::kRight));
    EXPECT_GT(caret(), end) << "right is right on screen";
    EXPECT_EQ(edit_.caret(), 6U);
}

TEST_F(TextBoxTest, RightToLeftTextStandsAtTheRight) {
    edit_.paste("שלום");
    press(plain(Key::kHome));
    EXPECT_NEAR(caret(), kTextRight, 4);
}

TEST_F(TextBoxTest, LongTextScrollsSoThatTheCaretIsInSight) {
    std::string text;
    for (int i = 0; i < 60; ++i) text += "word ";
    edit_.paste(text);
    frame();
    EXPECT_NEAR(caret(), kTextRight, 4);
    press(plain(Key::kHome));
    EXPECT_NEAR(caret(), kTextLeft, 1);
    for (int i = 0; i < 100; ++i) {
        press(plain(Key::kRight));
        ASSERT_GE(caret(), kTextLeft);
        ASSERT_LE(extent(kCaretColour).right, kTextRight + 1);
    }
}

TEST_F(TextBoxTest, ABookIsLaidOutInWindowsAndTheCaretStaysInSight) {
    std::string book;
    for (int i = 0; i < 5000; ++i) book += "wörd" + std::to_string(i) + " ";
    edit_.paste(book);
    frame();
    EXPECT_NEAR(caret(), kTextRight, 4);
    frame({CharacterTyped{U'𠮷'}});
    EXPECT_EQ(edit_.text(), book + "𠮷");
    EXPECT_NEAR(caret(), kTextRight, 4);
    press(with_ctrl(Key::kHome));
    EXPECT_NEAR(caret(), kTextLeft, 1);
    // The caret walks on without jumps, across several windows.
    float last = caret();
    for (int i = 0; i < 1500; ++i) {
        press(with_ctrl(Key::kRight));
        ASSERT_GE(caret(), kTextLeft);
        ASSERT_LE(caret(), kTextRight);
        ASSERT_GE(caret(), last - 1) << i;
        last = caret();
    }
    EXPECT_EQ(edit_.caret(), edit_.text().find("wörd1500") - 1);
}

TEST_F(TextBoxTest, MarksTheBytesItIsToldTo) {
    edit_.paste("The man saw");
    const TextHighlight highlight[] = {{4, 7, kHighlightColour}, {90, 95, kHighlightColour}};
    style_.highlights = highlight;
    press(with_ctrl(Key::kA));
    const Extent man = extent(kHighlightColour);
    const Extent all = extent(kSelectionColour);
    EXPECT_GT(man.left, all.left + 10);
    EXPECT_LT(man.right, all.right - 10);
    EXPECT_GT(man.width(), 10);
}

TEST_F(TextBoxTest, TextChangedFromOutsideIsShown) {
    edit_.paste("one");
    frame();
    edit_.set_text("another text");
    EXPECT_FALSE(frame().changed) << "only what the box itself did";
    EXPECT_EQ(graphics_.updates, 2);
    edit_.set_text("");
    frame();
    EXPECT_NEAR(caret(), kTextLeft, 1);
}

TEST_F(TextBoxTest, PastesAndCopiesThroughTheClipboard) {
    clipboard_.text = "a\nb";
    press(with_ctrl(Key::kV));
    EXPECT_EQ(edit_.text(), "a\nb");
    press(with_ctrl(Key::kA));
    press(with_ctrl(Key::kX));
    EXPECT_EQ(edit_.text(), "");
    EXPECT_EQ(clipboard_.text, "a\nb");
}

TEST_F(TextBoxTest, ABoxWithNoRoomDrawsNoText) {
    edit_.paste("text");
    style_.size = ImVec2(12, 34);
    frame();
    EXPECT_EQ(graphics_.updates, 0);
    style_.size = ImVec2(300, 2);
    frame();
    EXPECT_EQ(graphics_.updates, 0);
}

TEST_F(TextBoxTest, ACardThatRefusesTexturesDoesNotStopTheTyping) {
    graphics_.refuses = true;
    frame({CharacterTyped{U'a'}});
    EXPECT_EQ(edit_.text(), "a");
    EXPECT_FALSE(extent(kCaretColour).is_empty());
}

TEST_F(TextBoxTest, GivesItsTextureBack) {
    {
        TextBoxState state;
        imgui_.frame([&] { draw_text_box(state, edit_, style_, {}, {clipboard_, graphics_, engine_}); });
        EXPECT_EQ(graphics_.textures.size(), 1U);
    }
    EXPECT_TRUE(graphics_.textures.empty());
}

}  // namespace
}  // namespace headscope
