#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "app/state/glossary.h"
#include "app/views/links_view.h"

namespace headscope {
namespace {

constexpr float kHeading = 16;
constexpr float kLabelSize = 13;

// The row below the keys that stands for what no token gets.
bool has_sink_row(const LinksDrawing& drawing) {
    if (drawing.into()) return false;
    return std::any_of(drawing.heads.begin(), drawing.heads.end(),
                       [&](HeadRef head) { return drawing.shown().has_sinks(head.layer); });
}

Index sink_place(const ShownTrace& shown) {
    return static_cast<Index>(shown.keys().size());
}

// "query" and "key" above their columns, and the name of each head above its weights.
void draw_headings(const LinksDrawing& drawing, const LinksColumns& at, const Rect& row) {
    const Ui& ui = drawing.ui;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImFont* font = ui.style.fonts->small;
    const Rect query = at.query_label(0, 0);
    const Rect key = at.key_label(0, 0);
    draw_text_in(list, font, {query.x, row.y, query.w, row.h}, ui.palette().dim, "query", Align::kRight);
    draw_text_in(list, font, {key.x, row.y, key.w, row.h}, ui.palette().dim, "key", Align::kLeft);
    const Rect middle{at.left(), row.y, at.right() - at.left(), row.h};
    std::string heading =
        drawing.focus ? (drawing.into() ? "who looks at it" : "what it looks at") : "strongest of each token";
    const std::string with_legend = heading + " · wider = more";
    if (text_size(font, with_legend).x <= middle.w) heading = with_legend;
    draw_text_in(list, font, middle, ui.palette().dim, heading, Align::kCentre);
    const auto tell = [&](const char* id, const Rect& place, const char* tip) {
        if (area(id, place).hovered) show_tip(ui.style, tip);
    };
    tell("about queries", {query.x, row.y, query.w, row.h}, meaning_of("query"));
    tell("about keys", {key.x, row.y, key.w, row.h}, meaning_of("key"));
    tell("about links", middle,
         drawing.focus
             ? "One weight is one line: the wider and stronger, the larger, whatever other heads are drawn. "
               "Its colour says only whose it is; the head's number stands beside it."
             : "No token is lit: each has its strongest link alone, special tokens passed over. The wider and "
               "stronger a line, the larger its weight.");
    if (!drawing.focus || drawing.heads.size() < 2) return;
    for (std::size_t h = 0; h < drawing.heads.size(); ++h) {
        const Rect cell = at.number(0, static_cast<int>(h), 0);
        draw_text_in(list, font, {cell.x, row.y, cell.w - ui.px(6), row.h}, ui.palette().heads[h],
                     map_name(drawing.shown(), drawing.heads[h]), Align::kRight);
    }
}

void draw_curves(const LinksDrawing& drawing, ImDrawList& list, const LinksColumns& at, float scrolled) {
    const Ui& ui = drawing.ui;
    const ShownTrace& shown = drawing.shown();
    for (std::size_t h = drawing.links.size(); h-- > 0;) {
        for (const DrawnLink& link : drawing.links[h]) {
            const LinkCurve curve =
                at.curve(*shown.query_place(link.query), *shown.key_place(link.key), static_cast<int>(h), scrolled);
            // Quieter where every token has its link.
            const float weight = drawing.focus ? link.weight : link.weight * 0.3F;
            draw_link_curve(ui, list, curve, weight, ui.palette().heads[h]);
        }
    }
}

void draw_weight(const LinksDrawing& drawing, ImDrawList& list, const Rect& cell, std::size_t head, float weight) {
    const Ui& ui = drawing.ui;
    const bool is_narrow = cell.w < ui.px(40);
    const std::string words = is_narrow ? short_weight(weight) : link_weight_words(weight);
    const Rect rect{cell.x, cell.y, cell.w - ui.px(6), cell.h};
    draw_text_in(list, ui.style.fonts->small, rect, ui.palette().heads[head], words, Align::kRight);
    if (area("weight", rect).clicked) ui.ask(CopyText{(weight < 0 ? "-" : "") + precise_weight(std::abs(weight))});
    tip_if_hovered(ui.style, "Click to copy.");
}

void draw_weights(const LinksDrawing& drawing, ImDrawList& list, const LinksColumns& at, float scrolled,
                  const Rect& seen) {
    if (!drawing.focus) return;
    for (std::size_t h = 0; h < drawing.links.size(); ++h) {
        for (const DrawnLink& link : drawing.links[h]) {
            if (std::abs(link.weight) < drawing.least_numbered()) continue;
            const Index place = drawing.far_place(link);
            const Rect cell = at.number(place, static_cast<int>(h), scrolled);
            if (cell.bottom() < seen.y || cell.y > seen.bottom()) continue;
            ImGui::PushID(static_cast<int>(place) * 8 + static_cast<int>(h));
            draw_weight(drawing, list, cell, h, link.weight);
            ImGui::PopID();
        }
    }
}

// What the lit token gives to no token at all: its row sums to less than 1 by that much.
void draw_sink(const LinksDrawing& drawing, ImDrawList& list, const LinksColumns& at, float scrolled) {
    const Ui& ui = drawing.ui;
    const ShownTrace& shown = drawing.shown();
    const Index place = sink_place(shown);
    const Rect label = at.key_label(place, scrolled);
    draw_text_in(list, ui.style.fonts->small, label, ui.palette().dim, "(sink)", Align::kLeft);
    if (area("sink", label).hovered) {
        show_tip(
            ui.style,
            "A place to look at that is no token: the model learned how much each head gives to it. The weights of a "
            "row and what goes to the sink sum to 1.");
    }
    if (!drawing.focus) return;
    for (std::size_t h = 0; h < drawing.heads.size(); ++h) {
        const float weight = shown.sink_weight(drawing.heads[h], *drawing.focus);
        if (!(weight > 0)) continue;
        draw_link_curve(ui, list, at.curve(*shown.query_place(*drawing.focus), place, static_cast<int>(h), scrolled),
                        weight, with_alpha(ui.palette().heads[h], 0.5F));
        ImGui::PushID(static_cast<int>(h));
        draw_weight(drawing, list, at.number(place, static_cast<int>(h), scrolled), h, weight);
        ImGui::PopID();
    }
}

// A side of the sentence, with a thin line beside the pieces of one word.
void draw_labels(const LinksDrawing& drawing, ImDrawList& list, const LinksColumns& at, float scrolled,
                 const Rect& seen, Axis axis) {
    const Ui& ui = drawing.ui;
    const ShownTrace& shown = drawing.shown();
    const bool is_query = axis == Axis::kQuery;
    const bool is_near = is_query != drawing.into();
    const std::vector<Index>& tokens = is_query ? shown.queries() : shown.keys();
    const std::optional<Index> lit = is_query ? lit_query(ui.state) : lit_key(ui.state);
    Index chosen = -1;  // no token
    if (is_near) chosen = drawing.focus.value_or(-1);
    if (!is_near && !drawing.into()) chosen = lit.value_or(-1);
    const float size = std::min(ui.px(kLabelSize), at.row() * 0.8F);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto place = static_cast<Index>(i);
        const Rect rect = is_query ? at.query_label(place, scrolled) : at.key_label(place, scrolled);
        if (rect.bottom() < seen.y || rect.y > seen.bottom()) continue;
        const Index token = tokens[i];
        const bool is_special = (is_query ? shown.query_token(token) : shown.key_token(token)).is_special;
        const bool is_quiet = is_special || (is_near && drawing.focus && chosen != token);
        ImU32 colour = is_quiet ? ui.palette().dim : ui.palette().text;
        if (chosen == token) colour = is_query ? ui.palette().query : ui.palette().key;
        draw_token_in(ui, list, {axis, token}, rect, size, colour, is_query ? Align::kRight : Align::kLeft);
        const auto word = [&](Index of) { return is_query ? shown.query_word(of) : shown.key_word(of); };
        if (i > 0 && word(token) == word(tokens[i - 1])) {
            const float x = is_query ? rect.right() + ui.px(3) : rect.x - ui.px(3);
            list.AddLine({x, rect.y - rect.h * 0.7F}, {x, rect.bottom() - rect.h * 0.3F}, ui.palette().dim, ui.px(1));
        }
    }
}

void handle_pointer(const LinksDrawing& drawing, const LinksColumns& at, float scrolled, const Rect& seen) {
    const Ui& ui = drawing.ui;
    const Rect whole{seen.x, seen.y - scrolled, seen.w, at.content_height()};
    const AreaState pointer = area("tokens", whole);
    if (!pointer.hovered) return;
    const auto hit = at.hit(pointer.mouse, scrolled);
    if (!hit) return;
    const std::vector<Index>& tokens = hit->is_query ? drawing.shown().queries() : drawing.shown().keys();
    if (hit->place >= static_cast<Index>(tokens.size())) return;
    const Index token = tokens[static_cast<std::size_t>(hit->place)];
    point_at_link_token(ui, hit->is_query, token, pointer.clicked);
    const bool is_far = hit->is_query == drawing.into();
    if (is_far && drawing.focus) show_tip(ui.style, link_tip(drawing, token));
}

// Where not all rows fit, scrolls so that a newly lit token and what it looks at can be seen; never under the pointer.
void keep_in_sight(const LinksDrawing& drawing, float row, float height) {
    const Ui& ui = drawing.ui;
    if (ui.kept.links_scrolled_to == drawing.focus) return;
    ui.kept.links_scrolled_to = drawing.focus;
    if (!drawing.focus || ImGui::IsWindowHovered()) return;
    const ShownTrace& shown = drawing.shown();
    const Index from = drawing.into() ? *shown.key_place(*drawing.focus) : *shown.query_place(*drawing.focus);
    const std::vector<DrawnLink>& links = drawing.links.front();
    Index to = from;
    if (!links.empty())
        to = drawing.into() ? *shown.query_place(links.back().query) : *shown.key_place(links.back().key);
    const float middle = row * (static_cast<float>(from + to) / 2 + 0.5F);
    const bool both_fit = row * static_cast<float>(std::abs(from - to) + 1) <= height;
    ImGui::SetScrollY((both_fit ? middle : row * (static_cast<float>(from) + 0.5F)) - height / 2);
}

}  // namespace

