// A text box under the pointer: clicks, drags, the wheel.
#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>

#include "tests/app/text_box_fixture.h"

namespace headscope {
namespace {

using TextBoxPointer = TextBoxTest;

TEST_F(TextBoxPointer, AWheelTurnScrollsThroughABookAndLeavesTheCaretWhereItIs) {
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

TEST_F(TextBoxPointer, AClickSetsTheCaretAndTheFocus) {
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

TEST_F(TextBoxPointer, DraggingSelects) {
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

TEST_F(TextBoxPointer, DraggingPastTheEndScrollsOn) {
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

TEST_F(TextBoxPointer, TwoClicksSelectAWordAndThreeEverything) {
    edit_.paste("mmmm nnnn");
    click(kTextLeft + 10);
    click(kTextLeft + 10);
    EXPECT_EQ(edit_.selected_text(), "mmmm");
    click(kTextLeft + 10);
    EXPECT_EQ(edit_.selected_text(), "mmmm nnnn");
}

TEST_F(TextBoxPointer, ReportsTheByteUnderThePointer) {
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

}  // namespace
}  // namespace headscope
