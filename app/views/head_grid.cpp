#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "app/state/selection.h"
#include "app/views/role_style.h"
#include "app/views/views.h"
#include "app/widgets/grid_geometry.h"

namespace headscope {
namespace {

constexpr std::array<Segment, 3> kScales = {
    Segment{"Linear", "Colour is proportional to the attention weight."},
    Segment{"√", "Square root: small weights stand out."},
    Segment{"Log", "Logarithm: every factor of ten is one quarter of the colours."},
};
constexpr std::array<CommandId, 3> kScaleCommands = {CommandId::kScaleLinear, CommandId::kScaleSqrt,
                                                     CommandId::kScaleLog};
constexpr std::array<Segment, 3> kSpecials = {
    Segment{"Shown", "Special tokens such as [CLS] and [SEP] are drawn; all weights are raw. (S)"},
    Segment{"Hidden", "Special tokens are left out; the other weights stay raw, so rows sum to less than 1. (S)"},
    Segment{"Hidden, Σ = 1",
            "Special tokens are left out and each row is divided by what remains, so that it sums to 1 again. (S)"},
};
constexpr std::array<CommandId, 3> kSpecialsCommands = {CommandId::kShowSpecials, CommandId::kHideSpecials,
                                                        CommandId::kRenormaliseSpecials};

// The switches and the legend. In a narrow grid their captions go first, then most of the legend's bar.
void draw_head_row(const Ui& ui, const Rect& rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImFont* small = ui.style.fonts->small;
    const float gap = ui.px(14);
    const auto caption_width = [&](std::string_view words) { return text_size(small, words).x + ui.px(8); };
    const float switches = segments_width(ui.style, kSpecials) + segments_width(ui.style, kScales) + 2 * gap;
    const float captions = caption_width("Special tokens") + caption_width("Scale");
    constexpr float kLegend = 112;
    constexpr float kLeastLegend = 36;
    const float words = legend_words_width(ui);
    const bool has_captions = switches + captions + words + ui.px(kLegend) <= rect.w;
    const float bar = std::clamp(rect.w - switches - words, ui.px(kLeastLegend), ui.px(kLegend));

    float x = rect.x;
    const auto caption = [&](std::string_view text) {
        if (!has_captions) return;
        const Rect place{x, rect.y, caption_width(text), ui.px(26)};
        draw_text_in(list, small, place, ui.palette().dim, text, Align::kLeft);
        x += place.w;
    };
    caption("Special tokens");
    const int specials =
        segments(ui.style, "specials", {x, rect.y}, kSpecials, static_cast<int>(ui.state.view.specials));
    if (specials >= 0) ui.ask(RunCommand{kSpecialsCommands[static_cast<std::size_t>(specials)]});
    x += segments_width(ui.style, kSpecials) + gap;
    caption("Scale");
    const int scale = segments(ui.style, "scale", {x, rect.y}, kScales, static_cast<int>(ui.state.view.scale));
    if (scale >= 0) ui.ask(RunCommand{kScaleCommands[static_cast<std::size_t>(scale)]});
    draw_legend(ui, {rect.right(), rect.y}, bar);
}

GridGeometry::Metrics scaled_metrics(const Ui& ui) {
    GridGeometry::Metrics metrics;
    metrics.layer_label = ui.px(metrics.layer_label);
    metrics.head_label = ui.px(metrics.head_label);
    metrics.caption = ui.px(metrics.caption);
    metrics.gap = ui.px(metrics.gap);
    metrics.min_thumb = ui.px(metrics.min_thumb);
    metrics.max_thumb = ui.px(metrics.max_thumb);
    return metrics;
}

// What the lit token looks at most in this head.
void draw_top_target(const Ui& ui, ImDrawList& list, HeadRef head, const Rect& caption, Index query) {
    const TopTarget top = ui.state.shown->top_target(head, query);
    if (top.key < 0) return;
    const Palette& palette = ui.palette();
    const bool is_lit_key = lit_key(ui.state) == top.key;
    draw_token_in(ui, list, key_token(top.key), {caption.x, caption.y + ui.px(1), caption.w, ui.px(16)}, ui.px(12),
                  is_lit_key ? palette.key : palette.text, Align::kLeft);
    const std::string weight = short_weight(top.weight);
    const float number = ui.px(24);
    const Rect bar{caption.x, caption.y + ui.px(20), std::max(8.0F, caption.w - number - ui.px(3)), ui.px(4)};
    list.AddRectFilled(min_of(bar), max_of(bar), palette.raised_active);
    if (top.weight > 0) {
        list.AddRectFilled(min_of(bar), {bar.x + bar.w * std::min(1.0F, top.weight), bar.bottom()},
                           is_lit_key ? palette.key : palette.dim);
    }
    draw_text_in(list, ui.style.fonts->small, {caption.right() - number, caption.y + ui.px(14), number, ui.px(16)},
                 palette.dim, weight, Align::kRight);
}

Rect map_rect(const ShownTrace& shown, const Rect& thumb) {
    return map_in_thumb(thumb, static_cast<Index>(shown.queries().size()), static_cast<Index>(shown.keys().size()));
}

// The lit row, and frames round the selected and the linked heads.
void draw_marks(const Ui& ui, ImDrawList& list, HeadRef head, const Rect& thumb, std::optional<Index> place) {
    const Palette& palette = ui.palette();
    if (place) {
        const auto count = static_cast<float>(ui.state.shown->queries().size());
        const Rect map = map_rect(*ui.state.shown, thumb);
        const float height = std::max(map.h / count, ui.px(2));
        const float top = map.y + map.h * static_cast<float>(*place) / count;
        list.AddRect({map.x - 1, std::floor(top)}, {map.right() + 1, std::ceil(top + height)}, palette.query);
    }
    const auto frame = [&](ImU32 colour, float thickness) {
        const float grow = ui.px(3);
        list.AddRect({thumb.x - grow, thumb.y - grow}, {thumb.right() + grow, thumb.bottom() + grow}, colour, ui.px(2),
                     0, ui.px(thickness));
    };
    if (is_off(ui.state.view, head)) draw_off_thumbnail(ui, list, thumb);
    const std::optional<std::size_t> chosen = place_in_selection(ui.state.view, head);
    if (chosen) {
        frame(*chosen < palette.heads.size() ? palette.heads[*chosen] : palette.text, 2);
    } else if (ui.state.hover.head == head) {
        frame(palette.dim, 1);
    }
}

void handle_pointer(const Ui& ui, const GridGeometry& grid, const AreaState& pointer, ImVec2 origin) {
    if (!pointer.hovered) return;
    const auto hit = grid.hit({pointer.mouse.x - origin.x, pointer.mouse.y - origin.y});
    if (!hit) return;
    const ShownTrace& shown = *ui.state.shown;
    const Rect thumb = grid.thumb_rect(hit->head);
    const Rect map = map_rect(shown, {thumb.x + origin.x, thumb.y + origin.y, thumb.w, thumb.h});
    Hover hover;
    hover.head = hit->head;
    const bool is_on_map = map.contains(pointer.mouse);
    if (is_on_map) {
        const auto rows = static_cast<Index>(shown.queries().size());
        const auto cols = static_cast<Index>(shown.keys().size());
        hover.query = shown.queries()[static_cast<std::size_t>(cell_at((pointer.mouse.y - map.y) / map.h, rows))];
        hover.key = shown.keys()[static_cast<std::size_t>(cell_at((pointer.mouse.x - map.x) / map.w, cols))];
    }
    ui.ask(PointAt{hover});
    if (pointer.clicked) {
        if (ImGui::GetIO().KeyShift) {
            ui.ask(ToggleLinkedHead{hit->head});
        } else {
            ui.ask(SelectHead{hit->head});
        }
    }
    if (!is_on_map) return;
    const std::string name = "Layer " + std::to_string(hit->head.layer) + " · Head " + std::to_string(hit->head.head);
    const bool is_masked = shown.is_masked(hit->head, *hover.query, *hover.key);
    const std::string weight = is_masked ? "masked" : precise_weight(shown.weight(hit->head, *hover.query, *hover.key));
    const float width = std::max(text_size(ui.style.fonts->small, name).x, ui.px(150)) + ui.px(20);
    const Rect card{std::min(pointer.mouse.x + ui.px(16), ImGui::GetIO().DisplaySize.x - width),
                    pointer.mouse.y + ui.px(16), width, ui.px(64)};
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    draw_card(list, ui.style, card);
    const Rect inner = card.inset(ui.px(10), ui.px(6));
    draw_text(list, ui.style.fonts->small, min_of(inner), ui.palette().dim, name);
    const float half = (inner.w - ui.px(20)) / 2;
    const Label& query = token_text(ui, query_token(*hover.query), ui.px(13), half);
    const float query_width = query.size.x;
    ui.labels.draw(list, {inner.x, inner.y + ui.px(17)}, query, ui.palette().query);
    draw_text(list, ui.style.fonts->normal, {inner.x + query_width + ui.px(4), inner.y + ui.px(17)}, ui.palette().dim,
              "→");
    ui.labels.draw(list, {inner.x + query_width + ui.px(22), inner.y + ui.px(17)},
                   token_text(ui, key_token(*hover.key), ui.px(13), half), ui.palette().key);
    draw_text(list, ui.style.fonts->normal, {inner.x, inner.y + ui.px(36)}, ui.palette().text, weight);
}

}  // namespace

void draw_head_grid(const Ui& ui, const Rect& rect) {
    const Rect room = rect.inset(ui.px(14), ui.px(10));
    if (!ui.state.shown) {
        if (!ui.state.trace_problem.empty()) {
            draw_empty(ui, room, ui.state.trace_problem, ui.state.trace_next_step);
        } else if (ui.state.model || ui.state.is_loading) {
            draw_empty(ui, room, "Reading…", "The maps appear in a moment.");
        } else {
            draw_empty(ui, room, "No model is open.",
                       "Choose one with Ctrl+O, or run the program with a model folder.");
        }
        return;
    }
    draw_head_row(ui, {room.x, room.y, room.w, ui.px(26)});
    const Rect body{room.x, room.y + ui.px(34), room.w, room.h - ui.px(34)};
    if (ui.state.shown->is_empty()) {
        draw_empty(ui, body, "The text has special tokens only.", "Type some words, or show special tokens (S).");
        return;
    }
    const ShownTrace& shown = *ui.state.shown;
    const GridGeometry grid(body.w, body.h, shown.n_layers(), shown.n_heads(), scaled_metrics(ui));
    ImGui::SetCursorScreenPos(min_of(body));
    ImGui::BeginChild("head grid", {body.w, body.h}, false,
                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const AreaState pointer = area("heads", {origin.x, origin.y, grid.content_width(), grid.content_height()});

    const auto moved = [&](Rect r) { return Rect{r.x + origin.x, r.y + origin.y, r.w, r.h}; };
    std::vector<HeatmapTile>& tiles = ui.kept.tiles;
    tiles.clear();
    for (Index layer = 0; layer < shown.n_layers(); ++layer) {
        for (Index head = 0; head < shown.n_heads(); ++head) {
            const Rect thumb = map_rect(shown, moved(grid.thumb_rect({layer, head})));
            HeatmapTile tile;
            tile.min = min_of(thumb);
            tile.max = max_of(thumb);
            tile.slice = static_cast<int>(layer * shown.n_heads() + head);
            tiles.push_back(tile);
        }
    }
    ui.graphics.draw_heatmaps(list, tiles, {ui.state.view.scale, ui.state.view.theme, false});

    const std::optional<Index> query = lit_query(ui.state);
    const std::optional<Index> place = query ? shown.query_place(*query) : std::nullopt;
    ImFont* small = ui.style.fonts->small;
    for (Index head = 0; head < shown.n_heads(); ++head) {
        const Rect above{grid.head_center_x(head) - ui.px(20), 0, ui.px(40), ui.px(18)};
        draw_text_in(list, small, moved(above), ui.palette().dim, std::to_string(head), Align::kCentre);
    }
    for (Index layer = 0; layer < shown.n_layers(); ++layer) {
        const Rect beside{0, grid.layer_center_y(layer) - ui.px(10), ui.px(28), ui.px(20)};
        draw_text_in(list, small, moved(beside), ui.palette().dim, "L" + std::to_string(layer), Align::kLeft);
        for (Index head = 0; head < shown.n_heads(); ++head) {
            const HeadRef ref{layer, head};
            draw_marks(ui, list, ref, moved(grid.thumb_rect(ref)), place);
        }
    }
    if (place) {
        for (Index layer = 0; layer < shown.n_layers(); ++layer) {
            for (Index head = 0; head < shown.n_heads(); ++head) {
                draw_top_target(ui, list, {layer, head}, moved(grid.caption_rect({layer, head})), *query);
            }
        }
    }
    handle_pointer(ui, grid, pointer, origin);
    ImGui::EndChild();
}

}  // namespace headscope
