// One of the two maps of the page "side by side".
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "app/views/beside.h"
#include "app/views/lesson.h"
#include "app/views/views.h"

namespace headscope {
namespace {

constexpr float kLabelSize = 13;
constexpr float kMaxLabel = 96;
constexpr float kSlant = std::numbers::pi_v<float> / 4;

bool is_matched(const BesideNumbers& numbers, const BesideSide& side, Index token) {
    return (side.is_second ? numbers.match.in_first(token) : numbers.match.in_second(token)).has_value();
}

ImU32 label_colour(const Ui& ui, const BesideNumbers& numbers, const BesideSide& side, Index token, bool is_query) {
    if (is_query && side.query == token) return ui.palette().query;
    if (!is_query && side.key == token) return ui.palette().key;
    const bool is_quiet = side.shown.query_token(token).is_special || !is_matched(numbers, side, token);
    return is_quiet ? ui.palette().dim : ui.palette().text;
}

}  // namespace

const Label& beside_label(const Ui& ui, const ShownTrace& shown, Index token, float size, float max_width) {
    TextStyle style;
    style.size = size;
    style.ellipsis = Ellipsis::kEnd;
    style.max_width = max_width;
    return ui.labels.get(shown.query_label(token), style);
}

MapGeometry beside_map_geometry(const Ui& ui, const ShownTrace& shown, std::span<const Index> queries, Index n_keys,
                                const Rect& room) {
    float widest = ui.px(30);
    // Beyond this many, labels are thinned anyway.
    for (const Index query : queries.first(std::min<std::size_t>(queries.size(), 128)))
        widest = std::max(widest, beside_label(ui, shown, query, ui.px(kLabelSize), ui.px(kMaxLabel)).size.x);
    MapGeometry::Metrics metrics;
    metrics.row_label = widest + ui.px(10);
    metrics.key_label = widest * 0.72F + ui.px(18);
    metrics.max_cell = ui.px(44);
    metrics.label_pitch = ui.px(15);
    metrics.key_pitch = ui.px(18);
    return {room, static_cast<Index>(queries.size()), n_keys, metrics};
}

void draw_beside_labels(const Ui& ui, const ShownTrace& shown, const MapGeometry& geometry,
                        std::span<const Index> queries, std::span<const Index> keys, const LabelColour& colour) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float most = ui.px(kMaxLabel);
    for (Index place = 0; place < static_cast<Index>(queries.size()); place += geometry.row_label_step()) {
        const Index token = queries[static_cast<std::size_t>(place)];
        const Label& label = beside_label(ui, shown, token, ui.px(kLabelSize), most);
        const Rect row = geometry.row_rect(place);
        const ImVec2 at{geometry.map().x - ui.px(8) - label.size.x, row.y + (row.h - label.size.y) / 2};
        ui.labels.draw(list, at, label, colour(token, Axis::kQuery));
    }
    for (Index place = 0; place < static_cast<Index>(keys.size()); place += geometry.key_label_step()) {
        const Index token = keys[static_cast<std::size_t>(place)];
        const Label& label = beside_label(ui, shown, token, ui.px(kLabelSize), most);
        const Rect col = geometry.col_rect(place);
        ui.labels.draw_rotated(list, {col.x + col.w / 2, geometry.map().y - ui.px(5)}, label, {0, label.size.y * 0.6F},
                               -kSlant, colour(token, Axis::kKey));
    }
}

