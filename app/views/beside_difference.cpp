// The third column of the page "side by side".
#include <algorithm>
#include <cmath>
#include <string>

#include "app/views/beside.h"
#include "app/views/lesson.h"
#include "app/views/views.h"

namespace headscope {
namespace {

std::string signed_words(float value) {
    return (value < 0 ? "−" : "+") + precise_weight(std::abs(value));
}

// The difference of the lit cell, or of the cell under the pointer.
void draw_difference_map(const Ui& ui, const BesideNumbers& numbers, const BesideLit& lit, const Rect& map) {
    const HeadRef one = ui.state.view.selected;
    const HeadRef other = beside_head(ui.state, numbers);
    const auto& pairs = numbers.match.pairs();
    std::optional<Index> lit_row;
    for (std::size_t i = 0; lit.query && i < pairs.size(); ++i)
        if (pairs[i].first == *lit.query) lit_row = static_cast<Index>(i);
    const auto hit = draw_matrix(ui, {.id = "difference",
                                      .name = "",
                                      .values = ui.kept.beside.difference.view(),
                                      .stamp = ui.kept.beside.stamp,
                                      .rect = map,
                                      .range = ui.kept.beside.largest_change,
                                      .lit_row = lit_row});
    if (!hit) return;
    const TokenMatch::Pair query = pairs[static_cast<std::size_t>(hit->row)];
    const TokenMatch::Pair key = pairs[static_cast<std::size_t>(hit->column)];
    ui.ask(PointAt{Hover{query.first, key.first, std::nullopt}});
    if (hit->clicked) ui.ask(ToggleLock{query.first, key.first});
    const float before = numbers.first().trace()->maps->head(one.layer, one.head)(query.first, key.first);
    const float after = numbers.second->trace()->maps->head(other.layer, other.head)(query.second, key.second);
    show_tip(ui.style,
             "A " + precise_weight(before) + ", B " + precise_weight(after) + ": " + signed_words(after - before));
}

// Every head as a small tile in the colours of weights: how far its maps are apart. A click selects it.
float draw_distances(const Ui& ui, const BesideNumbers& numbers, const Rect& room) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Index layers = numbers.second->n_layers();
    const Index heads = numbers.second->n_heads();
    const float left = ui.px(26);
    const float tile = std::floor(std::clamp(
        std::min((room.w - left) / static_cast<float>(heads), (room.h - ui.px(42)) / static_cast<float>(layers)),
        ui.px(3), ui.px(26)));
    draw_text_in(list, ui.style.fonts->bold, {room.x, room.y, room.w, ui.px(20)}, ui.palette().text,
                 "How far each head is apart", Align::kLeft);
    draw_text_in(list, ui.style.fonts->small, {room.x, room.y, room.w, ui.px(20)}, ui.palette().dim,
                 "0 to " + precise_weight(ui.kept.beside.largest_distance), Align::kRight);
    const Rect grid{room.x + left, room.y + ui.px(26), tile * static_cast<float>(heads),
                    tile * static_cast<float>(layers)};
    MatrixPictures::Wanted wanted{"head distances", numbers.serial, static_cast<int>(grid.w), static_cast<int>(grid.h),
                                  ui.state.view.theme};
    wanted.weights = ScaleKind::kLinear;
    const ConstMatrixView values{ui.kept.beside.distances.data(), layers, heads, heads};
    const ImTextureID texture = ui.kept.matrices.get(ui.graphics, values, wanted);
    if (texture != ImTextureID{}) list.AddImage(texture, min_of(grid), max_of(grid));
    const auto tile_of = [&](HeadRef head) {
        return Rect{grid.x + tile * static_cast<float>(head.head), grid.y + tile * static_cast<float>(head.layer), tile,
                    tile};
    };
    if (tile >= ui.px(8)) {  // thin lines keep tiles apart
        for (Index h = 1; h < heads; ++h)
            list.AddLine({tile_of({0, h}).x, grid.y}, {tile_of({0, h}).x, grid.bottom()}, ui.palette().ground);
        for (Index l = 1; l < layers; ++l)
            list.AddLine({grid.x, tile_of({l, 0}).y}, {grid.right(), tile_of({l, 0}).y}, ui.palette().ground);
    }
    const auto step = static_cast<Index>(std::max(1.0F, std::ceil(ui.px(14) / tile)));
    for (Index l = 0; l < layers; l += step)
        draw_text_in(list, ui.style.fonts->small, {room.x, tile_of({l, 0}).y, left - ui.px(6), tile}, ui.palette().dim,
                     std::to_string(l), Align::kRight);
    const Rect lit = tile_of(ui.state.view.selected);
    list.AddRect({lit.x - 1, lit.y - 1}, {lit.right() + 1, lit.bottom() + 1}, ui.palette().query, 0, 0, ui.px(2));
    const AreaState pointer = area("head distances", grid);
    if (pointer.hovered) {
        const HeadRef head{std::min(layers - 1, static_cast<Index>((pointer.mouse.y - grid.y) / tile)),
                           std::min(heads - 1, static_cast<Index>((pointer.mouse.x - grid.x) / tile))};
        const double d = numbers.distances[static_cast<std::size_t>(head.layer * heads + head.head)];
        show_tip(ui.style, "Layer " + std::to_string(head.layer) + " · head " + std::to_string(head.head) + ": " +
                               precise_weight(static_cast<float>(d)) +
                               ". The mean over matched tokens of half the sum of all changes in their rows: 0 is the "
                               "same, 1 nothing in common. Click to look at this head.");
        if (pointer.clicked) ui.ask(SelectHead{head});
    }
    return grid.bottom();
}

}  // namespace

