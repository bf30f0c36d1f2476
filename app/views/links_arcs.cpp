#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "app/views/links_view.h"

namespace headscope {
namespace {

constexpr float kLabelSize = 13;
constexpr float kMaxLabel = 90;
constexpr float kSlant = std::numbers::pi_v<float> / 4;

// The widest label, as far as it matters for the room below the line.
float widest_label(const LinksDrawing& drawing) {
    float width = 0;
    const std::vector<Index>& tokens = drawing.shown().queries();
    const std::size_t looked_at = std::min<std::size_t>(tokens.size(), 128);
    for (std::size_t i = 0; i < looked_at; ++i)
        width = std::max(
            width,
            token_text(drawing.ui, query_token(tokens[i]), drawing.ui.px(kLabelSize), drawing.ui.px(kMaxLabel)).size.x);
    return width;
}

void draw_arcs(const LinksDrawing& drawing, ImDrawList& list, const LinksArcs& at, float scrolled, const Rect& seen) {
    const Ui& ui = drawing.ui;
    const ShownTrace& shown = drawing.shown();
    for (std::size_t h = drawing.links.size(); h-- > 0;) {
        const ImU32 colour = ui.palette().heads[h];
        for (const DrawnLink& link : drawing.links[h]) {
            const Index from = *shown.query_place(link.query);
            const Index to = *shown.key_place(link.key);
            const float left = at.x(std::min(from, to), scrolled);
            const float right = at.x(std::max(from, to), scrolled);
            if (right < seen.x || left > seen.right()) continue;
            const float weight = std::abs(drawing.focus ? link.weight : link.weight * 0.3F);
            const LinkCurve curve = at.curve(from, to, static_cast<int>(h), scrolled);
            draw_link_curve(ui, list, curve, weight, colour);
            // A dot where the key is.
            if (weight > 0.02F)
                list.AddCircleFilled(to_vec(curve.to), ui.px(1.5F + 2.5F * std::min(1.0F, weight)), colour);
        }
    }
}

void draw_weights(const LinksDrawing& drawing, ImDrawList& list, const LinksArcs& at, float scrolled,
                  const Rect& seen) {
    if (!drawing.focus || !at.has_numbers()) return;
    const Ui& ui = drawing.ui;
    for (std::size_t h = 0; h < drawing.links.size(); ++h) {
        for (const DrawnLink& link : drawing.links[h]) {
            if (std::abs(link.weight) < drawing.least_numbered()) continue;
            const Index place = drawing.far_place(link);
            const Rect cell = at.number(place, static_cast<int>(h), scrolled);
            if (cell.right() < seen.x || cell.x > seen.right()) continue;
            const std::string words = cell.w < ui.px(40) ? short_weight(link.weight) : link_weight_words(link.weight);
            draw_text_in(list, ui.style.fonts->small, cell, ui.palette().heads[h], words, Align::kCentre);
        }
    }
}

// Level where they fit, else slanted. A line joins the pieces of one word.
void draw_labels(const LinksDrawing& drawing, ImDrawList& list, const LinksArcs& at, float scrolled, float widest,
                 const Rect& seen) {
    const Ui& ui = drawing.ui;
    const ShownTrace& shown = drawing.shown();
    const std::vector<Index>& tokens = shown.queries();
    const bool is_level = widest + ui.px(8) <= at.pitch();
    const std::optional<Index> far = drawing.into() ? std::nullopt : lit_key(ui.state);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Index token = tokens[i];
        const float x = at.x(static_cast<Index>(i), scrolled);
        if (x < seen.x - ui.px(kMaxLabel) || x > seen.right() + ui.px(kMaxLabel)) continue;
        ImU32 colour = shown.query_token(token).is_special ? ui.palette().dim : ui.palette().text;
        if (far == token && drawing.focus) colour = ui.palette().key;
        if (drawing.focus == token) colour = drawing.into() ? ui.palette().key : ui.palette().query;
        const Label& label = token_text(ui, query_token(token), ui.px(kLabelSize), ui.px(kMaxLabel));
        if (is_level) {
            ui.labels.draw(list, {x - label.size.x / 2, at.label_top() + ui.px(2)}, label, colour);
        } else {
            ui.labels.draw_rotated(list, {x, at.label_top() + ui.px(5)}, label, {0, label.size.y * 0.4F}, kSlant,
                                   colour);
        }
        if (i > 0 && shown.query_word(token) == shown.query_word(tokens[i - 1]))
            list.AddLine({at.x(static_cast<Index>(i) - 1, scrolled), at.line() + ui.px(2)}, {x, at.line() + ui.px(2)},
                         ui.palette().dim, ui.px(2));
    }
}

void handle_pointer(const LinksDrawing& drawing, const LinksArcs& at, float scrolled, const Rect& seen) {
    const Rect labels{seen.x, at.line() - 6, seen.w, seen.bottom() - at.line() + 6};
    const AreaState pointer = area("tokens", labels);
    if (!pointer.hovered) return;
    const auto place = at.hit(pointer.mouse, scrolled);
    if (!place) return;
    const Index token = drawing.shown().queries()[static_cast<std::size_t>(*place)];
    // One line serves as both ends, so a token pointed at is always the one whose links are drawn.
    drawing.ui.ask(PointAt{Hover{token, std::nullopt, std::nullopt}});
    if (pointer.clicked) drawing.ui.ask(ToggleLock{token});
}

// Scrolls so that a newly lit token can be seen; never under the pointer.
void keep_in_sight(const LinksDrawing& drawing, const LinksArcs& at, const Rect& seen) {
    const Ui& ui = drawing.ui;
    if (ui.kept.links_scrolled_to == drawing.focus) return;
    ui.kept.links_scrolled_to = drawing.focus;
    if (!drawing.focus || ImGui::IsWindowHovered()) return;
    const std::optional<Index> place =
        drawing.into() ? drawing.shown().key_place(*drawing.focus) : drawing.shown().query_place(*drawing.focus);
    if (place) ImGui::SetScrollX(at.x(*place, 0) - seen.x - seen.w / 2);
}

}  // namespace

