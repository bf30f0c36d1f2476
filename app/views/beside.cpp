// The page "side by side": a second text, or a second model, beside the first.
#include "app/views/beside.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/views/lesson.h"
#include "app/views/views.h"

namespace headscope {
namespace {

constexpr float kBar = 54;
constexpr float kStatus = 30;

// The weights of the drawn tokens, [queries, keys]; −1 where the mask forbids.
std::vector<float> drawn_weights(const ShownTrace& shown, HeadRef head) {
    std::vector<float> weights;
    weights.reserve(shown.queries().size() * shown.keys().size());
    for (const Index query : shown.queries())
        for (const Index key : shown.keys())
            weights.push_back(shown.is_masked(head, query, key) ? -1 : shown.weight(head, query, key));
    return weights;
}

void refresh(const Ui& ui, const BesideNumbers& numbers) {
    BesideDrawings& kept = ui.kept.beside;
    const HeadRef first{std::min(ui.state.view.selected.layer, numbers.first().n_layers() - 1),
                        std::min(ui.state.view.selected.head, numbers.first().n_heads() - 1)};
    const HeadRef second = beside_head(ui.state, numbers);
    if (kept.of == numbers.serial && kept.first_head == first && kept.second_head == second) return;
    if (kept.of != numbers.serial) {
        kept.matched.clear();
        for (const TokenMatch::Pair& pair : numbers.match.pairs()) kept.matched.push_back(pair.first);
        kept.largest_distance = 0;
        for (const double d : numbers.distances)
            if (d > static_cast<double>(kept.largest_distance)) kept.largest_distance = static_cast<float>(d);
        kept.distances.clear();
        for (const double d : numbers.distances)
            kept.distances.push_back(kept.largest_distance > 0 ? static_cast<float>(d) / kept.largest_distance : 0);
    }
    kept.of = numbers.serial;
    kept.first_head = first;
    kept.second_head = second;
    ++kept.stamp;
    kept.first = drawn_weights(numbers.first(), first);
    kept.second = drawn_weights(*numbers.second, second);
    kept.difference = matched_difference(numbers.first().trace()->maps->head(first.layer, first.head),
                                         numbers.second->trace()->maps->head(second.layer, second.head), numbers.match,
                                         numbers.match);
    kept.largest_change = 0;
    for (const float change : kept.difference.values)
        if (std::abs(change) > kept.largest_change) kept.largest_change = std::abs(change);
}

ConstMatrixView view_of(const std::vector<float>& weights, const ShownTrace& shown) {
    const auto cols = static_cast<Index>(shown.keys().size());
    return {weights.data(), static_cast<Index>(shown.queries().size()), cols, cols};
}

// The token whose cell, row label or column label is under the pointer.
struct Pointed {
    std::optional<Index> query, key;
};
Pointed point_at(const MapGeometry& geometry, const ShownTrace& shown, Point mouse) {
    const auto query = [&](Index row) { return shown.queries()[static_cast<std::size_t>(row)]; };
    const auto key = [&](Index col) { return shown.keys()[static_cast<std::size_t>(col)]; };
    if (const auto cell = geometry.hit(mouse)) return {query(cell->row), key(cell->col)};
    if (const auto row = geometry.hit_row_label(mouse)) return {query(*row), std::nullopt};
    return {};
}

// What is lit: what the pointer is on in either map, else the token lit in all views.
BesideLit light(const Ui& ui, const BesideNumbers& numbers, const Pointed& in_first, const Pointed& in_second) {
    BesideLit lit;
    const TokenMatch& match = numbers.match;
    const auto matched = [](std::optional<Index> token, auto&& find) {
        return token ? find(*token) : std::optional<Index>();
    };
    if (in_second.query) {
        lit.second_query = in_second.query;
        lit.second_key = in_second.key;
        lit.query = matched(lit.second_query, [&](Index t) { return match.in_first(t); });
        lit.key = matched(lit.second_key, [&](Index t) { return match.in_first(t); });
        return lit;
    }
    const bool is_current = ui.state.shown == numbers.request.first;
    lit.query = in_first.query ? in_first.query : (is_current ? lit_query(ui.state) : std::nullopt);
    lit.key = in_first.query ? in_first.key : (is_current ? lit_key(ui.state) : std::nullopt);
    lit.second_query = matched(lit.query, [&](Index t) { return match.in_second(t); });
    lit.second_key = matched(lit.key, [&](Index t) { return match.in_second(t); });
    return lit;
}

void draw_beside_bar(const Ui& ui, const Rect& rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min_of(rect), max_of(rect), ui.palette().bar);
    list.AddLine({rect.x, rect.bottom() - 1}, {rect.right(), rect.bottom() - 1}, ui.palette().line);
    const float height = ui.px(32);
    const float top = rect.y + std::floor((rect.h - height) / 2);
    const std::string_view title = "Side by side";
    const float title_width = text_size(ui.style.fonts->large, title).x;
    draw_text_in(list, ui.style.fonts->large, {rect.x + ui.px(20), top, title_width, height}, ui.palette().text, title,
                 Align::kLeft);
    ButtonLook look;
    look.tip = "Back to the maps of one text (Ctrl+B or Esc)";
    const float width = button_width(ui.style, "Esc  maps", look);
    const Rect at{rect.right() - ui.px(14) - width, top, width, height};
    if (button(ui.style, "back to the maps", at, "Esc  maps", look)) ui.ask(RunCommand{CommandId::kBeside});
    const float legend = legend_words_width(ui) + ui.px(110);
    if (at.x - legend > rect.x + title_width + ui.px(60))
        draw_legend(ui, {at.x - ui.px(24), top + ui.px(10)}, ui.px(110));
}

// Which head a side shows, at the right end of `row`, with arrows that ask for another; `left` is where other words
// end.
template <class Step>
void draw_head_choice(const Ui& ui, const Rect& row, float left, HeadRef head, Step&& step) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float arrow = ui.px(20);
    float x = row.right() - 4 * arrow;
    const auto place = [&](const char* sign, const char* tip, Index layers, Index heads) {
        ButtonLook look;
        look.is_framed = false;
        look.tip = tip;
        if (button(ui.style, sign, {x, row.y, arrow, row.h}, sign, look)) step(layers, heads);
        x += arrow;
    };
    const std::string layer = std::to_string(head.layer);
    const std::string number = std::to_string(head.head);
    std::string name = "layer " + layer + " · head " + number;
    const float room = x - ui.px(4) - left;
    if (text_size(ui.style.fonts->small, name).x > room) name = layer + "·" + number;
    if (text_size(ui.style.fonts->small, name).x <= room)
        draw_text_in(list, ui.style.fonts->small, {left, row.y, room, row.h}, ui.palette().dim, name, Align::kRight);
    place("↑", "The layer before", -1, 0);
    place("↓", "The next layer", 1, 0);
    place("←", "The head before", 0, -1);
    place("→", "The next head", 0, 1);
}

