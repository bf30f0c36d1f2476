#include <algorithm>
#include <string>
#include <vector>

#include "app/state/selection.h"
#include "app/views/card_place.h"
#include "app/views/card_rows.h"
#include "app/views/role_style.h"
#include "app/views/views.h"
#include "app/widgets/plane_geometry.h"
#include "core/export/colormap.h"

namespace headscope {
namespace {

constexpr float kDot = 8;                 // radius
constexpr std::size_t kMostLabels = 150;  // of more heads, only those chosen or pointed at are named

// Layers from one end of the colour map's middle to the other, so that none is close to the ground.
ImU32 layer_colour(const Ui& ui, Index layer, Index layers) {
    const float share = layers > 1 ? static_cast<float>(layer) / static_cast<float>(layers - 1) : 0.5F;
    const bool is_dark = ui.state.view.theme == Theme::kDark;
    const float position = is_dark ? 0.42F + 0.5F * share : 0.35F + 0.5F * share;
    const Rgb c = colormap_of(ui.state.view.theme)[static_cast<std::size_t>(position * 255)];
    return IM_COL32(c.r, c.g, c.b, 255);
}

ImU32 ink_on(ImU32 colour) {
    const auto part = [&](int shift) { return static_cast<float>((colour >> shift) & 0xFF); };
    const float luma =
        0.2126F * part(IM_COL32_R_SHIFT) + 0.7152F * part(IM_COL32_G_SHIFT) + 0.0722F * part(IM_COL32_B_SHIFT);
    return luma > 120 ? IM_COL32(16, 18, 22, 255) : IM_COL32(240, 242, 245, 255);
}

// The colours of the layers, as many as fit the row, evenly taken.
void draw_layers(const Ui& ui, const Rect& row, Index layers) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImFont* small = ui.style.fonts->small;
    const float side = ui.px(10);
    const float width = text_size(small, "L" + std::to_string(layers - 1)).x + ui.px(24);
    const auto fitting = std::max(Index{1}, static_cast<Index>(row.w / width));
    const Index step = (layers + fitting - 1) / fitting;
    float x = row.x;
    for (Index layer = 0; layer < layers; layer += step) {
        const float top = row.y + (row.h - side) / 2;
        list.AddRectFilled({x, top}, {x + side, top + side}, layer_colour(ui, layer, layers), side / 2);
        draw_text_in(list, small, {x + side + ui.px(4), row.y, width, row.h}, ui.palette().dim,
                     "L" + std::to_string(layer), Align::kLeft);
        x += width;
    }
}

void draw_dots(const Ui& ui, const HeadMeasures& measures, const std::vector<Point>& points,
               std::optional<std::size_t> lit) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImFont* small = ui.style.fonts->small;
    const bool names_all = points.size() <= kMostLabels;
    const auto draw = [&](std::size_t i) {
        const HeadRef head = measures.distances.head_at(i);
        const ImU32 colour = layer_colour(ui, head.layer, measures.n_layers);
        const auto place = place_in_selection(ui.state.view, head);
        const bool is_named = names_all || place || i == lit;
        const std::string name = is_named ? head_label(head) : "";
        const float radius = ui.px(is_named ? kDot : kDot * 0.7F);
        const float half = std::max(radius, text_size(small, name).x / 2 + ui.px(4));
        const Rect dot{points[i].x - half, points[i].y - radius, 2 * half, 2 * radius};
        list.AddRectFilled(min_of(dot), max_of(dot), colour, radius);
        list.AddRect(min_of(dot), max_of(dot), ui.palette().ground, radius);
        if (place) {
            const Rect ring = dot.inset(-ui.px(3), -ui.px(3));
            list.AddRect(min_of(ring), max_of(ring), ui.palette().query, radius + ui.px(3), 0,
                         ui.px(*place == 0 ? 2.5F : 1.5F));
        }
        if (is_named) draw_text_in(list, small, dot, ink_on(colour), name, Align::kCentre);
    };
    const auto is_chosen = [&](std::size_t i) {
        return place_in_selection(ui.state.view, measures.distances.head_at(i)).has_value();
    };
    for (std::size_t i = 0; i < points.size(); ++i)
        if (!is_chosen(i)) draw(i);
    for (std::size_t i = 0; i < points.size(); ++i)
        if (is_chosen(i)) draw(i);
    if (lit) draw(*lit);
}

