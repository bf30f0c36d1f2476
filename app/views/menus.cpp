#include <algorithm>
#include <array>
#include <string>

#include "app/state/examples.h"
#include "app/views/views.h"

namespace headscope {
namespace {

// A row of a menu: a main line and a quiet one, both possibly in any script.
bool menu_row(const Ui& ui, int id, const Rect& rect, std::string_view main, std::string_view quiet, bool is_chosen) {
    ImGui::PushID(id);
    const AreaState pointer = area("row", rect);
    ImGui::PopID();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (pointer.hovered || is_chosen) {
        list.AddRectFilled(min_of(rect), max_of(rect),
                           pointer.hovered ? ui.palette().raised_active : ui.palette().raised_hover, ui.px(4));
    }
    TextStyle style;
    style.ellipsis = Ellipsis::kEnd;
    style.max_width = rect.w - ui.px(20);
    style.size = ui.px(14);
    ui.labels.draw(list, {rect.x + ui.px(10), rect.y + ui.px(5)}, ui.labels.get(main, style), ui.palette().text);
    style.size = ui.px(12);
    ui.labels.draw(list, {rect.x + ui.px(10), rect.y + ui.px(25)}, ui.labels.get(quiet, style), ui.palette().dim);
    return pointer.clicked;
}

}  // namespace

void draw_examples_menu(const Ui& ui, const Rect& window) {
    const std::vector<Example>& examples = examples_for(ui.state.model.get());
    const ListKeys keys = walk_list(ui.input, ui.kept.example_at, examples.size(), 8);
    ui.kept.example_at = keys.at;
    const float row = ui.px(46);
    const float heading = ui.px(30);
    const auto starts_theme = [&](std::size_t i) { return i == 0 || examples[i].theme != examples[i - 1].theme; };
    float content = 0;
    for (std::size_t i = 0; i < examples.size(); ++i) content += row + (starts_theme(i) ? heading : 0);
    const float top = ui.px(50);
    const float width = std::min(ui.px(720), window.w - ui.px(40));
    const float height = std::min(content + ui.px(24), window.h - top - ui.px(30));
    const Rect card{window.right() - width - ui.px(14), top, width, height};
    begin_card(ui, "examples", card);
    const Rect inner = card.inset(ui.px(12), ui.px(12));
    ImGui::SetCursorScreenPos(min_of(inner));
    ImGui::BeginChild("list", {inner.w, inner.h}, false, ImGuiWindowFlags_NoBackground);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    float y = origin.y;
    for (std::size_t i = 0; i < examples.size(); ++i) {
        const Example& example = examples[i];
        if (starts_theme(i)) {
            draw_text_in(*ImGui::GetWindowDrawList(), ui.style.fonts->bold, {origin.x + ui.px(10), y, inner.w, heading},
                         ui.palette().text, example.theme, Align::kLeft);
            y += heading;
        }
        if (keys.has_moved && i == keys.at)
            scroll_to_line(y - origin.y - (starts_theme(i) ? heading : 0), row + heading);
        const std::string sentence = example.pair ? example.sentence + "  +  " + *example.pair : example.sentence;
        const bool is_pressed = menu_row(ui, static_cast<int>(i), {origin.x, y, inner.w - ui.px(12), row}, sentence,
                                         example.what_to_look_for, i == keys.at);
        if (is_pressed || (keys.is_entered && i == keys.at)) ui.ask(UseExample{example});
        y += row;
    }
    ImGui::SetCursorScreenPos({origin.x, y});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
    end_card(ui, card);
}

}  // namespace headscope
