#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "app/state/selection.h"
#include "app/views/links_view.h"
#include "app/widgets/quiet_button.h"
#include "app/widgets/slider.h"

namespace headscope {
namespace {

constexpr float kRow = 26;
constexpr float kSlider = 74;
constexpr float kLeastHeightForTwoRows = 190;

std::string count_words(std::size_t more) {
    return "+ " + std::to_string(more);
}

std::string more_words(const LinksDrawing& drawing) {
    const std::size_t more = selected_heads(drawing.ui.state.view).size() - drawing.heads.size();
    return more > 0 ? count_words(more) : std::string();
}

float chips_width(const LinksDrawing& drawing) {
    const Ui& ui = drawing.ui;
    ImFont* font = ui.style.fonts->small;
    float width = 0;
    for (const HeadRef head : drawing.heads) width += text_size(font, map_name(drawing.shown(), head)).x + ui.px(19);
    const std::string more = more_words(drawing);
    return more.empty() ? width : width + text_size(font, more).x + ui.px(6);
}

// The heads whose links are drawn, each in its colour; cut off at the end of the row.
void draw_chips(const LinksDrawing& drawing, const Rect& row) {
    const Ui& ui = drawing.ui;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(min_of(row), max_of(row), true);
    const std::vector<HeadRef>& heads = drawing.heads;
    const std::size_t all = selected_heads(ui.state.view).size();
    std::size_t drawn = 0;
    float x = row.x;
    for (std::size_t h = 0; h < heads.size(); ++h) {
        const std::string name = map_name(drawing.shown(), heads[h]);
        const float width = text_size(ui.style.fonts->small, name).x + ui.px(14);
        const Rect chip{x, row.y + (row.h - ui.px(20)) / 2, width, ui.px(20)};
        const std::size_t behind = all - h - 1;
        const float rest = behind > 0 ? ui.px(5) + text_size(ui.style.fonts->small, count_words(behind)).x : 0;
        if (chip.right() + rest > row.right()) break;  // their names stand above the weights too
        ++drawn;
        list.AddRect(min_of(chip), max_of(chip), ui.palette().line, ui.px(3));
        draw_text_in(list, ui.style.fonts->small, chip, ui.palette().heads[h], name, Align::kCentre);
        ImGui::PushID(static_cast<int>(h));
        if (area("linked", chip).clicked && h > 0) ui.ask(ToggleLinkedHead{heads[h]});
        tip_if_hovered(ui.style, h > 0 ? "Layer · head. Click to take its links away."
                                       : "Layer · head. Shift-click heads in the grid to add their links.");
        ImGui::PopID();
        x += width + ui.px(5);
    }
    std::string more = drawn < all ? count_words(all - drawn) : std::string();
    if (drawn == 0) more = std::to_string(all) + " heads";
    if (!more.empty() && x < row.right()) {
        const Rect rest{x, row.y, std::min(text_size(ui.style.fonts->small, more).x + 1, row.right() - x), row.h};
        draw_text_in(list, ui.style.fonts->small, rest, ui.palette().dim, more, Align::kLeft);
        if (area("more heads", rest).hovered)
            show_tip(ui.style, "Further chosen heads: for those behind the sixth there is no colour, and no links.");
    }
    list.PopClipRect();
}

std::string top_words(int top_k) {
    return top_k == 0 ? "all" : "top " + std::to_string(top_k);
}

std::string threshold_words(float threshold) {
    return threshold > 0 ? "≥ " + short_weight(threshold) : "≥ 0";
}

struct Control {
    CommandId id;
    std::string words;
    bool is_on;
};

std::vector<Control> controls_of(const ViewState& view) {
    const bool arcs = view.links_layout == LinksLayout::kArcs;
    return {
        {CommandId::kToggleArcs, arcs ? "arcs" : "columns", arcs},
        {CommandId::kToggleLinksInto, view.links_into ? "into" : "from", view.links_into},
        {CommandId::kCycleTopLinks, top_words(view.links_top_k), view.links_top_k > 0},
    };
}

float controls_width(const Ui& ui) {
    float width = 0;
    for (const Control& control : controls_of(ui.state.view))
        width += quiet_button_width(ui.style, control.words) + ui.px(3);
    return width + text_size(ui.style.fonts->small, "≥ .88").x + ui.px(kSlider + 18);
}

// What the filter keeps back, for the threshold's tip.
std::string filter_tip(const LinksDrawing& drawing) {
    std::string tip = "Leaves out links that are weaker than this weight (, and .).";
    if (drawing.left_out == 0) return tip;
    return tip + " Of the first head " + std::to_string(drawing.left_out) +
           (drawing.left_out == 1 ? " link is" : " links are") + " left out, with a weight of " +
           precise_weight(static_cast<float>(drawing.weight_left_out)) + " in all.";
}

void draw_controls(const LinksDrawing& drawing, const Rect& row) {
    const Ui& ui = drawing.ui;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float x = row.right() - controls_width(ui);
    const float height = ui.px(20);
    const float y = row.y + (row.h - height) / 2;
    for (const Control& control : controls_of(ui.state.view)) {
        const Command& command = get_command(control.id);
        const std::string tip = std::string(command.tip) + " (" + key_words(command) + ")";
        const float width = quiet_button_width(ui.style, control.words);
        const QuietLook look{control.is_on, true, tip};
        if (quiet_button(ui.style, command.label, {x, y, width, height}, control.words, look))
            ui.ask(RunCommand{control.id});
        x += width + ui.px(3);
    }
    x += ui.px(8);
    const float threshold = ui.state.view.links_threshold;
    const Rect knob{x, y, ui.px(kSlider), height};
    const float asked = slider(ui.style, "threshold", knob, threshold, 0, kMostLinksThreshold);
    if (ImGui::IsItemHovered()) show_tip(ui.style, filter_tip(drawing));
    const float rounded = std::round(asked * 100) / 100;
    if (asked != threshold && rounded != threshold) ui.ask(LimitLinks{rounded});
    const Rect words{knob.right() + ui.px(8), row.y, row.right() - knob.right() - ui.px(8), row.h};
    draw_text_in(list, ui.style.fonts->small, words, threshold > 0 ? ui.palette().text : ui.palette().dim,
                 threshold_words(threshold), Align::kLeft);
}

}  // namespace

float draw_links_header(const LinksDrawing& drawing, const Rect& room) {
    const Ui& ui = drawing.ui;
    const float height = ui.px(kRow);
    const float gap = ui.px(10);
    const float tabs = draw_side_tabs(ui, {room.x, room.y, room.w, height});
    const float chips = chips_width(drawing);
    const float controls = controls_width(ui);
    const Rect beside_tabs{tabs, room.y, std::max(1.0F, room.right() - tabs), height};
    if (tabs + chips + gap + controls <= room.right()) {
        draw_chips(drawing, beside_tabs);
        draw_controls(drawing, {room.x, room.y, room.w, height});
        return height + ui.px(2);
    }
    if (room.h < ui.px(kLeastHeightForTwoRows)) {
        draw_chips(drawing, beside_tabs);
        return height + ui.px(2);
    }
    const Rect second{room.x, room.y + height, room.w, ui.px(24)};
    const bool is_beside = tabs + chips <= room.right();
    const Rect below{second.x, second.y, std::max(1.0F, second.w - controls - gap), second.h};
    draw_chips(drawing, is_beside ? beside_tabs : below);
    draw_controls(drawing, second);
    return height + ui.px(26);
}

}  // namespace headscope
