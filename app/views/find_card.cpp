#include <algorithm>
#include <array>
#include <cstdio>

#include "app/views/card_rows.h"
#include "app/views/views.h"
#include "app/widgets/quiet_button.h"

namespace headscope {
namespace {

constexpr std::array<Segment, 2> kWays = {
    Segment{"one way", "How strongly the first word looks at the second."},
    Segment{"either way", "Also how strongly the second word looks at the first; the stronger of the two counts."},
};

// A box for a word; Tab goes on to the next one.
void word_box(const Ui& ui, const Rect& rect, TextFocus which, TextFocus next, TextEdit& edit, TextBoxState& kept,
              const BoxLook& look) {
    const TextBoxResult result = text_box(ui, rect, which, edit, kept, look);
    for (const InputEvent& event : result.unhandled) {
        const auto* press = std::get_if<KeyPress>(&event);
        if (press != nullptr && press->chord == plain(Key::kTab)) ui.ask(FocusText{next});
    }
    if (result.entered) ui.ask(FocusText{next});
}

// The boxes. Returns their bottom.
float draw_question(const Ui& ui, const Rect& row) {
    LinkSearch& search = ui.state.link_search;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float height = ui.px(28);
    const float ways = segments_width(ui.style, kWays);
    const float arrow = ui.px(22);
    const bool is_wide = row.w > ui.px(420);
    const float room = is_wide ? row.w - ways - ui.px(12) : row.w;
    const float box = (room - 2 * arrow) / 3;
    float x = row.x;
    word_box(ui, {x, row.y, box, height}, TextFocus::kFindFrom, TextFocus::kFindTo, search.from, ui.kept.find_from_box,
             {"find from", "word or #3"});
    x += box;
    draw_text_in(list, ui.style.fonts->normal, {x, row.y, arrow, height}, ui.palette().dim, "→", Align::kCentre);
    x += arrow;
    word_box(ui, {x, row.y, box, height}, TextFocus::kFindTo, TextFocus::kFindRival, search.to, ui.kept.find_to_box,
             {"find to", "word"});
    x += box;
    draw_text_in(list, ui.style.fonts->normal, {x, row.y, arrow, height}, ui.palette().dim, "or", Align::kCentre);
    x += arrow;
    word_box(ui, {x, row.y, box, height}, TextFocus::kFindRival, TextFocus::kFindFrom, search.rival,
             ui.kept.find_rival_box, {"find rival", "another word"});
    const float top = is_wide ? row.y + ui.px(1) : row.y + height + ui.px(6);
    const float left = is_wide ? row.right() - ways : row.x;
    const int way = segments(ui.style, "ways", {left, top}, kWays, search.either_way ? 1 : 0);
    if (way >= 0) ui.ask(FindEitherWay{way == 1});
    return std::max(row.y + height, top + ui.px(26));
}

void draw_links_found(CardColumn& column, const FoundLinks& found) {
    const Ui& ui = column.ui;
    const Rect heading = column.next(ui.px(22));
    draw_text_in(column.list, ui.style.fonts->small, heading, ui.palette().dim, "Strongest first", Align::kLeft);
    tip_on_words(ui, heading, "Strongest first",
                 "All heads by the weight of the link: to a word the sum over its pieces, from a word their mean.");
    const Command& order = get_command(CommandId::kOrderByLink);
    const float button = quiet_button_width(ui.style, "Order the grid");
    const QuietLook look{ui.state.view.order.kind == OrderKind::kLink, true, order.tip};
    if (quiet_button(ui.style, "order", {heading.right() - button, heading.y + ui.px(1), button, ui.px(20)},
                     "Order the grid", look)) {
        ui.ask(ShowLink{found.links.front()});
        ui.ask(RunCommand{CommandId::kOrderByLink});
    }
    for (const Link& link : found.links) {
        if (!(link.weight > 0)) break;
        const Rect place{column.x, column.y, column.width, ui.px(30)};
        if (!ImGui::IsRectVisible(min_of(place), max_of(place))) {
            column.space(place.h);
            continue;
        }
        const std::string words = precise_weight(link.weight) + "   " + found.shown->query_label(link.query) + " → " +
                                  found.shown->key_label(link.key);
        if (draw_head_row(column, link.head, words, "A click selects the head and locks this link in every map."))
            ui.ask(ShowLink{link});
    }
}

void draw_pairs_found(CardColumn& column, const FoundLinks& found) {
    const Ui& ui = column.ui;
    column.caption("Pairs of one layer that hold both",
                   "Layers in which one head looks at the first word and another at the rival: both readings at once.");
    for (const CompetingHeads& pair : found.pairs) {
        const Rect row = column.next(ui.px(36));
        const HeadRef first{pair.layer, pair.first};
        const HeadRef second{pair.layer, pair.second};
        ImGui::PushID(static_cast<int>(pair.layer));
        const KeyState key = keyboard_on(ui.style, "pair", row);
        const AreaState pointer = area("pair", row);
        ImGui::PopID();
        if (pointer.hovered) {
            column.list.AddRectFilled(min_of(row), max_of(row), ui.palette().raised, ui.px(4));
            show_tip(ui.style,
                     "One head of the layer holds the first link, another the second: a layer can hold both "
                     "readings at once. A click chooses both heads.");
        }
        if (key.is_on) draw_focus_ring(column.list, ui.style, row);
        if (pointer.clicked || key.is_pressed) ui.ask(ChooseHeads{{first, second}, false});
        const auto line = [&](float y, HeadRef head, const std::string& to, float weight, ImU32 colour) {
            const Rect place{row.x + ui.px(4), y, row.w - ui.px(8), ui.px(17)};
            draw_text_in(column.list, ui.style.fonts->small, place, colour, head_label(head) + "  → " + to,
                         Align::kLeft);
            draw_text_in(column.list, ui.style.fonts->small, place, ui.palette().text, precise_weight(weight),
                         Align::kRight);
        };
        line(row.y + ui.px(1), first, found.question.to, pair.first_weight, ui.palette().heads[0]);
        line(row.y + ui.px(18), second, found.question.rival, pair.second_weight, ui.palette().heads[1]);
    }
}

}  // namespace

void draw_find_card(const Ui& ui, const Rect& rect) {
    const float below = draw_question(ui, {rect.x, rect.y, rect.w, ui.px(28)}) + ui.px(6);
    const Rect body{rect.x, below, rect.w, rect.bottom() - below};
    const FoundLinks* found = ui.state.link_search.found.get();
    ImGui::SetCursorScreenPos(min_of(body));
    ImGui::BeginChild("found", {body.w, body.h}, false, ImGuiWindowFlags_NoBackground);
    const ImVec2 top = ImGui::GetCursorScreenPos();
    const float width = body.w - ui.px(12);  // without the scroll bar
    const bool has_pairs = found != nullptr && !found->pairs.empty();
    CardColumn first = first_column(ui, *ImGui::GetWindowDrawList(), top, width, has_pairs ? 0.5F : 1);
    if (found == nullptr) {
        first.paragraph(
            "Which heads link two words? Write them above, as in the text, or positions such as #3. With a third word, "
            "which heads of one layer hold the two links at once?");
    } else if (!found->problem.empty()) {
        first.note(found->problem);
    }
    // Pairs are what a rival word was given for: in one column they stand before the long list.
    const bool pairs_first = has_pairs && first.width >= width;
    if (pairs_first) draw_pairs_found(first, *found);
    if (found != nullptr && !found->links.empty()) draw_links_found(first, *found);
    float bottom = first.y;
    if (has_pairs && !pairs_first) {
        CardColumn second = second_column(first, top, width);
        draw_pairs_found(second, *found);
        bottom = std::max(bottom, second.y);
    }
    ImGui::SetCursorScreenPos({body.x, bottom});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

}  // namespace headscope
