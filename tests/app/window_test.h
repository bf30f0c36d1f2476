#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "app/views/views.h"
#include "tests/app/fake_graphics.h"
#include "tests/app/headless_imgui.h"
#include "tests/app/test_clipboard.h"

namespace headscope {

// The whole window without a platform: draws, and moves a pointer over it.
class WindowTest : public testing::Test {
  protected:
    WindowTest() : labels_(graphics_, layouts_) {
        ImFont* font = ImGui::GetIO().Fonts->Fonts[0];
        fonts_ = {font, font, font, font};
    }

    // What the program does behind the actions of a frame, as far as a test needs it.
    virtual void after_actions() {}

    // Draws one frame; what it asked for is applied, as the program does it.
    void frame(std::vector<InputEvent> input = {}) {
        actions_.clear();
        const ImVec2 size = ImGui::GetIO().DisplaySize;
        ImGui::NewFrame();
        const Ui ui{state_,     kept_,   actions_,
                    graphics_,  labels_, layouts_,
                    clipboard_, input,   {&palette_of(state_.view.theme), &fonts_, scale_}};
        draw_window(ui, size.x, size.y);
        if (!state_.pointer_rests) state_.hover = {};
        for (const Action& action : actions_) apply(state_, action);
        after_actions();
        ImGui::Render();
    }
    void frames(int count) {
        for (int i = 0; i < count; ++i) frame();
    }
    void point_at(Point point) {
        ImGui::GetIO().MousePos = to_vec(point);
        frames(2);
    }
    void click(Point point) {
        point_at(point);
        ImGui::GetIO().MouseDown[0] = true;
        frame();
        ImGui::GetIO().MouseDown[0] = false;
        frame();
    }
    static void hold_shift(bool held) {
#if IMGUI_VERSION_NUM >= 18900
        ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, held);  // from 1.89 on, modifiers are keys like any other
#else
        ImGui::GetIO().KeyShift = held;
#endif
    }

    HeadlessImGui imgui_;
    FakeGraphics graphics_;
    TextLayoutEngine layouts_;
    LabelCache labels_;
    TestClipboard clipboard_;
    UiFonts fonts_;
    float scale_ = 1;
    AppState state_;
    UiState kept_;
    Actions actions_;
};

}  // namespace headscope