void draw_first_heading(const Ui& ui, const Rect& rect, const ShownTrace* shown) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Rect caption{rect.x, rect.y, rect.w, ui.px(24)};
    std::string words = "A";
    if (shown != nullptr)
        words += "   " + shown->trace()->model->name + " · " + std::to_string(shown->query_tokens().size()) + " tokens";
    const float room = std::min(text_size(ui.style.fonts->bold, words).x, rect.w - ui.px(130));
    draw_text_in(list, ui.style.fonts->bold, {caption.x, caption.y, room, caption.h}, ui.palette().text, words,
                 Align::kLeft);
    ImGui::PushID("first");
    if (shown != nullptr)
        draw_head_choice(ui, caption, caption.x + room + ui.px(8), ui.state.view.selected,
                         [&](Index layers, Index heads) {
                             ui.ask(RunCommand{layers < 0   ? CommandId::kPreviousLayer
                                               : layers > 0 ? CommandId::kNextLayer
                                               : heads < 0  ? CommandId::kPreviousHead
                                                            : CommandId::kNextHead});
                         });
    ImGui::PopID();
    const Rect box{rect.x, rect.y + ui.px(30), rect.w, ui.px(34)};
    const TextBoxResult result = text_box(ui, box, TextFocus::kSentence, ui.state.sentence, ui.kept.sentence_box,
                                          {"first sentence", "Type a sentence"});
    if (result.changed) ui.ask(TextsEdited{});
}

