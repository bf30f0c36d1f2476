#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

#include "app/state/selection.h"
#include "app/views/views.h"

namespace headscope {
namespace {

constexpr float kRow = 24;
constexpr float kMinRow = 13;
constexpr float kNumberColumn = 46;
constexpr float kLeastNumbered = 0.1F;  // weights below stand only in the tip

struct Columns {
    float left_x;     // where links begin: the right end of query labels
    float right_x;    // where they end: the left end of key labels
    float numbers_x;  // left end of the weights
    float top;
    float row;

    float y(Index place) const { return top + row * (static_cast<float>(place) + 0.5F); }
};

std::vector<HeadRef> heads_on(const AppState& state) {
    return heads_with_links(state.view);
}

std::string short_name(HeadRef head) {
    return std::to_string(head.layer) + "·" + std::to_string(head.head);
}

void draw_link(ImDrawList& list, const Columns& at, Index from, Index to, float weight, ImU32 colour, float offset,
               float width) {
    const float y0 = at.y(from) + offset;
    const float y1 = at.y(to) + offset;
    const float bend = (at.right_x - at.left_x) * 0.5F;
    const float strength = std::min(1.0F, weight);
    list.AddBezierCubic({at.left_x, y0}, {at.left_x + bend, y0}, {at.right_x - bend, y1}, {at.right_x, y1},
                        with_alpha(colour, 0.15F + 0.85F * std::sqrt(strength)), std::max(1.0F, width * strength));
}

void draw_query_links(const Ui& ui, ImDrawList& list, const Columns& at, Index query) {
    const ShownTrace& shown = *ui.state.shown;
    const std::vector<Index>& keys = shown.keys();
    const std::vector<HeadRef> heads = heads_on(ui.state);
    constexpr float kInvisible = 1.0F / 255;  // weights that would not show
    for (std::size_t h = heads.size(); h-- > 0;) {
        const float offset = ui.px(2) * (static_cast<float>(h) - static_cast<float>(heads.size() - 1) / 2);
        for (std::size_t place = 0; place < keys.size(); ++place) {
            const float weight = shown.weight(heads[h], query, keys[place]);
            if (!(weight > kInvisible)) continue;
            draw_link(list, at, *shown.query_place(query), static_cast<Index>(place), weight, ui.palette().heads[h],
                      offset, ui.px(15));
        }
    }
}

// With no token lit: where each token looks most, quietly.
void draw_strongest_links(const Ui& ui, ImDrawList& list, const Columns& at) {
    const ShownTrace& shown = *ui.state.shown;
    for (const Index query : shown.queries()) {
        const TopTarget top = shown.top_target(ui.state.view.selected, query);
        if (top.key < 0) continue;
        draw_link(list, at, *shown.query_place(query), *shown.key_place(top.key), top.weight,
                  with_alpha(ui.palette().heads[0], 0.7F), 0, ui.px(4));
    }
}

// The row below the keys that stands for what no token gets.
bool has_sink_row(const AppState& state) {
    for (const HeadRef head : heads_on(state)) {
        if (state.shown->has_sinks(head.layer)) return true;
    }
    return false;
}

Index sink_place(const ShownTrace& shown) {
    return static_cast<Index>(shown.keys().size());
}

std::string three_digits(float weight) {
    std::array<char, 16> text;
    std::snprintf(text.data(), text.size(), "%.3f", static_cast<double>(weight));
    return text.data();
}

void draw_numbers(const Ui& ui, ImDrawList& list, const Columns& at, Index query) {
    const ShownTrace& shown = *ui.state.shown;
    const std::vector<HeadRef> heads = heads_on(ui.state);
    for (std::size_t place = 0; place < shown.keys().size(); ++place) {
        for (std::size_t h = 0; h < heads.size(); ++h) {
            const float weight = shown.weight(heads[h], query, shown.keys()[place]);
            if (!(weight >= kLeastNumbered)) continue;
            const Rect cell{at.numbers_x + ui.px(kNumberColumn) * static_cast<float>(h),
                            at.y(static_cast<Index>(place)) - ui.px(9), ui.px(kNumberColumn - 6), ui.px(18)};
            draw_text_in(list, ui.style.fonts->small, cell, ui.palette().heads[h], three_digits(weight), Align::kRight);
            ImGui::PushID(static_cast<int>(place * heads.size() + h));
            if (area("weight", cell).clicked) ui.ask(CopyText{precise_weight(weight)});
            tip_if_hovered(ui.style, "Click to copy.");
            ImGui::PopID();
        }
    }
}

// What the lit token gives to no token at all: its row sums to less than 1 by that much.
void draw_sink(const Ui& ui, ImDrawList& list, const Columns& at, std::optional<Index> query) {
    const ShownTrace& shown = *ui.state.shown;
    const float y = at.y(sink_place(shown));
    const Rect label{at.right_x + ui.px(8), y - at.row / 2, at.numbers_x - at.right_x - ui.px(10), at.row};
    draw_text_in(list, ui.style.fonts->small, label, ui.palette().dim, "(sink)", Align::kLeft);
    if (area("sink", label).hovered) {
        show_tip(
            ui.style,
            "A place to look at that is no token: the model learned how much each head gives to it. The weights of a "
            "row and what goes to the sink sum to 1.");
    }
    if (!query) return;
    const std::vector<HeadRef> heads = heads_on(ui.state);
    for (std::size_t h = 0; h < heads.size(); ++h) {
        const float weight = shown.sink_weight(heads[h], *query);
        if (!(weight > 0)) continue;
        draw_link(list, at, *shown.query_place(*query), sink_place(shown), weight,
                  with_alpha(ui.palette().heads[h], 0.5F), 0, ui.px(15));
        const Rect cell{at.numbers_x + ui.px(kNumberColumn) * static_cast<float>(h), y - ui.px(9),
                        ui.px(kNumberColumn - 6), ui.px(18)};
        draw_text_in(list, ui.style.fonts->small, cell, ui.palette().heads[h], three_digits(weight), Align::kRight);
    }
}

void draw_query_labels(const Ui& ui, ImDrawList& list, const Columns& at, const Rect& clip) {
    const ShownTrace& shown = *ui.state.shown;
    const std::optional<Index> lit = lit_query(ui.state);
    const float size = std::min(ui.px(13), at.row * 0.8F);
    for (std::size_t place = 0; place < shown.queries().size(); ++place) {
        const Index query = shown.queries()[place];
        const float y = at.y(static_cast<Index>(place));
        if (y < clip.y - at.row || y > clip.bottom() + at.row) continue;
        const bool is_quiet = shown.query_token(query).is_special || (lit && lit != query);
        const ImU32 colour = lit == query ? ui.palette().query : (is_quiet ? ui.palette().dim : ui.palette().text);
        const Rect rect{clip.x, y - at.row / 2, at.left_x - ui.px(8) - clip.x, at.row};
        draw_token_in(ui, list, query_token(query), rect, size, colour, Align::kRight);
        ImGui::PushID(static_cast<int>(query));
        const AreaState from = area("from", {rect.x, rect.y, rect.w + ui.px(20), rect.h});
        ImGui::PopID();
        if (from.hovered) ui.ask(PointAt{Hover{query, std::nullopt, std::nullopt}});
        if (from.clicked) ui.ask(ToggleLock{query});
    }
}

void draw_key_labels(const Ui& ui, ImDrawList& list, const Columns& at, const Rect& clip) {
    const ShownTrace& shown = *ui.state.shown;
    const std::optional<Index> lit = lit_key(ui.state);
    const std::optional<Index> locked = ui.state.view.locked_query;
    const float size = std::min(ui.px(13), at.row * 0.8F);
    for (std::size_t place = 0; place < shown.keys().size(); ++place) {
        const Index key = shown.keys()[place];
        const float y = at.y(static_cast<Index>(place));
        if (y < clip.y - at.row || y > clip.bottom() + at.row) continue;
        const ImU32 quiet = shown.key_token(key).is_special ? ui.palette().dim : ui.palette().text;
        const Rect rect{at.right_x + ui.px(8), y - at.row / 2, at.numbers_x - at.right_x - ui.px(10), at.row};
        draw_token_in(ui, list, key_token(key), rect, size, lit == key ? ui.palette().key : quiet, Align::kLeft);
        ImGui::PushID(static_cast<int>(key));
        const AreaState to = area("to", rect);
        ImGui::PopID();
        if (to.hovered && locked) ui.ask(PointAt{Hover{locked, key, std::nullopt}});
        if (to.clicked && locked) ui.ask(ToggleLock{*locked, key});
    }
}

// Where not all rows fit, scrolls so that a newly lit token and what it looks at can be seen; never under the pointer.
void keep_in_sight(const Ui& ui, float row, float height) {
    const std::optional<Index> query = lit_query(ui.state);
    if (ui.kept.links_scrolled_to == query) return;
    ui.kept.links_scrolled_to = query;
    if (!query || ImGui::IsWindowHovered()) return;
    const std::optional<Index> key = lit_key(ui.state);
    const Index from = *ui.state.shown->query_place(*query);
    const Index to = key ? *ui.state.shown->key_place(*key) : from;
    const float middle = row * (static_cast<float>(from + to) / 2 + 0.5F);
    const bool both_fit = row * static_cast<float>(std::abs(from - to) + 1) <= height;
    ImGui::SetScrollY((both_fit ? middle : row * (static_cast<float>(from) + 0.5F)) - height / 2);
}

void draw_title(const Ui& ui, ImDrawList& list, const Rect& row, bool is_lit) {
    float x = draw_side_tabs(ui, row);
    const std::vector<HeadRef> heads = heads_on(ui.state);
    for (std::size_t h = 0; h < heads.size(); ++h) {
        const std::string name = short_name(heads[h]);
        const float width = text_size(ui.style.fonts->small, name).x + ui.px(14);
        const Rect chip{x, row.y + (row.h - ui.px(20)) / 2, width, ui.px(20)};
        list.AddRect(min_of(chip), max_of(chip), ui.palette().line, ui.px(3));
        draw_text_in(list, ui.style.fonts->small, chip, ui.palette().heads[h], name, Align::kCentre);
        ImGui::PushID(static_cast<int>(h));
        if (h > 0 && area("linked", chip).clicked) ui.ask(ToggleLinkedHead{heads[h]});
        if (h > 0) tip_if_hovered(ui.style, "Layer · head. Click to take its links away.");
        ImGui::PopID();
        x += width + ui.px(5);
    }
    const char* words = is_lit ? "query → key" : "strongest link of each token";
    if (heads.size() == 1 && is_lit) words = "shift-click a head to add its links";
    if (x + text_size(ui.style.fonts->small, words).x + ui.px(10) > row.right()) return;
    draw_text_in(list, ui.style.fonts->small, row, ui.palette().dim, words, Align::kRight);
}

}  // namespace

void draw_links(const Ui& ui, const Rect& rect) {
    ImDrawList& outer = *ImGui::GetWindowDrawList();
    outer.AddLine({rect.x, rect.y}, {rect.x, rect.bottom()}, ui.palette().line);
    const Rect room = rect.inset(ui.px(16), ui.px(4));
    if (!ui.state.shown || ui.state.shown->is_empty()) {
        draw_empty(ui, room, "No links yet.", "A line from each token to what it looks at.");
        return;
    }
    const ShownTrace& shown = *ui.state.shown;
    const std::optional<Index> lit = lit_query(ui.state);
    const bool is_lit = lit.has_value();
    draw_title(ui, outer, {room.x, room.y, room.w, ui.px(26)}, is_lit);

    const Rect body{room.x, room.y + ui.px(30), room.w, room.h - ui.px(34)};
    ImGui::SetCursorScreenPos(min_of(body));
    ImGui::BeginChild("links", {body.w, body.h}, false, ImGuiWindowFlags_NoBackground);
    const bool has_sink = has_sink_row(ui.state);
    const auto count = static_cast<float>(std::max(shown.queries().size(), shown.keys().size() + (has_sink ? 1U : 0U)));
    Columns at{};
    at.row = std::clamp(body.h / count, ui.px(kMinRow), ui.px(kRow));
    keep_in_sight(ui, at.row, body.h);
    at.top = ImGui::GetCursorScreenPos().y;
    const float numbers = ui.px(kNumberColumn) * static_cast<float>(heads_on(ui.state).size());
    const float label = std::clamp((body.w - numbers) * 0.22F, ui.px(50), ui.px(110));
    at.numbers_x = body.right() - numbers - ui.px(4);
    at.left_x = body.x + label;
    at.right_x = at.numbers_x - label;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (is_lit) {
        draw_query_links(ui, list, at, *lit);
    } else {
        draw_strongest_links(ui, list, at);
    }
    if (has_sink) draw_sink(ui, list, at, lit);
    draw_query_labels(ui, list, at, body);
    draw_key_labels(ui, list, at, body);
    if (is_lit) draw_numbers(ui, list, at, *lit);
    ImGui::SetCursorScreenPos({body.x, at.top + at.row * count - 1});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

}  // namespace headscope
