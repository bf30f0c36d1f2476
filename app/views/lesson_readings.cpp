// Page 2: two heads of a layer hold two competing links.
#include <algorithm>
#include <optional>
#include <vector>

#include "app/views/lesson_row_parts.h"
#include "core/trace/competing_links.h"

namespace headscope {
namespace {

struct TwoLinks {
    TokenLink first;
    TokenLink second;
};

bool is_ordinary(const ShownTrace& shown, Index key) {
    return !shown.key_token(key).is_special;
}

// The keys of a row of the selected head, special tokens and the token itself left out; strongest first.
std::vector<Index> strongest_keys(const ShownTrace& shown, HeadRef head, Index query) {
    std::vector<Index> keys;
    for (const Index key : shown.keys())
        if (is_ordinary(shown, key) && !(shown.is_square() && key == query)) keys.push_back(key);
    std::stable_sort(keys.begin(), keys.end(),
                     [&](Index a, Index b) { return shown.weight(head, query, a) > shown.weight(head, query, b); });
    return keys;
}

// Those that were chosen; else where the selected head's row looks most, and that key's rival in the row looking there
// too.
std::optional<TwoLinks> links_of(const Ui& ui) {
    const ShownTrace& shown = *ui.state.shown;
    const LessonState& lesson = ui.state.lesson;
    const auto queries = static_cast<Index>(shown.query_tokens().size());
    const auto keys = static_cast<Index>(shown.key_tokens().size());
    const auto chosen = [](std::optional<Index> token, Index count) { return token && *token < count; };
    TwoLinks links;
    links.first.query = chosen(lesson.first_from, queries) ? *lesson.first_from : lesson_query(ui.state);
    const std::vector<Index> best = strongest_keys(shown, ui.state.view.selected, links.first.query);
    if (best.empty()) return std::nullopt;
    links.first.key = chosen(lesson.first_to, keys) ? *lesson.first_to : best[0];
    if (chosen(lesson.second_from, queries) && chosen(lesson.second_to, keys)) {
        links.second = {*lesson.second_from, *lesson.second_to};
    } else if (shown.is_square() && best.size() > 1) {
        const Index rival = best[0] == links.first.key ? best[1] : best[0];
        links.second = {rival, links.first.key};
    } else {
        links.second = {links.first.query, best.size() > 1 ? best[1] : best[0]};
    }
    return links;
}

// A token as a button that goes on to the next one when pressed.
float draw_token_choice(const Ui& ui, const char* id, ImVec2 at, AxisToken token, ImU32 colour,
                        const std::function<void(Index)>& choose) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ShownTrace& shown = *ui.state.shown;
    const float height = ui.px(28);
    const Label& label = token_text(ui, token, ui.px(14), ui.px(140));
    const Rect rect{at.x, at.y, label.size.x + ui.px(34), height};
    ImGui::PushID(id);
    const AreaState pointer = area("token", rect);
    if (pointer.clicked) ImGui::OpenPopup("tokens");
    list.AddRectFilled(min_of(rect), max_of(rect), pointer.hovered ? ui.palette().raised_hover : ui.palette().raised,
                       ui.px(4));
    list.AddRect(min_of(rect), max_of(rect), ui.palette().line, ui.px(4));
    draw_text_in(list, ui.style.fonts->small, rect.inset(ui.px(8), 0), ui.palette().dim, "▾", Align::kRight);
    ui.labels.draw(list, {rect.x + ui.px(10), rect.y + (height - label.size.y) / 2}, label, colour);
    ImGui::PushStyleColor(ImGuiCol_PopupBg, ui.palette().raised);
    ImGui::SetNextWindowPos({rect.x, rect.bottom() + ui.px(2)});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {ui.px(260), ui.px(420)});
    if (ImGui::BeginPopup("tokens")) {
        const std::vector<Token>& tokens = token.axis == Axis::kQuery ? shown.query_tokens() : shown.key_tokens();
        for (Index i = 0; i < static_cast<Index>(tokens.size()); ++i) {
            const ImVec2 place = ImGui::GetCursorScreenPos();
            const Rect row{place.x, place.y, ui.px(200), ui.px(22)};
            ImGui::PushID(static_cast<int>(i));
            const AreaState over = area("row", row);
            ImGui::PopID();
            ImDrawList& popup = *ImGui::GetWindowDrawList();
            if (over.hovered) popup.AddRectFilled(min_of(row), max_of(row), ui.palette().raised_active, ui.px(3));
            draw_token_in(ui, popup, {token.axis, i}, row.inset(ui.px(6), 0), ui.px(13), ui.palette().text,
                          Align::kLeft);
            if (over.clicked) {
                choose(i);
                ImGui::CloseCurrentPopup();
            }
            ImGui::SetCursorScreenPos({place.x, row.bottom()});
        }
        ImGui::Dummy({1, 1});
        ImGui::EndPopup();
    }
    ImGui::PopStyleColor();
    ImGui::PopID();
    return rect.w;
}

