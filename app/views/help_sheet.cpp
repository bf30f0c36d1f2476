#include <algorithm>
#include <array>
#include <string>

#include "app/views/views.h"

namespace headscope {
namespace {

struct Term {
    const char* word;
    const char* meaning;
};
constexpr std::array<Term, 8> kTerms = {{
    {"token", "A piece of the text that the model reads as one unit: a word, or a part of one."},
    {"·scope, the₄",
     "A dot: this piece continues the word before it. A small number: the position of a repeated word."},
    {"query, key", "Each token asks (query) and answers (key); how well they fit decides where it looks."},
    {"attention weight", "How much a query token takes from a key token; the weights of one row sum to 1."},
    {"head", "One independent set of queries, keys and values, d_head wide: one way of looking."},
    {"layer", "All heads that read the same input; layer 0 reads the words themselves."},
    {"map", "The weights of one head as a square: rows are queries, columns are keys."},
    {"special tokens", "[CLS] and [SEP] are added by the model; heads with nothing to say look there."},
}};

}  // namespace

void draw_help_sheet(const Ui& ui, const Rect& window) {
    const float row = ui.px(21);
    const float width = std::min(ui.px(940), window.w - ui.px(40));
    const float rows = static_cast<float>(all_commands().size() + 2) / 2 + static_cast<float>(kTerms.size()) + 4;
    const float height = std::min(row * rows + ui.px(48), window.h - ui.px(60));
    const Rect card{window.x + (window.w - width) / 2, window.y + (window.h - height) / 2, width, height};
    begin_card(ui, "help", card);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImFont* normal = ui.style.fonts->normal;
    const float left = card.x + ui.px(22);
    const float top = ImGui::GetCursorScreenPos().y + ui.px(4);
    float y = top;
    const auto heading = [&](const char* words) {
        draw_text(list, ui.style.fonts->bold, {left, y}, ui.palette().text, words);
        y += row + ui.px(4);
    };
    heading("Keys");
    const float column = (width - ui.px(44)) / 2;
    const float first_y = y;
    const std::size_t per_column = (all_commands().size() + 1) / 2;
    std::size_t i = 0;
    for (const Command& command : all_commands()) {
        const float x = left + column * static_cast<float>(i / per_column);
        const float line = first_y + row * static_cast<float>(i % per_column);
        const Rect place{x, line, column - ui.px(20), row};
        const std::string key = command.key ? to_text(*command.key) : "button";
        draw_text_in(list, normal, {x, line, ui.px(110), row}, command.key ? ui.palette().query : ui.palette().dim, key,
                     Align::kLeft);
        draw_text_in(list, normal, {x + ui.px(116), line, place.w - ui.px(116), row}, ui.palette().text, command.label,
                     Align::kLeft);
        ImGui::PushID(static_cast<int>(i));
        const AreaState pointer = area("command", place);
        ImGui::PopID();
        if (pointer.hovered) show_tip(ui.style, command.tip);
        if (pointer.clicked) {
            ui.ask(ShowPopup{});
            ui.ask(RunCommand{command.id});
        }
        ++i;
    }
    y = first_y + row * static_cast<float>(per_column) + ui.px(12);
    heading("Terms");
    for (const Term& term : kTerms) {
        draw_text_in(list, normal, {left, y, ui.px(120), row}, ui.palette().key, term.word, Align::kLeft);
        draw_text_in(list, normal, {left + ui.px(130), y, width - ui.px(170), row}, ui.palette().text, term.meaning,
                     Align::kLeft);
        y += row;
    }
    y += ui.px(8);
    draw_text(list, ui.style.fonts->small, {left, y}, ui.palette().dim,
              "Hover shows, click locks, Esc frees. Shift-click adds a head to the links. The mouse wheel scrolls.");
    ImGui::SetCursorScreenPos({left, y + row});
    ImGui::Dummy({1, 1});
    end_card(ui, card);
}

}  // namespace headscope