void tell_head(const Ui& ui, const HeadMeasures& measures, HeadRef head) {
    std::string words = "Layer " + std::to_string(head.layer) + " · Head " + std::to_string(head.head);
    if (const RoleScore* role = measures.strongest_role(head))
        words += ", " + role_name(role->kind) + " " + short_weight(static_cast<float>(role->score));
    show_tip(ui.style, words + ". A click selects it; with Shift it is added.");
}

// A line drawn round heads chooses them; a press without moving selects one.
void handle_pointer(const Ui& ui, const HeadMeasures& measures, const std::vector<Point>& points, const Rect& room,
                    std::optional<std::size_t> lit) {
    std::vector<Point>& lasso = ui.kept.lasso;
    const Point mouse = to_point(ImGui::GetIO().MousePos);
    const AreaState pointer = area("plane", room);
    const bool is_held = ImGui::IsItemActive();
    const bool adds = ImGui::GetIO().KeyShift;
    if (is_held) {
        const float step = ui.px(3);
        if (lasso.empty() || std::abs(lasso.back().x - mouse.x) + std::abs(lasso.back().y - mouse.y) > step)
            lasso.push_back(mouse);
        return;
    }
    if (lasso.size() > 3) {
        std::vector<HeadRef> heads;
        for (const std::size_t i : points_inside(points, lasso)) heads.push_back(measures.distances.head_at(i));
        if (!heads.empty()) ui.ask(ChooseHeads{std::move(heads), adds});
    } else if (pointer.clicked && lit) {
        const HeadRef head = measures.distances.head_at(*lit);
        if (adds) {
            ui.ask(ToggleLinkedHead{head});
        } else {
            ui.ask(SelectHead{head});
        }
    }
    lasso.clear();
    if (lit && pointer.hovered) {
        tell_head(ui, measures, measures.distances.head_at(*lit));
        Hover hover;
        hover.head = measures.distances.head_at(*lit);
        ui.ask(PointAt{hover});
    }
}

void draw_lasso(const Ui& ui) {
    const std::vector<Point>& lasso = ui.kept.lasso;
    if (lasso.size() < 2) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < lasso.size(); ++i) {
        const Point& next = lasso[(i + 1) % lasso.size()];
        const ImU32 colour = i + 1 < lasso.size() ? ui.palette().query : with_alpha(ui.palette().query, 0.4F);
        list.AddLine(to_vec(lasso[i]), to_vec(next), colour, ui.px(1.5F));
    }
}

}  // namespace

void draw_head_plane(const Ui& ui, const Rect& window) {
    const Rect card = centred_card(ui, window, 820, 640);
    begin_card(ui, "head plane", card);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Rect inner = card.inset(ui.px(20), ui.px(16));
    draw_text(list, ui.style.fonts->bold, min_of(inner), ui.palette().text, "Heads that look alike lie close together");
    draw_text_in(list, ui.style.fonts->small, {inner.x, inner.y + ui.px(22), inner.w, ui.px(20)}, ui.palette().dim,
                 "Classical scaling of the Jensen–Shannon divergence of their rows on this text. Draw a line round "
                 "heads to choose them.",
                 Align::kLeft);
    const HeadMeasures* measures = ui.state.measures.get();
    if (measures == nullptr || measures->plane.empty()) {
        draw_empty(ui, inner, "Comparing all pairs of heads…", "The picture appears in a moment.");
        end_card(ui, card);
        return;
    }
    const Rect layers{inner.x, inner.bottom() - ui.px(20), inner.w, ui.px(20)};
    const Rect room{inner.x, inner.y + ui.px(50), inner.w, layers.y - inner.y - ui.px(58)};
    const std::vector<Point> points = fit_plane(measures->plane, room.inset(ui.px(16), ui.px(16)));
    const std::optional<std::size_t> lit = nearest_point(points, to_point(ImGui::GetIO().MousePos), ui.px(kDot + 3));
    handle_pointer(ui, *measures, points, room, lit);
    draw_dots(ui, *measures, points, lit);
    draw_lasso(ui);
    draw_layers(ui, {layers.x, layers.y, layers.w - ui.px(90), layers.h}, measures->n_layers);
    const std::string count = std::to_string(ui.state.view.linked.size() + 1) + " chosen";
    draw_text_in(list, ui.style.fonts->small, layers, ui.palette().dim, count, Align::kRight);
    end_card(ui, card);
}

}  // namespace headscope