// The row of one head with both keys lit.
void draw_row_bars(const Ui& ui, const Rect& rect, HeadRef head, Index query, Index lit, ImU32 colour) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ShownTrace& shown = *ui.state.shown;
    const std::vector<Index>& keys = shown.keys();
    const float cell = rect.w / static_cast<float>(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const float weight = shown.weight(head, query, keys[i]);
        const float x = rect.x + cell * static_cast<float>(i);
        const float height = std::max(1.0F, (rect.h - ui.px(34)) * std::clamp(weight, 0.0F, 1.0F));
        const float floor_y = rect.bottom() - ui.px(18);
        const bool is_lit = keys[i] == lit;
        list.AddRectFilled({x + cell * 0.15F, floor_y - height}, {x + cell * 0.85F, floor_y},
                           is_lit ? colour : with_alpha(ui.palette().dim, 0.45F));
        if (is_lit || (weight >= 0.1F && cell >= ui.px(30)))
            draw_text_in(list, ui.style.fonts->small,
                         {x - ui.px(14), floor_y - height - ui.px(15), cell + ui.px(28), ui.px(14)}, ui.palette().text,
                         is_lit ? fixed(weight, 3) : short_weight(weight), Align::kCentre);
        if (cell >= ui.px(24))
            draw_token_in(ui, list, key_token(keys[i]), {x, floor_y + ui.px(2), cell - ui.px(3), ui.px(15)}, ui.px(11),
                          is_lit ? colour : ui.palette().dim, Align::kCentre);
    }
    list.AddLine({rect.x, rect.bottom() - ui.px(18)}, {rect.right(), rect.bottom() - ui.px(18)}, ui.palette().line);
}

// The heads of all layers that hold a link best.
float draw_strongest(const Ui& ui, const Rect& room, float y, TokenLink link, ImU32 colour) {
    const ShownTrace& shown = *ui.state.shown;
    std::vector<std::pair<float, HeadRef>> heads;
    for (Index layer = 0; layer < shown.n_layers(); ++layer)
        for (Index head = 0; head < shown.n_heads(); ++head)
            heads.emplace_back(shown.weight({layer, head}, link.query, link.key), HeadRef{layer, head});
    const std::size_t count = std::min<std::size_t>(5, heads.size());
    std::partial_sort(heads.begin(), heads.begin() + static_cast<std::ptrdiff_t>(count), heads.end(),
                      [](const auto& a, const auto& b) { return a.first > b.first; });
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float row = ui.px(22);
    for (std::size_t i = 0; i < count; ++i, y += row) {
        const auto& [weight, head] = heads[i];
        ImGui::PushID(static_cast<int>(head.layer * shown.n_heads() + head.head));
        const AreaState pointer = area("strong head", {room.x, y, room.w, row});
        ImGui::PopID();
        if (pointer.hovered) list.AddRectFilled({room.x, y}, {room.right(), y + row}, ui.palette().raised, ui.px(3));
        if (pointer.clicked) ui.ask(SelectHead{head});
        draw_text_in(list, ui.style.fonts->normal, {room.x + ui.px(4), y, ui.px(60), row}, ui.palette().text,
                     std::to_string(head.layer) + ":" + std::to_string(head.head), Align::kLeft);
        draw_bar(ui, {room.x + ui.px(64), y + ui.px(6), room.w - ui.px(130), row - ui.px(12)}, weight, colour);
        draw_text_in(list, ui.style.fonts->normal, {room.right() - ui.px(60), y, ui.px(56), row}, ui.palette().text,
                     fixed(weight, 3), Align::kRight);
    }
    return y;
}

}  // namespace