void draw_links_arcs(const LinksDrawing& drawing, const Rect& whole) {
    const Ui& ui = drawing.ui;
    const auto tokens = static_cast<Index>(drawing.shown().queries().size());
    const float widest = widest_label(drawing);
    LinksArcs::Metrics metrics;
    for (float* length : {&metrics.max_pitch, &metrics.min_pitch, &metrics.number, &metrics.number_wide,
                          &metrics.least_arc, &metrics.margin})
        *length = ui.px(*length);
    metrics.label = widest * 0.7072F + ui.px(20);
    const auto heads = static_cast<int>(drawing.heads.size());
    const LinksArcs slanted(whole, tokens, heads, metrics);
    Rect room = whole;
    if (slanted.content_width() > whole.w) room.h -= ui.px(12);  // for the scroll bar
    if (widest + ui.px(8) <= slanted.pitch()) metrics.label = ui.px(26);
    const LinksArcs at(room, tokens, heads, metrics);

    ImGui::SetCursorScreenPos(min_of(whole));
    constexpr ImGuiWindowFlags kFlags =
        ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    ImGui::BeginChild("arcs", {whole.w, whole.h}, false, kFlags);
    if (ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel != 0)
        ImGui::SetScrollX(ImGui::GetScrollX() - ImGui::GetIO().MouseWheel * ui.px(90));
    keep_in_sight(drawing, at, room);
    const float scrolled = room.x - ImGui::GetCursorScreenPos().x;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({room.x, at.line()}, {room.right(), at.line()}, ui.palette().line);
    draw_arcs(drawing, list, at, scrolled, room);
    draw_weights(drawing, list, at, scrolled, room);
    draw_labels(drawing, list, at, scrolled, widest, room);
    handle_pointer(drawing, at, scrolled, room);
    if (at.content_width() > room.w) {
        ImGui::SetCursorScreenPos({room.x - scrolled + at.content_width() - 1, room.y});
        ImGui::Dummy({1, 1});
    }
    ImGui::EndChild();
}

}  // namespace headscope
