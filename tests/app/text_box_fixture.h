#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "app/widgets/text_box.h"
#include "tests/app/fake_graphics.h"
#include "tests/app/headless_imgui.h"
#include "tests/app/test_clipboard.h"

namespace headscope {

// What is drawn is told apart by its colour.
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

// A box on an empty window, a keyboard and a pointer.
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

}  // namespace headscope