void draw_second_heading(const Ui& ui, const Rect& rect, const BesideNumbers* numbers) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const BesideState& beside = ui.state.beside;
    const Rect caption{rect.x, rect.y, rect.w, ui.px(24)};
    draw_text_in(list, ui.style.fonts->bold, caption, ui.palette().text, "B", Align::kLeft);
    float x = rect.x + ui.px(22);
    const auto place_button = [&](const std::string& label, CommandId id) {
        ButtonLook look;
        look.tip = get_command(id).tip;
        const float width = std::min(button_width(ui.style, label, look), rect.w * 0.6F);
        if (button(ui.style, get_command(id).label, {x, rect.y, width, ui.px(24)}, label, look)) ui.ask(RunCommand{id});
        x += width + ui.px(6);
    };
    place_button(beside.model ? beside.model->name : "the same model", CommandId::kBesideModel);
    if (beside.model) place_button("×", CommandId::kBesideSameModel);
    if (numbers != nullptr) {
        const HeadRef head = beside_head(ui.state, *numbers);
        if (numbers->has_same_heads()) {
            draw_text_in(list, ui.style.fonts->small, caption, ui.palette().dim,
                         std::to_string(numbers->second->query_tokens().size()) + " tokens", Align::kRight);
        } else {
            ImGui::PushID("second");
            draw_head_choice(ui, caption, x, head, [&](Index layers, Index heads) {
                ui.ask(ChooseBesideHead{{head.layer + layers, head.head + heads}});
            });
            ImGui::PopID();
        }
    }
    const Rect box{rect.x, rect.y + ui.px(30), rect.w, ui.px(34)};
    text_box(ui, box, TextFocus::kBeside, ui.state.beside.text, ui.kept.beside_box,
             {"second sentence", "Type the sentence to compare with"});
}

void draw_third_heading(const Ui& ui, const Rect& rect, const BesideNumbers* numbers) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_text_in(list, ui.style.fonts->bold, {rect.x, rect.y, rect.w, ui.px(24)}, ui.palette().text, "B − A",
                 Align::kLeft);
    if (numbers == nullptr) return;
    const std::size_t matched = numbers->match.pairs().size();
    draw_text_in(list, ui.style.fonts->small, {rect.x + ui.px(56), rect.y, rect.w - ui.px(56), ui.px(24)},
                 ui.palette().dim,
                 "where tokens match: " + std::to_string(matched) + " of " +
                     std::to_string(numbers->first().query_tokens().size()) + " and " +
                     std::to_string(numbers->second->query_tokens().size()),
                 Align::kLeft);
    if (numbers->has_same_heads()) {
        const HeadRef head = ui.state.view.selected;
        const double apart =
            numbers->distances[static_cast<std::size_t>(head.layer * numbers->second->n_heads() + head.head)];
        draw_text_in(
            list, ui.style.fonts->small, {rect.x, rect.y + ui.px(34), rect.w, ui.px(24)}, ui.palette().text,
            "this head: " + precise_weight(static_cast<float>(apart)) + " apart (0 the same, 1 nothing in common)",
            Align::kLeft);
    }
}

// Why there is nothing to compare, and what to do.
void draw_nothing(const Ui& ui, const Rect& rect) {
    const AppState& state = ui.state;
    if (!state.beside.problem.empty() && !state.beside.is_computing) {
        draw_empty(ui, rect, state.beside.problem, "Change the second sentence above.");
    } else if (!state.shown) {
        draw_empty(ui, rect, state.trace_problem.empty() ? "No maps yet." : state.trace_problem,
                   "The first sentence is read first.");
    } else if (state.shown->set() != MapSet::kEncoder) {
        draw_empty(ui, rect, "These are not the encoder's maps.", "Press E until they are: those can be compared.");
    } else {
        draw_empty(ui, rect, "Reading the second sentence…", "");
    }
}

}  // namespace