void draw_links_columns(const LinksDrawing& drawing, const Rect& room) {
    const Ui& ui = drawing.ui;
    const ShownTrace& shown = drawing.shown();
    const bool has_sink = has_sink_row(drawing);
    LinksColumns::Counts counts;
    counts.queries = static_cast<Index>(shown.queries().size());
    counts.keys = static_cast<Index>(shown.keys().size()) + (has_sink ? 1 : 0);
    counts.heads = static_cast<int>(drawing.heads.size());
    counts.into = drawing.into();
    LinksColumns::Metrics metrics;
    for (float* length : {&metrics.min_row, &metrics.max_row, &metrics.min_label, &metrics.max_label, &metrics.number,
                          &metrics.least, &metrics.link_gap, &metrics.label_gap})
        *length = ui.px(*length);
    const Rect body{room.x, room.y + ui.px(kHeading), room.w, std::max(1.0F, room.h - ui.px(kHeading))};
    // A scroll bar, where there is one, stands beside the columns.
    const Rect inner{body.x, body.y, body.w - ui.px(4), body.h};
    const LinksColumns at(inner, counts, metrics);
    draw_headings(drawing, at, {room.x, room.y, room.w, ui.px(kHeading)});

    ImGui::SetCursorScreenPos(min_of(body));
    ImGui::BeginChild("links", {body.w, body.h}, false, ImGuiWindowFlags_NoBackground);
    keep_in_sight(drawing, at.row(), body.h);
    const float scrolled = body.y - ImGui::GetCursorScreenPos().y;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_curves(drawing, list, at, scrolled);
    // Weights are pressed before the tokens below them.
    draw_weights(drawing, list, at, scrolled, body);
    if (has_sink) draw_sink(drawing, list, at, scrolled);
    draw_labels(drawing, list, at, scrolled, body, Axis::kQuery);
    draw_labels(drawing, list, at, scrolled, body, Axis::kKey);
    handle_pointer(drawing, at, scrolled, body);
    ImGui::SetCursorScreenPos({body.x, body.y - scrolled + at.content_height() - 1});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

}  // namespace headscope