float draw_lesson_readings(const Ui& ui, const Rect& room) {
    float y =
        draw_heading(ui, room, room.y, "Two readings need two heads",
                     "Choose two links that compete. Each head of a layer has a softmax of its own, so one can hold "
                     "the first reading while another holds the second, from the same input, at the same time.");
    if (!ui.state.shown || ui.state.shown->is_empty()) {
        draw_empty_page(ui, room, y);
        return y + ui.px(200);
    }
    const std::optional<TwoLinks> links = links_of(ui);
    if (!links) return draw_paragraph(ui, room, y, "This text has no two words that could compete.");
    const ShownTrace& shown = *ui.state.shown;
    const Palette& palette = ui.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto choose = [&](TokenLink first, TokenLink second) {
        LessonState changed = ui.state.lesson;
        changed.first_from = first.query;
        changed.first_to = first.key;
        changed.second_from = second.query;
        changed.second_to = second.key;
        change_lesson(ui, changed);
    };
    const float half = std::floor((room.w - ui.px(30)) / 2);
    const TokenLink both[] = {links->first, links->second};
    const ImU32 colours[] = {palette.query, palette.key};
    float end = y;
    for (std::size_t i = 0; i < 2; ++i) {
        const Rect column{room.x + static_cast<float>(i) * (half + ui.px(30)), y, half, 0};
        draw_text(list, ui.style.fonts->small, {column.x, y}, palette.dim, i == 0 ? "first reading" : "second reading");
        ImGui::PushID(static_cast<int>(i));
        float x = column.x;
        x +=
            draw_token_choice(ui, "from", {x, y + ui.px(18)}, query_token(both[i].query), colours[i], [&](Index token) {
                TwoLinks next = *links;
                (i == 0 ? next.first : next.second).query = token;
                choose(next.first, next.second);
            });
        draw_text_in(list, ui.style.fonts->normal, {x, y + ui.px(18), ui.px(30), ui.px(28)}, palette.dim, "→",
                     Align::kCentre);
        x += ui.px(30);
        draw_token_choice(ui, "to", {x, y + ui.px(18)}, key_token(both[i].key), colours[i], [&](Index token) {
            TwoLinks next = *links;
            (i == 0 ? next.first : next.second).key = token;
            choose(next.first, next.second);
        });
        draw_source(ui, column, y + ui.px(52), "The heads of the whole model that hold it best:");
        end = std::max(end, draw_strongest(ui, column, y + ui.px(70), both[i], colours[i]));
        ImGui::PopID();
    }
    y = end + ui.px(16);
    const std::vector<CompetingHeads> pairs =
        find_competing_heads(get_map_set(*shown.trace(), shown.set()).maps, both[0], both[1]);
    if (pairs.empty()) return draw_paragraph(ui, room, y, "This model has one head a layer.");
    const CompetingHeads& best = pairs.front();
    const HeadRef heads[] = {{best.layer, best.first}, {best.layer, best.second}};
    y = draw_paragraph(ui, room, y,
                       "In layer " + std::to_string(best.layer) + ", head " + std::to_string(best.first) +
                           " holds the first and head " + std::to_string(best.second) + " the second",
                       ui.style.fonts->bold, palette.text);
    const float tall = ui.px(130);
    for (std::size_t i = 0; i < 2; ++i) {
        const Rect column{room.x + static_cast<float>(i) * (half + ui.px(30)), y, half, 0};
        const Words words[] = {{"head " + std::to_string(heads[i].head) + ", row of ", palette.dim},
                               {shown.query_label(both[i].query), colours[i], true}};
        draw_words(ui, {column.x, y}, words);
        draw_row_bars(ui, {column.x, y + ui.px(22), half, tall}, heads[i], both[i].query, both[i].key, colours[i]);
    }
    y += tall + ui.px(36);
    std::string others = "Found on this sentence, by the weaker of both links";
    for (std::size_t i = 1; i < std::min<std::size_t>(pairs.size(), 4); ++i)
        others += std::string(i == 1 ? ". Other layers: " : ", ") + "layer " + std::to_string(pairs[i].layer) +
                  " heads " + std::to_string(pairs[i].first) + " and " + std::to_string(pairs[i].second) + " (" +
                  fixed(pairs[i].first_weight, 3) + ", " + fixed(pairs[i].second_weight, 3) + ")";
    return draw_source(ui, room, y, others + ". It may be another pair on another sentence.");
}

}  // namespace headscope
