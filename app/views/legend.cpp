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

constexpr const char* kMasked = "masked";
constexpr float kSwatch = 14;

// The room for the swatch that explains masked cells; 0 where there are none.
float masked_width(const Ui& ui) {
    if (!ui.state.shown || !ui.state.shown->has_masked_cells()) return 0;
    return ui.px(kSwatch + 5) + text_size(ui.style.fonts->small, kMasked).x + ui.px(14);
}

// Drawn with lines like the shader's.
void draw_masked_swatch(const Ui& ui, const Rect& row) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float side = ui.px(kSwatch);
    const Rect box{row.x, row.y + (row.h - side) / 2, side, side};
    list.AddRectFilled(min_of(box), max_of(box), ui.palette().raised);
    list.PushClipRect(min_of(box), max_of(box), true);
    for (float x = box.x - side; x < box.right(); x += ui.px(5)) {
        list.AddLine({x, box.bottom()}, {x + side, box.y}, ui.palette().dim, ui.px(1));
    }
    list.PopClipRect();
    list.AddRect(min_of(box), max_of(box), ui.palette().line);
    draw_text_in(list, ui.style.fonts->small, {box.right() + ui.px(5), row.y, row.w, row.h}, ui.palette().dim, kMasked,
                 Align::kLeft);
    if (area("masked", row).hovered) {
        show_tip(ui.style,
                 "Hatched cells are forbidden, not zero: the model's mask keeps a token from looking there, such as at "
                 "words that come after it.");
    }
}

}  // namespace

float legend_words_width(const Ui& ui) {
    const ScaleWords words = words_of(ui.state.view.scale);
    ImFont* font = ui.style.fonts->small;
    return text_size(font, words.low).x + text_size(font, words.high).x + 2 * ui.px(kGap) + masked_width(ui);
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
    if (const float masked = masked_width(ui); masked > 0)
        draw_masked_swatch(ui, {x - masked, right_top.y, masked - ui.px(14), row});
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
