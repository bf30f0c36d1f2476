// Heads switched off and on by buttons and in a grid.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/views/lesson_redundancy_parts.h"
#include "app/views/views.h"
#include "core/export/colormap.h"

namespace headscope {
namespace {

bool is_off(const LessonState& lesson, HeadRef head) {
    return std::find(lesson.off.begin(), lesson.off.end(), head) != lesson.off.end();
}

std::vector<HeadRef> heads_of_layer(Index layer, Index heads) {
    std::vector<HeadRef> all;
    for (Index head = 0; head < heads; ++head) all.push_back({layer, head});
    return all;
}

}  // namespace

void switch_heads(const Ui& ui, std::vector<HeadRef> off) {
    LessonState changed = ui.state.lesson;
    changed.off = std::move(off);
    change_lesson(ui, changed);
}

float draw_head_switches(const Ui& ui, const Rect& room, float y, Index layers, Index heads) {
    const LessonState& lesson = ui.state.lesson;
    const HeadRef selected = ui.state.view.selected;
    const float height = ui.px(28);
    float x = room.x;
    const auto place = [&](const char* id, const std::string& label, const char* tip) {
        ButtonLook look;
        look.tip = tip;
        const float width = button_width(ui.style, label, look);
        if (x + width > room.right()) {
            x = room.x;
            y += height + ui.px(6);
        }
        const bool pressed = button(ui.style, id, {x, y, width, height}, label, look);
        x += width + ui.px(8);
        return pressed;
    };
    if (place("on", "all on", "The model as it is.")) switch_heads(ui, {});
    if (place("one", "only " + std::to_string(selected.layer) + ":" + std::to_string(selected.head) + " off",
              "Switches off the selected head alone."))
        switch_heads(ui, {selected});
    if (place("layer", "layer " + std::to_string(selected.layer) + " off", "Switches off every head of this layer."))
        switch_heads(ui, heads_of_layer(selected.layer, heads));
    if (place("but", "all but " + std::to_string(selected.layer) + ":" + std::to_string(selected.head),
              "Leaves one head in this layer and every head of the others.")) {
        std::vector<HeadRef> off = heads_of_layer(selected.layer, heads);
        std::erase(off, selected);
        switch_heads(ui, off);
    }
    if (place("every", "every other head off", "Leaves the selected head alone in the whole model.")) {
        std::vector<HeadRef> off;
        for (Index layer = 0; layer < layers; ++layer)
            for (const HeadRef head : heads_of_layer(layer, heads))
                if (head != selected) off.push_back(head);
        switch_heads(ui, off);
    }
    constexpr Segment kKinds[] = {
        {"by 0", "A head that is off gives 0."},
        {"by its mean", "A head that is off gives the mean of what it gives over all tokens."}};
    const int kind =
        segments(ui.style, "by", {x + ui.px(4), y + ui.px(1)}, kKinds, lesson.off_by == SwitchOff::kZero ? 0 : 1);
    if (kind >= 0) {
        LessonState changed = lesson;
        changed.off_by = kind == 0 ? SwitchOff::kZero : SwitchOff::kMean;
        change_lesson(ui, changed);
    }
    return y + height + ui.px(12);
}

float draw_switch_grid(const Ui& ui, const Rect& room, float y, Index layers, Index heads,
                       const AblationNumbers* numbers) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = ui.palette();
    const LessonState& lesson = ui.state.lesson;
    const float left = ui.px(34);
    const float cell =
        std::min({ui.px(30), (room.w - left) / static_cast<float>(heads), ui.px(330) / static_cast<float>(layers)});
    const Colormap& colours = colormap_of(ui.state.view.theme);
    float largest = 0;  // gets the last colour: most changes are small
    if (numbers != nullptr)
        largest = std::max(0.0F, *std::max_element(numbers->map_changes.begin(), numbers->map_changes.end()));
    for (Index layer = 0; layer < layers; ++layer) {
        const float top = y + cell * static_cast<float>(layer);
        if (cell >= ui.px(11))
            draw_text_in(list, ui.style.fonts->small, {room.x, top, left - ui.px(6), cell}, palette.dim,
                         "L" + std::to_string(layer), Align::kRight);
        for (Index head = 0; head < heads; ++head) {
            const HeadRef place{layer, head};
            const Rect rect{room.x + left + cell * static_cast<float>(head), top, cell - 1, cell - 1};
            float change = 0;
            if (numbers != nullptr) change = numbers->map_changes[static_cast<std::size_t>(layer * heads + head)];
            const float share = largest > 0 ? change / largest : 0;
            const Rgb c = colours[static_cast<std::size_t>(255 * colormap_position(ScaleKind::kSqrt, share))];
            list.AddRectFilled(min_of(rect), max_of(rect), IM_COL32(c.r, c.g, c.b, 255));
            ImGui::PushID(static_cast<int>(layer * heads + head));
            const AreaState pointer = area("switch", rect);
            ImGui::PopID();
            const bool off = is_off(lesson, place);
            if (off) {
                list.AddLine(min_of(rect), max_of(rect), palette.error, ui.px(2));
                list.AddLine({rect.right(), rect.y}, {rect.x, rect.bottom()}, palette.error, ui.px(2));
            }
            if (off || pointer.hovered || place == ui.state.view.selected)
                list.AddRect(min_of(rect), max_of(rect),
                             off ? palette.error : (pointer.hovered ? palette.text : palette.query), 0, 0, ui.px(1.5F));
            if (pointer.hovered)
                show_tip(ui.style, std::to_string(layer) + ":" + std::to_string(head) +
                                       (off ? ", off. Click to switch it on." : ", on. Click to switch it off.") +
                                       (numbers != nullptr ? " Its map changed by " + fixed(change, 3) + "." : ""));
            if (pointer.clicked) {
                std::vector<HeadRef> next = lesson.off;
                if (std::erase(next, place) == 0) next.push_back(place);
                switch_heads(ui, next);
            }
        }
    }
    y += cell * static_cast<float>(layers) + ui.px(8);
    if (!(largest > 0)) return y;
    const Rect legend{room.x + left, y, room.w - left, ui.px(18)};
    const float bar = ui.px(90);
    draw_text_in(list, ui.style.fonts->small, legend, palette.dim, "0", Align::kLeft);
    draw_colour_bar(list, {legend.x + ui.px(14), legend.y + ui.px(4), bar, ui.px(10)}, colours, palette.line);
    const Rect words{legend.x + bar + ui.px(22), legend.y, legend.w - bar - ui.px(22), legend.h};
    draw_text_in(list, ui.style.fonts->small, words, palette.dim, fixed(largest, 3) + " √ of a row elsewhere",
                 Align::kLeft);
    if (area("change legend", legend).hovered)
        show_tip(ui.style,
                 "Mean over rows of half the sum of all changes: 0 the same map, 1 nothing in common. The map that "
                 "changes most has the last colour.");
    return legend.bottom() + ui.px(8);
}

}  // namespace headscope
