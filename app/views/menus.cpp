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
    const float row = ui.px(46);
    const float width = std::min(ui.px(640), window.w - ui.px(40));
    const float height = std::min(row * static_cast<float>(examples.size()) + ui.px(24), window.h - ui.px(80));
    const Rect card{window.right() - width - ui.px(14), ui.px(50), width, height};
    begin_card(ui, "examples", card);
    const ListKeys keys = walk_list(ui.input, ui.kept.example_at, examples.size(), 8);
    ui.kept.example_at = keys.at;
    float y = ImGui::GetCursorScreenPos().y;
    for (std::size_t i = 0; i < examples.size(); ++i) {
        const Example& example = examples[i];
        const std::string sentence = example.pair ? example.sentence + "  +  " + *example.pair : example.sentence;
        const bool is_shown = i == keys.at;
        if ((keys.is_entered && i == keys.at) ||
            menu_row(ui, static_cast<int>(i), {card.x + ui.px(12), y, card.w - ui.px(24), row}, sentence,
                     example.theme + ": " + example.what_to_look_for, is_shown)) {
            ui.ask(UseExample{example});
        }
        y += row;
    }
    end_card(ui, card);
}

}  // namespace headscope
