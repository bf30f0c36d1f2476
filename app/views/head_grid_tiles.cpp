#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "app/state/block_edges.h"
#include "app/state/selection.h"
#include "app/views/card_rows.h"
#include "app/views/head_grid.h"
#include "app/views/role_style.h"
#include "app/views/views.h"

namespace headscope {
namespace {

constexpr float kUnmatched = 0.22F;  // opacity of heads that the filter does not find

ImU32 shaded(const GridFrame& frame, HeadRef head, ImU32 colour) {
    return frame.heads.matches(head) ? colour : with_alpha(colour, kUnmatched + 0.1F);
}

void draw_maps(const GridFrame& frame) {
    std::vector<HeatmapTile>& tiles = frame.ui.kept.tiles;
    tiles.clear();
    for (Index tile = 0; tile < frame.at.count(); ++tile) {
        if (!frame.at.is_visible(tile)) continue;
        const HeadRef head = frame.head(tile);
        const Rect map = frame.map_rect(tile);
        HeatmapTile drawn;
        drawn.min = min_of(map);
        drawn.max = max_of(map);
        drawn.slice = frame.ui.state.shown->slice(head);
        drawn.opacity = frame.heads.matches(head) ? 1 : kUnmatched;
        tiles.push_back(drawn);
    }
    frame.ui.graphics.draw_heatmaps(frame.list, tiles, heatmap_style(frame.ui.state, false));
}

// What stands under a thumbnail or on a tile of words: the far end of the lit token's strongest link in this head.
struct Caption {
    AxisToken token;
    float weight;
    bool is_lit;
};
const DrawnLink& link_into_key(const GridFrame& frame, HeadRef head) {
    const std::shared_ptr<const ShownTrace>& shown = frame.ui.state.shown;
    LinksIntoKeyCache& kept = frame.ui.kept.links_into_key;
    if (kept.shown.lock() != shown || kept.key != *frame.key) {
        kept.shown = shown;
        kept.key = *frame.key;
        kept.links.assign(static_cast<std::size_t>(shown->n_layers() * shown->n_heads()), std::nullopt);
    }
    std::optional<DrawnLink>& link = kept.links[static_cast<std::size_t>(head.layer * shown->n_heads() + head.head)];
    if (!link) link = strongest_into(*shown, head, *frame.key);
    return *link;
}

std::optional<Caption> caption_of(const GridFrame& frame, HeadRef head) {
    const AppState& state = frame.ui.state;
    if (frame.query) {
        const TopTarget top = state.shown->top_target(head, *frame.query);
        if (top.key < 0) return std::nullopt;
        return Caption{key_token(top.key), top.weight, lit_key(state) == top.key};
    }
    if (!frame.key) return std::nullopt;
    const DrawnLink& link = link_into_key(frame, head);
    if (link.query < 0) return std::nullopt;
    return Caption{query_token(link.query), link.weight, false};
}

void draw_caption(const GridFrame& frame, Index tile) {
    const Ui& ui = frame.ui;
    const HeadRef head = frame.head(tile);
    const std::optional<Caption> top = caption_of(frame, head);
    if (!top) return;
    const Rect caption = frame.at.caption_rect(tile);
    const Palette& palette = ui.palette();
    const bool is_lit_key = top->is_lit;
    draw_token_in(ui, frame.list, top->token, {caption.x, caption.y + ui.px(1), caption.w, ui.px(16)}, ui.px(12),
                  shaded(frame, head, is_lit_key ? palette.key : palette.text), Align::kLeft);
    const bool is_change = ui.state.shown->is_change();
    const float strength = ui.state.shown->strength(top->weight);
    const float number = ui.px(is_change ? 32 : 24);
    const Rect bar{caption.x, caption.y + ui.px(20), std::max(8.0F, caption.w - number - ui.px(3)), ui.px(4)};
    frame.list.AddRectFilled(min_of(bar), max_of(bar), shaded(frame, head, palette.raised_active));
    if (strength > 0) {
        frame.list.AddRectFilled(min_of(bar), {bar.x + bar.w * std::min(1.0F, strength), bar.bottom()},
                                 shaded(frame, head, is_lit_key ? palette.key : palette.dim));
    }
    draw_text_in(frame.list, ui.style.fonts->small,
                 {caption.right() - number, caption.y + ui.px(14), number, ui.px(16)}, shaded(frame, head, palette.dim),
                 short_value(*ui.state.shown, top->weight), Align::kRight);
}

// A tile that is the top target, or of a key that is lit alone whoever looks at it most: the word and the weight, as
// much as there is room for, on a ground that grows stronger with the weight.
void draw_target(const GridFrame& frame, Index tile) {
    const Ui& ui = frame.ui;
    const Palette& palette = ui.palette();
    const HeadRef head = frame.head(tile);
    const Rect rect = frame.at.words_rect(tile);
    const float rounding = std::min(ui.px(3), rect.h / 6);
    frame.list.AddRectFilled(min_of(rect), max_of(rect), shaded(frame, head, palette.raised), rounding);
    const std::optional<Caption> top = caption_of(frame, head);
    if (!top) return;
    // At most so strong that words stay readable on it.
    constexpr float kStrongest = 0.42F;
    const float strength = kStrongest * std::clamp(ui.state.shown->strength(top->weight), 0.0F, 1.0F);
    frame.list.AddRectFilled(min_of(rect), max_of(rect), shaded(frame, head, with_alpha(palette.key, strength)),
                             rounding);
    if (top->is_lit) {
        const float line = std::max(1.0F, std::min(ui.px(3), rect.h / 8));
        frame.list.AddRectFilled({rect.x, rect.bottom() - line}, max_of(rect), shaded(frame, head, palette.key),
                                 rounding);
    }
    if (rect.h < ui.px(13) || rect.w < ui.px(20)) return;
    const ImU32 ink = shaded(frame, head, palette.text);
    ImFont* small = ui.style.fonts->small;
    const std::string weight = short_value(*ui.state.shown, top->weight);
    const float side = std::min(ui.px(6), rect.w * 0.08F);
    const Rect inner{rect.x + side, rect.y, rect.w - 2 * side, rect.h};
    const float number = text_size(small, weight).x;
    const ImU32 quiet = shaded(frame, head, strength > 0.2F ? palette.text : palette.dim);
    if (rect.h >= ui.px(36)) {
        const float size = std::clamp(std::min(rect.h * 0.3F, rect.w * 0.2F), ui.px(11), ui.px(18));
        const float middle = rect.y + rect.h / 2;
        draw_token_in(ui, frame.list, top->token, {inner.x, middle - size * 1.35F, inner.w, size * 1.35F}, size, ink,
                      Align::kCentre);
        draw_text_in(frame.list, small, {inner.x, middle + ui.px(1), inner.w, ui.px(16)}, quiet, weight,
                     Align::kCentre);
        return;
    }
    const bool has_number = inner.w >= number + ui.px(44);
    const Rect word{inner.x, inner.y, inner.w - (has_number ? number + ui.px(4) : 0), inner.h};
    draw_token_in(ui, frame.list, top->token, word, std::min(ui.px(12), rect.h * 0.72F), ink, Align::kLeft);
    if (has_number) draw_text_in(frame.list, small, inner, quiet, weight, Align::kRight);
}

void draw_role(const GridFrame& frame, Index tile) {
    const Rect rect = frame.at.words_rect(tile);
    draw_role_tile(frame.ui, frame.list, frame.head(tile), rect);
    if (!frame.heads.matches(frame.head(tile)))
        frame.list.AddRectFilled(min_of(rect), max_of(rect), with_alpha(frame.ui.palette().ground, 1 - kUnmatched));
}

std::string value_words(float value) {
    if (!std::isfinite(value)) return "–";
    std::array<char, 16> text;
    std::snprintf(text.data(), text.size(), "%.2f", static_cast<double>(value));
    return text.data();
}

// Above a tile of a list: which head it is, and by what it has its place.
void draw_title(const GridFrame& frame, Index tile) {
    const Ui& ui = frame.ui;
    const Rect title = frame.at.title_rect(tile);
    const HeadRef head = frame.head(tile);
    const std::string name = head_label(head);
    ImFont* small = ui.style.fonts->small;
    draw_text_in(frame.list, small, title, ui.state.hover.head == head ? ui.palette().text : ui.palette().dim, name,
                 Align::kLeft);
    if (!frame.heads.missing().empty()) return;
    const std::string value = value_words(frame.heads.value(static_cast<std::size_t>(tile)));
    if (text_size(small, name).x + text_size(small, value).x + ui.px(6) > title.w) return;
    draw_text_in(frame.list, small, title, ui.palette().text, value, Align::kRight);
}

void draw_lit_row(const GridFrame& frame, Index tile) {
    const auto count = static_cast<float>(frame.ui.state.shown->queries().size());
    const Rect map = frame.map_rect(tile);
    const float row = map.h / count;
    const float top = map.y + row * static_cast<float>(*frame.place);
    const ImU32 colour = shaded(frame, frame.head(tile), frame.ui.palette().query);
    if (row >= frame.ui.px(3)) {
        frame.list.AddRect({map.x - 1, std::floor(top)}, {map.right() + 1, std::ceil(top + row)}, colour);
        return;
    }
    // A frame would hide so thin a row: a mark on either side of it, and a veil over it.
    const float middle = std::floor(top + row / 2);
    const float mark = std::min(frame.ui.px(3), std::max(1.0F, map.w * 0.1F));
    const float half = std::max(1.0F, row / 2);
    frame.list.AddRectFilled({map.x - 1, middle - half}, {map.x + mark - 1, middle + half}, colour);
    frame.list.AddRectFilled({map.right() - mark + 1, middle - half}, {map.right() + 1, middle + half}, colour);
    frame.list.AddRectFilled({map.x, std::floor(top)}, {map.right(), std::ceil(top + row)}, with_alpha(colour, 0.3F));
}

// Likewise the column of a key.
void draw_lit_column(const GridFrame& frame, Index tile) {
    const ShownTrace& shown = *frame.ui.state.shown;
    const Rect map = frame.map_rect(tile);
    const float column = map.w / static_cast<float>(shown.keys().size());
    const float left = map.x + column * static_cast<float>(*shown.key_place(*frame.key));
    const ImU32 colour = shaded(frame, frame.head(tile), frame.ui.palette().key);
    if (column >= frame.ui.px(3)) {
        frame.list.AddRect({std::floor(left), map.y - 1}, {std::ceil(left + column), map.bottom() + 1}, colour);
        return;
    }
    const float middle = std::floor(left + column / 2);
    const float mark = std::min(frame.ui.px(3), std::max(1.0F, map.h * 0.1F));
    const float half = std::max(1.0F, column / 2);
    frame.list.AddRectFilled({middle - half, map.y - 1}, {middle + half, map.y + mark - 1}, colour);
    frame.list.AddRectFilled({middle - half, map.bottom() - mark + 1}, {middle + half, map.bottom() + 1}, colour);
    frame.list.AddRectFilled({std::floor(left), map.y}, {std::ceil(left + column), map.bottom()},
                             with_alpha(colour, 0.3F));
}

// Lines between two texts read together, on the map that is drawn large.
void draw_blocks(const GridFrame& frame, Index tile) {
    const ShownTrace& shown = *frame.ui.state.shown;
    const BlockEdges edges = block_edges(shown);
    const Rect map = frame.map_rect(tile);
    const ImU32 colour = with_alpha(frame.ui.palette().text, 0.7F);
    if (edges.row) {
        const float y = map.y + map.h * static_cast<float>(*edges.row) / static_cast<float>(shown.queries().size());
        frame.list.AddLine({map.x, y}, {map.right(), y}, colour);
    }
    if (edges.col) {
        const float x = map.x + map.w * static_cast<float>(*edges.col) / static_cast<float>(shown.keys().size());
        frame.list.AddLine({x, map.y}, {x, map.bottom()}, colour);
    }
}

// The number of a chosen head in the corner of its tile, in the colour of its links.
void draw_number(const GridFrame& frame, const Rect& picture, std::size_t place, ImU32 colour) {
    const Ui& ui = frame.ui;
    if (picture.w < ui.px(26) || picture.h < ui.px(20)) return;
    ImFont* small = ui.style.fonts->small;
    const std::string number = std::to_string(place + 1);
    const float width = std::max(ui.px(14), text_size(small, number).x + ui.px(6));
    const Rect badge{picture.x, picture.y, width, ui.px(15)};
    frame.list.AddRectFilled(min_of(badge), max_of(badge), colour, ui.px(3));
    draw_text_in(frame.list, small, badge, ui.palette().ground, number, Align::kCentre);
}

void draw_frame(const GridFrame& frame, Index tile) {
    const Ui& ui = frame.ui;
    const Palette& palette = ui.palette();
    const HeadRef head = frame.head(tile);
    const std::optional<std::size_t> chosen = place_in_selection(ui.state.view, head);
    const bool is_hovered = ui.state.hover.head == head;
    if (!chosen && !is_hovered) return;
    const Rect picture = frame.picture_rect(tile);
    const bool is_tiny = picture.w < ui.px(30);
    const float grow = is_tiny ? 1 : ui.px(frame.is_words() ? 1 : 3);
    const float thickness = !chosen ? 1 : ui.px(is_tiny ? 1.5F : 2);
    ImU32 colour = palette.dim;
    if (chosen) colour = *chosen < palette.heads.size() ? palette.heads[*chosen] : palette.text;
    frame.list.AddRect({picture.x - grow, picture.y - grow}, {picture.right() + grow, picture.bottom() + grow}, colour,
                       ui.px(2), 0, thickness);
    if (chosen && !ui.state.view.linked.empty()) draw_number(frame, picture, *chosen, colour);
}

}  // namespace

void draw_grid_tiles(const GridFrame& frame) {
    const GridMode mode = frame.ui.state.view.grid_mode;
    if (mode == GridMode::kMaps) draw_maps(frame);
    for (Index tile = 0; tile < frame.at.count(); ++tile) {
        if (!frame.at.is_visible(tile)) continue;
        if (frame.at.has_titles()) draw_title(frame, tile);
        if (mode == GridMode::kTargets) draw_target(frame, tile);
        if (mode == GridMode::kRoles) draw_role(frame, tile);
        if (mode == GridMode::kMaps && frame.at.has_captions()) draw_caption(frame, tile);
    }
}

void draw_grid_marks(const GridFrame& frame) {
    for (Index tile = 0; tile < frame.at.count(); ++tile) {
        if (!frame.at.is_visible(tile)) continue;
        if (!frame.is_words() && frame.head(tile) == frame.ui.state.view.selected) draw_blocks(frame, tile);
        if (frame.place && !frame.is_words()) draw_lit_row(frame, tile);
        if (frame.key && !frame.is_words()) draw_lit_column(frame, tile);
        const bool is_head = !draws_layers(frame.ui.state);
        if (is_head && is_off(frame.ui.state.view, frame.ui.state.shown->set(), frame.head(tile)))
            draw_off_thumbnail(frame.ui, frame.list, frame.picture_rect(tile));
        if (is_head && !frame.is_words() && frame.heads.matches(frame.head(tile)))
            draw_role_badge(frame.ui, frame.list, frame.head(tile), frame.map_rect(tile));
        draw_frame(frame, tile);
    }
}

}  // namespace headscope
