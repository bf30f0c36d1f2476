#include "app/views/links_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "app/state/selection.h"

namespace headscope {

LinksDrawing links_to_draw(const Ui& ui) {
    LinksDrawing drawing{ui, heads_with_links(ui.state.view), links_focus(ui.state), {}, links_go_into(ui.state)};
    ViewState view = ui.state.view;
    view.links_into = drawing.is_into;
    if (!drawing.focus) {
        StrongestLinksCache& kept = ui.kept.strongest_links;
        const LargeMapKey key = key_of(ui.state, LargeMap(drawing.shown(), drawing.heads.front()));
        if (!(kept.key == key) || kept.into != view.links_into || kept.threshold != view.links_threshold) {
            kept.links = strongest_links(drawing.shown(), drawing.heads.front(), view);
            kept.key = key;
            kept.into = view.links_into;
            kept.threshold = view.links_threshold;
        }
        drawing.links.push_back(kept.links);
        return drawing;
    }
    for (const HeadRef head : drawing.heads) {
        TokenLinks links = links_of_token(drawing.shown(), head, *drawing.focus, view);
        if (drawing.links.empty()) {
            drawing.left_out = links.left_out;
            drawing.weight_left_out = links.weight_left_out;
        }
        drawing.links.push_back(std::move(links.links));
    }
    return drawing;
}

std::string link_weight_words(float weight) {
    if (weight < 0) return "−" + link_weight_words(-weight);
    std::array<char, 16> text;
    std::snprintf(text.data(), text.size(), "%.3f", static_cast<double>(weight));
    return text.data();
}

void draw_link_curve(const Ui& ui, ImDrawList& list, const LinkCurve& curve, float weight, ImU32 colour) {
    constexpr float kInvisible = 1.0F / 255;  // weights that would not show
    constexpr float kWidest = 15;
    weight = std::abs(weight);  // of a change
    if (!(weight > kInvisible)) return;
    const float strength = std::min(1.0F, weight);
    list.AddBezierCubic(to_vec(curve.from), to_vec(curve.from_control), to_vec(curve.to_control), to_vec(curve.to),
                        with_alpha(colour, 0.15F + 0.85F * std::sqrt(strength)),
                        std::max(1.0F, ui.px(kWidest) * strength));
}

void point_at_link_token(const Ui& ui, bool is_query, Index token, bool clicked) {
    const bool is_near = is_query != ui.state.view.links_into;
    const std::optional<Index> locked = ui.state.view.locked_query;
    if (is_near && (is_query || ui.state.shown->is_square())) {
        ui.ask(PointAt{Hover{token, std::nullopt, std::nullopt}});
        if (clicked) ui.ask(ToggleLock{token});
    } else if (!is_query && (is_near || !locked)) {
        ui.ask(PointAt{Hover{locked, token, std::nullopt}});
        if (clicked) ui.ask(ToggleKeyLock{token});
    } else if (locked && is_query) {
        // Into the locked token: the far end is the query of the cell.
        ui.ask(PointAt{Hover{locked, std::nullopt, std::nullopt}});
    } else if (locked) {
        ui.ask(PointAt{Hover{locked, token, std::nullopt}});
        if (clicked) ui.ask(ToggleLock{*locked, token});
    }
}

std::string link_tip(const LinksDrawing& drawing, Index far) {
    std::string words;
    if (!drawing.focus) return words;
    for (const HeadRef head : drawing.heads) {
        const Index query = drawing.into() ? far : *drawing.focus;
        const Index key = drawing.into() ? *drawing.focus : far;
        const bool is_masked = drawing.shown().is_masked(head, query, key);
        words += (words.empty() ? "" : "\n") + map_name(drawing.shown(), head) + "   " +
                 (is_masked ? std::string("masked")
                            : precise_value(drawing.shown(), drawing.shown().weight(head, query, key)));
    }
    return words;
}

void draw_links(const Ui& ui, const Rect& rect) {
    ImDrawList& outer = *ImGui::GetWindowDrawList();
    outer.AddLine({rect.x, rect.y}, {rect.x, rect.bottom()}, ui.palette().line);
    const Rect room = rect.inset(ui.px(16), ui.px(4));
    if (!ui.state.shown || ui.state.shown->is_empty()) {
        draw_empty(ui, room, "No links yet.", "A line from each token to what it looks at.");
        return;
    }
    const LinksDrawing drawing = links_to_draw(ui);
    const float header = draw_links_header(drawing, room);
    const Rect body{room.x, room.y + header, room.w, std::max(1.0F, room.h - header - ui.px(2))};
    if (ui.state.view.links_layout == LinksLayout::kArcs && ui.state.shown->is_square()) {
        draw_links_arcs(drawing, body);
    } else {
        draw_links_columns(drawing, body);
    }
}

}  // namespace headscope