void draw_beside_map(const Ui& ui, const BesideNumbers& numbers, const BesideSide& side, const MapGeometry& geometry,
                     ConstMatrixView weights, std::uint64_t stamp) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Rect& map = geometry.map();
    const float pixels = std::max(1.0F, ImGui::GetIO().DisplayFramebufferScale.x);
    list.AddRectFilled(min_of(map), max_of(map), ui.palette().raised);
    MatrixPictures::Wanted wanted{side.id, stamp, static_cast<int>(map.w * pixels), static_cast<int>(map.h * pixels),
                                  ui.state.view.theme};
    wanted.weights = ui.state.view.scale;
    const ImTextureID texture = ui.kept.matrices.get(ui.graphics, weights, wanted);
    if (texture != ImTextureID{}) list.AddImage(texture, min_of(map), max_of(map));
    list.AddRect({map.x - 1, map.y - 1}, {map.right() + 1, map.bottom() + 1}, ui.palette().line);
    const auto outline = [&](const Rect& r, ImU32 colour) {
        list.AddRect({r.x - 1, r.y - 1}, {r.right() + 1, r.bottom() + 1}, colour, 0, 0, ui.px(1.5F));
    };
    if (side.key) {
        if (const auto place = side.shown.key_place(*side.key)) outline(geometry.col_rect(*place), ui.palette().key);
    }
    if (side.query) {
        if (const auto place = side.shown.query_place(*side.query))
            outline(geometry.row_rect(*place), ui.palette().query);
    }
    draw_beside_labels(ui, side.shown, geometry, side.shown.queries(), side.shown.keys(), [&](Index token, Axis axis) {
        return label_colour(ui, numbers, side, token, axis == Axis::kQuery);
    });
}

void draw_beside_row(const Ui& ui, const BesideNumbers& numbers, const BesideSide& side, const Rect& rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float row = ui.px(22);
    if (!side.query || !side.shown.query_place(*side.query)) {
        const char* words = numbers.match.pairs().empty() ? "The two texts have no token in common."
                                                          : "Point at a token: what it looks at stands here.";
        draw_text_in(list, ui.style.fonts->small, {rect.x, rect.y, rect.w, row}, ui.palette().dim, words, Align::kLeft);
        return;
    }
    const Label& name = beside_label(ui, side.shown, *side.query, ui.px(14), rect.w / 2);
    ui.labels.draw(list, {rect.x, rect.y + (row - name.size.y) / 2}, name, ui.palette().query);
    draw_text_in(list, ui.style.fonts->small, {rect.x + name.size.x + ui.px(8), rect.y, rect.w, row}, ui.palette().dim,
                 "looks at", Align::kLeft);
    std::vector<std::pair<float, Index>> keys;
    for (const Index key : side.shown.keys())
        if (!side.shown.is_masked(side.head, *side.query, key))
            keys.emplace_back(side.shown.weight(side.head, *side.query, key), key);
    const auto room = static_cast<std::size_t>(std::max(0.0F, (rect.h - row) / row));
    const std::size_t shown = std::min({keys.size(), room, std::size_t{8}});
    std::partial_sort(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(shown), keys.end(),
                      [](const auto& a, const auto& b) { return a.first > b.first; });
    const float names = std::min(ui.px(110), rect.w * 0.35F);
    const float numbers_width = ui.px(50);
    for (std::size_t i = 0; i < shown; ++i) {
        const auto [weight, key] = keys[i];
        const Rect line{rect.x, rect.y + row * static_cast<float>(i + 1), rect.w, row};
        const Label& label = beside_label(ui, side.shown, key, ui.px(13), names);
        const bool is_new = !is_matched(numbers, side, key);
        const ImU32 colour = side.key == key ? ui.palette().key : (is_new ? ui.palette().dim : ui.palette().text);
        ui.labels.draw(list, {line.x + names - label.size.x, line.y + (row - label.size.y) / 2}, label, colour);
        draw_text_in(list, ui.style.fonts->small, {line.x + names, line.y, numbers_width, row}, ui.palette().text,
                     short_weight(weight), Align::kRight);
        const float left = names + numbers_width + ui.px(10);
        draw_bar(ui, {line.x + left, line.y + ui.px(6), std::max(0.0F, rect.w - left), row - ui.px(12)},
                 std::min(1.0F, weight), ui.palette().key);
    }
}

}  // namespace headscope
