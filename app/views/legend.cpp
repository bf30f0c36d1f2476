#include <array>
#include <cmath>
#include <string>

#include "app/state/value_words.h"
#include "app/views/views.h"
#include "core/export/colormap.h"

namespace headscope {
namespace {

constexpr float kGap = 7;  // between the bar and its words

struct ScaleWords {
    std::string low;
    std::string high;
    std::string tip;
};

std::string scale_tip(ScaleKind scale, const std::string& noun) {
    switch (scale) {
        case ScaleKind::kLinear:
            return "Colour is proportional to the " + noun + ".";
        case ScaleKind::kSqrt:
            return "Colour is proportional to the square root of the " + noun + ", so that small ones show.";
        case ScaleKind::kLog:
            return "Every factor of ten of the " + noun + " is one quarter of the colours.";
    }
    return "";
}

std::string range_tip(WeightRange range, const std::string& noun) {
    switch (range) {
        case WeightRange::kFixed:
            return "The last colour is 1 for every head, so that colours can be compared everywhere.";
        case WeightRange::kRow:
            return "The last colour is the largest " + noun + " of each row: colours of two rows cannot be compared.";
        case WeightRange::kHead:
            return "The last colour is the largest " + noun + " of each head: colours of two heads cannot be compared.";
        case WeightRange::kAll:
            return "The last colour is the largest " + noun + " of all heads.";
    }
    return "";
}

std::string range_end(const AppState& state) {
    const WeightRange range = state.shown ? state.shown->range() : state.view.range;
    switch (range) {
        case WeightRange::kFixed:
            return "1";
        case WeightRange::kRow:
            return "row max";
        case WeightRange::kHead:
            return "head max";
        case WeightRange::kAll:
            if (!state.shown) return "max";
            return (state.shown->is_change() ? "" : "max ") + short_weight(state.shown->largest_weight());
    }
    return "";
}

ScaleWords words_of(const AppState& state) {
    const WeightRange range = state.shown ? state.shown->range() : state.view.range;
    const bool is_log = state.view.scale == ScaleKind::kLog;
    const std::string noun = value_noun(state.shown ? state.shown->values() : MapValues::kWeights);
    ScaleWords words{"0", range_end(state),
                     scale_tip(state.view.scale, noun) + " " + range_tip(range, noun) +
                         " Click or press Shift+C for another range, C for another scale."};
    if (state.shown && state.shown->is_change()) {
        words.low = "−" + words.high;
        words.high = "+" + words.high;
        words.tip =
            "Orange: the weight is larger without the heads that are off; blue: smaller. On either side of 0: " +
            words.tip;
    } else if (is_log) {
        words.low = range == WeightRange::kFixed ? "≤ 0.0001" : "≤ 1/10⁴";
    }
    if (state.view.scale == ScaleKind::kSqrt) words.high += " √";
    if (is_log) words.high += " log";
    return words;
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

void draw_colour_bar(ImDrawList& list, const Rect& bar, const Colormap& colours, ImU32 frame) {
    constexpr int kSteps = 32;
    const auto colour_at = [&](int step) {
        const Rgb c = colours[static_cast<std::size_t>(step * 255 / kSteps)];
        return IM_COL32(c.r, c.g, c.b, 255);
    };
    for (int step = 0; step < kSteps; ++step) {
        const float left = bar.x + bar.w * static_cast<float>(step) / kSteps;
        const float right = bar.x + bar.w * static_cast<float>(step + 1) / kSteps;
        list.AddRectFilledMultiColor({left, bar.y}, {right, bar.bottom()}, colour_at(step), colour_at(step + 1),
                                     colour_at(step + 1), colour_at(step));
    }
    list.AddRect(min_of(bar), max_of(bar), frame);
}

float legend_words_width(const Ui& ui) {
    const ScaleWords words = words_of(ui.state);
    ImFont* font = ui.style.fonts->small;
    return text_size(font, words.low).x + text_size(font, words.high).x + 2 * ui.px(kGap) + masked_width(ui);
}

void draw_legend(const Ui& ui, ImVec2 right_top, float bar) {
    const ScaleWords words = words_of(ui.state);
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
    const float top = right_top.y + (row - height) / 2;
    const bool is_change = ui.state.shown && ui.state.shown->is_change();
    const Theme theme = ui.state.view.theme;
    draw_colour_bar(list, {x, top, bar, height}, is_change ? diverging_colormap(theme) : colormap_of(theme),
                    ui.palette().line);
    x += bar + gap;
    draw_text_in(list, font, {x, right_top.y, high + 1, row}, ui.palette().dim, words.high, Align::kLeft);
    const AreaState pointer = area("legend", {right_top.x - width, right_top.y, width, row});
    if (pointer.hovered) show_tip(ui.style, words.tip);
    if (pointer.clicked) ui.ask(RunCommand{CommandId::kCycleRange});
}

}  // namespace headscope
