#include <array>
#include <cmath>
#include <string>

#include "app/views/views.h"
#include "core/export/colormap.h"

namespace headscope {
namespace {

constexpr float kGap = 7;  // between the bar and its words

struct ScaleWords {
    const char* low;
    const char* high;
    const char* tip;
};

ScaleWords words_of(ScaleKind scale) {
    switch (scale) {
        case ScaleKind::kLinear:
            return {"0", "1", "Colour is proportional to the attention weight. Range 0 to 1 for every head."};
        case ScaleKind::kSqrt:
            return {"0", "1 √",
                    "Colour is proportional to the square root of the attention weight, so that small weights show. "
                    "Range 0 to 1 for every head."};
        case ScaleKind::kLog:
            return {"≤ 0.0001", "1 log",
                    "Every factor of ten of the attention weight is one quarter of the colours. Range 0.0001 to 1 for "
                    "every head."};
    }
    return {};
}

}  // namespace

float legend_words_width(const Ui& ui) {
    const ScaleWords words = words_of(ui.state.view.scale);
    ImFont* font = ui.style.fonts->small;
    return text_size(font, words.low).x + text_size(font, words.high).x + 2 * ui.px(kGap);
}

void draw_legend(const Ui& ui, ImVec2 right_top, float bar) {
    const ScaleWords words = words_of(ui.state.view.scale);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImFont* font = ui.style.fonts->small;
    const float height = ui.px(10);
    const float gap = ui.px(kGap);
    const float high = text_size(font, words.high).x;
    const float low = text_size(font, words.low).x;
    const float width = low + gap + bar + gap + high;
    const float row = ui.px(26);
    float x = right_top.x - width;
    draw_text_in(list, font, {x, right_top.y, low + 1, row}, ui.palette().dim, words.low, Align::kLeft);
    x += low + gap;
    const Colormap& colours = colormap_of(ui.state.view.theme);
    constexpr int kSteps = 32;
    const auto colour_at = [&](int step) {
        const Rgb c = colours[static_cast<std::size_t>(step * 255 / kSteps)];
        return IM_COL32(c.r, c.g, c.b, 255);
    };
    const float top = right_top.y + (row - height) / 2;
    for (int step = 0; step < kSteps; ++step) {
        const float left = x + bar * static_cast<float>(step) / kSteps;
        const float right = x + bar * static_cast<float>(step + 1) / kSteps;
        list.AddRectFilledMultiColor({left, top}, {right, top + height}, colour_at(step), colour_at(step + 1),
                                     colour_at(step + 1), colour_at(step));
    }
    list.AddRect({x, top}, {x + bar, top + height}, ui.palette().line);
    x += bar + gap;
    draw_text_in(list, font, {x, right_top.y, high + 1, row}, ui.palette().dim, words.high, Align::kLeft);
    if (area("legend", {right_top.x - width, right_top.y, width, row}).hovered) show_tip(ui.style, words.tip);
}

}  // namespace headscope