void draw_beside_difference(const Ui& ui, const BesideNumbers& numbers, const BesideLit& lit, const Rect& room) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto& pairs = numbers.match.pairs();
    if (pairs.empty()) {
        draw_text_in(list, ui.style.fonts->normal, {room.x, room.y, room.w, ui.px(24)}, ui.palette().text,
                     "No token is the same in both texts.", Align::kLeft);
        return;
    }
    const BesideDrawings& kept = ui.kept.beside;
    const float most = room.h * (numbers.has_same_heads() ? 0.56F : 0.8F);
    const MapGeometry geometry = beside_map_geometry(ui, numbers.first(), kept.matched,
                                                     static_cast<Index>(pairs.size()), {room.x, room.y, room.w, most});
    draw_beside_labels(ui, numbers.first(), geometry, kept.matched, kept.matched, [&](Index token, Axis axis) {
        if (axis == Axis::kQuery && lit.query == token) return ui.palette().query;
        if (axis == Axis::kKey && lit.key == token) return ui.palette().key;
        return numbers.first().query_token(token).is_special ? ui.palette().dim : ui.palette().text;
    });
    draw_difference_map(ui, numbers, lit, geometry.map());
    float y = geometry.map().bottom() + ui.px(12);
    const float legend = ui.px(130);
    draw_matrix_legend(ui, {geometry.map().x, y}, legend);
    const Rect words{geometry.map().x + legend + ui.px(12), y - ui.px(4),
                     room.right() - geometry.map().x - legend - ui.px(12), ui.px(16)};
    const std::string most_changed = "m = " + precise_weight(kept.largest_change);
    const std::string with_reason = most_changed + ", the largest change";
    const bool has_room = text_size(ui.style.fonts->small, with_reason).x <= words.w;
    draw_text_in(list, ui.style.fonts->small, words, ui.palette().dim, has_room ? with_reason : most_changed,
                 Align::kLeft);
    y += ui.px(40);
    if (numbers.has_same_heads()) {
        draw_distances(ui, numbers, {room.x, y, room.w, std::max(ui.px(60), room.bottom() - y)});
    } else {
        draw_paragraph(ui, {room.x, y, room.w, 0}, y,
                       "The two models have different layers and heads, so no head of one is that of the other: choose "
                       "each on its own.");
    }
}

}  // namespace headscope
