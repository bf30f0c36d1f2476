#include <array>

#include "app/views/views.h"

namespace headscope {
namespace {

struct Tab {
    SideCard card;
    const char* word;
    const char* tip;
};
constexpr std::array<Tab, 5> kTabs = {{
    {SideCard::kLinks, "Links", "A line from each token to what it looks at."},
    {SideCard::kFacts, "Facts", "What the selected head does on this text, and the heads most like it. (I)"},
    {SideCard::kFind, "Find", "Which heads link two words? (Ctrl+F)"},
    {SideCard::kEffect, "Effect", "Switch heads off and see what changes. (B; O switches the chosen heads)"},
    {SideCard::kGuess, "Guess", "What the model expects next, or in place of a mask token. (G)"},
}};

}  // namespace

float draw_side_tabs(const Ui& ui, const Rect& row) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImFont* bold = ui.style.fonts->bold;
    ImFont* normal = ui.style.fonts->normal;
    float x = row.x;
    for (const Tab& tab : kTabs) {
        const bool is_shown = ui.state.view.side == tab.card;
        ImFont* font = is_shown ? bold : normal;
        const Rect place{x, row.y, text_size(font, tab.word).x, row.h};
        const KeyState key = keyboard_on(ui.style, tab.word, place);
        const AreaState pointer = area(tab.word, place);
        const ImU32 colour = is_shown || pointer.hovered ? ui.palette().text : ui.palette().dim;
        draw_text_in(list, font, {place.x, place.y, place.w + 1, place.h}, colour, tab.word, Align::kLeft);
        if (is_shown)
            list.AddRectFilled({place.x, row.bottom() - ui.px(3)}, {place.right(), row.bottom() - ui.px(1)},
                               ui.palette().query, ui.px(1));
        if (key.is_on) draw_focus_ring(list, ui.style, place.inset(-ui.px(4), 0));
        if (pointer.hovered) show_tip(ui.style, tab.tip);
        if ((pointer.clicked || key.is_pressed) && !is_shown) ui.ask(ShowSide{tab.card});
        x = place.right() + ui.px(15);
    }
    return x;
}

void draw_side_card(const Ui& ui, const Rect& rect) {
    if (ui.state.view.side == SideCard::kLinks || !ui.state.shown || ui.state.shown->is_empty()) {
        draw_links(ui, rect);
        return;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({rect.x, rect.y}, {rect.x, rect.bottom()}, ui.palette().line);
    const Rect room = rect.inset(ui.px(16), ui.px(4));
    draw_side_tabs(ui, {room.x, room.y, room.w, ui.px(26)});
    const Rect body{room.x, room.y + ui.px(32), room.w, room.h - ui.px(34)};
    switch (ui.state.view.side) {
        case SideCard::kFacts:
            draw_facts_card(ui, body);
            break;
        case SideCard::kFind:
            draw_find_card(ui, body);
            break;
        case SideCard::kEffect:
            draw_effect_card(ui, body);
            break;
        case SideCard::kGuess:
            draw_guess_card(ui, body);
            break;
        default:
            break;
    }
}

}  // namespace headscope