void draw_beside(const Ui& ui, float width, float height) {
    const float bar = std::floor(ui.px(kBar));
    const float status = std::floor(ui.px(kStatus));
    draw_beside_bar(ui, {0, 0, width, bar});
    const BesideNumbers* numbers = ui.state.beside.problem.empty() ? ui.state.beside.numbers.get() : nullptr;
    const bool is_empty = numbers != nullptr && (numbers->first().is_empty() || numbers->second->is_empty());
    if (is_empty || (ui.state.shown && ui.state.shown->set() != MapSet::kEncoder)) numbers = nullptr;

    const Rect body{ui.px(20), bar + ui.px(12), width - ui.px(40), height - bar - status - ui.px(20)};
    const float gap = ui.px(24);
    const float column = std::floor((body.w - 2 * gap) / 3);
    const auto column_at = [&](int i) {
        return Rect{body.x + (column + gap) * static_cast<float>(i), body.y, column, body.h};
    };
    draw_first_heading(ui, column_at(0), ui.state.shown.get());
    draw_second_heading(ui, column_at(1), numbers);
    draw_third_heading(ui, column_at(2), numbers);
    const float heading = ui.px(78);
    const Rect below{body.x, body.y + heading, body.w, body.h - heading};
    draw_status_bar(ui, {0, height - status, width, status});
    if (numbers == nullptr) {
        draw_nothing(ui, below);
        return;
    }
    refresh(ui, *numbers);

    // Both maps get the same room, and the lists below them the rest.
    const float list_height = std::min(ui.px(9 * 22), below.h * 0.36F);
    const auto room_of = [&](int i) {
        return Rect{column_at(i).x, below.y, column, std::max(1.0F, below.h - list_height)};
    };
    const auto geometry_of = [&](const ShownTrace& shown, int i) {
        return beside_map_geometry(ui, shown, shown.queries(), static_cast<Index>(shown.keys().size()), room_of(i));
    };
    const MapGeometry first_map = geometry_of(numbers->first(), 0);
    const MapGeometry second_map = geometry_of(*numbers->second, 1);
    const AreaState in_first = area("first map", room_of(0));
    const AreaState in_second = area("second map", room_of(1));
    const Pointed first = in_first.hovered ? point_at(first_map, numbers->first(), in_first.mouse) : Pointed();
    const Pointed second = in_second.hovered ? point_at(second_map, *numbers->second, in_second.mouse) : Pointed();
    const BesideLit lit = light(ui, *numbers, first, second);
    const bool is_current = ui.state.shown == numbers->request.first;
    if (is_current && (first.query || second.query) && lit.query)
        ui.ask(PointAt{Hover{lit.query, lit.key, std::nullopt}});
    if (is_current && (in_first.clicked || in_second.clicked) && lit.query) ui.ask(ToggleLock{*lit.query, lit.key});

    const BesideDrawings& kept = ui.kept.beside;
    const BesideSide sides[] = {
        {"first weights", numbers->first(), kept.first_head, lit.query, lit.key, false},
        {"second weights", *numbers->second, kept.second_head, lit.second_query, lit.second_key, true}};
    draw_beside_map(ui, *numbers, sides[0], first_map, view_of(kept.first, numbers->first()), kept.stamp);
    draw_beside_map(ui, *numbers, sides[1], second_map, view_of(kept.second, *numbers->second), kept.stamp);
    for (int i = 0; i < 2; ++i) {
        const float top = std::max(first_map.map().bottom(), second_map.map().bottom()) + ui.px(16);
        draw_beside_row(ui, *numbers, sides[i], {column_at(i).x, top, column, std::max(0.0F, below.bottom() - top)});
    }
    draw_beside_difference(ui, *numbers, lit, {column_at(2).x, below.y + ui.px(4), column, below.h - ui.px(4)});
}

}  // namespace headscope
