#include "app/widgets/text_box.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "tests/app/fake_graphics.h"
#include "tests/app/headless_imgui.h"
#include "tests/app/test_clipboard.h"

namespace headscope {
namespace {

constexpr ImU32 kCaretColour = IM_COL32(1, 2, 3, 255);
constexpr ImU32 kSelectionColour = IM_COL32(4, 5, 6, 255);
constexpr ImU32 kHighlightColour = IM_COL32(7, 8, 9, 255);
constexpr ImU32 kTextColour = IM_COL32(10, 11, 12, 255);
constexpr ImU32 kPlaceholderColour = IM_COL32(13, 14, 15, 255);

struct Extent {
    float left = 1e9F;
    float right = -1e9F;
    bool is_empty() const { return right < left; }
    float width() const { return right - left; }
};

class TextBoxTest : public testing::Test {
  protected:
    TextBoxTest() {
        style_.size = ImVec2(300, 34);
        style_.text.size = 14;
        style_.placeholder = "Type a sentence";
        style_.colours.caret = kCaretColour;
        style_.colours.selection = kSelectionColour;
        style_.colours.text = kTextColour;
        style_.colours.placeholder = kPlaceholderColour;
        state_.focused = true;
    }

    TextBoxResult frame(const std::vector<InputEvent>& events = {}) {
        TextBoxResult result;
        imgui_.frame([&] {
            ImGui::SetCursorScreenPos(ImVec2(kLeft, kTop));
            result = draw_text_box(state_, edit_, style_, events, {clipboard_, graphics_, engine_});
            const ImDrawList& list = *ImGui::GetWindowDrawList();
            drawn_.assign(list.VtxBuffer.begin(), list.VtxBuffer.end());
        });
        return result;
    }
    TextBoxResult press(KeyChord chord) { return frame({KeyPress{chord}}); }

    // The horizontal extent of what was drawn in a colour.
    Extent extent(ImU32 colour) const {
        Extent out;
        for (const ImDrawVert& vertex : drawn_) {
            if (vertex.col != colour) continue;
            out.left = std::min(out.left, vertex.pos.x);
            out.right = std::max(out.right, vertex.pos.x);
        }
        return out;
    }
    float caret() const { return extent(kCaretColour).left; }

    void point_at(float x) { ImGui::GetIO().MousePos = ImVec2(x, kTop + 17); }
    void hold_button(bool down) { ImGui::GetIO().MouseDown[0] = down; }
    void click(float x) {
        point_at(x);
        frame();
        hold_button(true);
        frame();
        hold_button(false);
        frame();
    }
    void wait_past_double_click() {
        ImGui::GetIO().DeltaTime = 2;
        frame();
        ImGui::GetIO().DeltaTime = 1.0F / 60;
    }

    static constexpr float kLeft = 50;
    static constexpr float kTop = 20;
    static constexpr float kTextLeft = kLeft + 10;
    static constexpr float kTextRight = kLeft + 300 - 10;

    HeadlessImGui imgui_;
    FakeGraphics graphics_;
    TextLayoutEngine engine_;
    TestClipboard clipboard_;
    TextBoxState state_;
    TextEdit edit_;
    TextBoxStyle style_;
    std::vector<ImDrawVert> drawn_;
};

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

TEST_F(TextBoxTest, AWheelTurnScrollsThroughABookAndLeavesTheCaretWhereItIs) {
    std::string book;
    for (int i = 0; i < 5000; ++i) book += "word" + std::to_string(i) + " ";
    edit_.paste(book);
    press(with_ctrl(Key::kHome));
    point_at(kTextLeft + 100);
    std::size_t last = 0;
    for (int i = 0; i < 300; ++i) {
        ImGui::GetIO().MouseWheel = -1;
        const TextBoxResult result = frame();
        ASSERT_TRUE(result.hovered_byte.has_value()) << i;
        ASSERT_GT(*result.hovered_byte, last) << i;
        last = *result.hovered_byte;
    }
    EXPECT_GT(last, 2000U);
    EXPECT_EQ(edit_.caret(), 0U);
    EXPECT_TRUE(extent(kCaretColour).is_empty() || caret() < kTextLeft);
    frame({CharacterTyped{U'x'}});
    EXPECT_GE(caret(), kTextLeft) << "typing brings the caret back";
    EXPECT_LE(caret(), kTextRight);
}

TEST_F(TextBoxTest, AClickSetsTheCaretAndTheFocus) {
    edit_.paste("mmmmmmmm");
    state_.focused = false;
    click(kTextLeft + 1);
    EXPECT_TRUE(state_.focused);
    EXPECT_EQ(edit_.caret(), 0U);
    wait_past_double_click();
    click(kTextRight - 5);
    EXPECT_EQ(edit_.caret(), 8U);
    wait_past_double_click();
    click(kLeft + 400);
    EXPECT_FALSE(state_.focused) << "a click elsewhere takes the focus away";
    EXPECT_EQ(edit_.caret(), 8U);
}

TEST_F(TextBoxTest, DraggingSelects) {
    edit_.paste("mmmmmmmm");
    frame();
    point_at(kTextLeft + 1);
    frame();
    hold_button(true);
    frame();
    point_at(kTextRight - 10);
    frame();
    EXPECT_EQ(edit_.selected_text(), "mmmmmmmm");
    EXPECT_GT(extent(kSelectionColour).width(), 50);
    hold_button(false);
    point_at(kTextLeft + 1);
    frame();
    EXPECT_EQ(edit_.selected_text(), "mmmmmmmm");
}

TEST_F(TextBoxTest, DraggingPastTheEndScrollsOn) {
    std::string text;
    for (int i = 0; i < 100; ++i) text += "word ";
    edit_.paste(text);
    press(plain(Key::kHome));
    point_at(kTextLeft + 1);
    frame();
    hold_button(true);
    frame();
    point_at(kLeft + 340);
    EXPECT_TRUE(frame().wants_frame);
    int frames = 0;
    while (frame().wants_frame && frames < 1000) ++frames;
    EXPECT_EQ(edit_.selected_text(), text) << "up to the end, and then no more frames";
    hold_button(false);
    EXPECT_FALSE(frame().wants_frame);
}

TEST_F(TextBoxTest, TwoClicksSelectAWordAndThreeEverything) {
    edit_.paste("mmmm nnnn");
    click(kTextLeft + 10);
    click(kTextLeft + 10);
    EXPECT_EQ(edit_.selected_text(), "mmmm");
    click(kTextLeft + 10);
    EXPECT_EQ(edit_.selected_text(), "mmmm nnnn");
}

TEST_F(TextBoxTest, ReportsTheByteUnderThePointer) {
    edit_.paste("𠮷 man");
    frame();  // ImGui finds out which window the pointer is on between frames
    point_at(kTextLeft + 3);
    EXPECT_EQ(frame().hovered_byte, std::optional<std::size_t>(0));
    point_at(kTextLeft + 25);
    EXPECT_EQ(frame().hovered_byte, std::optional<std::size_t>(5));
    point_at(kTextRight - 5);
    const TextBoxResult beside = frame();
    EXPECT_TRUE(beside.hovered);
    EXPECT_EQ(beside.hovered_byte, std::nullopt);
    point_at(kLeft + 400);
    EXPECT_FALSE(frame().hovered);
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
