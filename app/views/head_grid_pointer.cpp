#include <algorithm>
#include <cmath>
#include <string>

#include "app/views/head_grid.h"
#include "app/views/role_style.h"
#include "app/views/views.h"

namespace headscope {
namespace {

constexpr float kZoomANotch = 1.2F;
constexpr float kMoveANotch = 70;
constexpr float kDragBegins = 5;  // a shorter way of the pressed button is a click

std::string head_name(const AppState& state, HeadRef head) {
    if (draws_layers(state)) return LargeMap(*state.shown, head).name();
    return "Layer " + std::to_string(head.layer) + " · Head " + std::to_string(head.head);
}

// Beside the pointer: the head, and the weight of a cell if it is on one.
void draw_pointer_card(const GridFrame& frame, HeadRef head, std::optional<Index> query, std::optional<Index> key) {
    const Ui& ui = frame.ui;
    const ShownTrace& shown = *ui.state.shown;
    std::string name = head_name(ui.state, head);
    const RoleScore* role =
        ui.state.measures && !draws_layers(ui.state) ? ui.state.measures->strongest_role(head) : nullptr;
    if (role != nullptr) name += " · " + role_name(role->kind) + " " + short_weight(static_cast<float>(role->score));
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const bool has_cell = query && key;
    const float width = std::max(text_size(ui.style.fonts->small, name).x, has_cell ? ui.px(150) : 0) + ui.px(20);
    const float height = ui.px(has_cell ? 64 : 28);
    Rect card{std::min(mouse.x + ui.px(16), screen.x - width), mouse.y + ui.px(16), width, height};
    if (card.bottom() > screen.y) card.y = mouse.y - height - ui.px(8);
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    draw_card(list, ui.style, card);
    const Rect inner = card.inset(ui.px(10), ui.px(6));
    draw_text(list, ui.style.fonts->small, min_of(inner), ui.palette().dim, name);
    if (!has_cell) return;
    const std::string weight =
        shown.is_masked(head, *query, *key) ? "masked" : precise_value(shown, shown.weight(head, *query, *key));
    const float half = (inner.w - ui.px(20)) / 2;
    const Label& from = token_text(ui, query_token(*query), ui.px(13), half);
    const float from_width = from.size.x;
    ui.labels.draw(list, {inner.x, inner.y + ui.px(17)}, from, ui.palette().query);
    draw_text(list, ui.style.fonts->normal, {inner.x + from_width + ui.px(4), inner.y + ui.px(17)}, ui.palette().dim,
              "→");
    ui.labels.draw(list, {inner.x + from_width + ui.px(22), inner.y + ui.px(17)},
                   token_text(ui, key_token(*key), ui.px(13), half), ui.palette().key);
    draw_text(list, ui.style.fonts->normal, {inner.x, inner.y + ui.px(36)}, ui.palette().text, weight);
}

// Lights what is under the pointer in every view.
void point_at_tile(const GridFrame& frame, const GridGeometry::Hit& hit, Point mouse) {
    const ShownTrace& shown = *frame.ui.state.shown;
    Hover hover;
    hover.head = frame.head(hit.tile);
    const Rect map = frame.map_rect(hit.tile);
    std::optional<Index> query;
    if (!frame.is_words() && map.contains(mouse)) {
        const auto rows = static_cast<Index>(shown.queries().size());
        const auto cols = static_cast<Index>(shown.keys().size());
        query = shown.queries()[static_cast<std::size_t>(cell_at((mouse.y - map.y) / map.h, rows))];
        hover.query = query;
        hover.key = shown.keys()[static_cast<std::size_t>(cell_at((mouse.x - map.x) / map.w, cols))];
    } else if (frame.ui.state.view.grid_mode == GridMode::kTargets && frame.ui.state.view.locked_query) {
        query = frame.ui.state.view.locked_query;
        const TopTarget top = shown.query_place(*query) ? shown.top_target(*hover.head, *query) : TopTarget();
        if (top.key >= 0) hover.key = top.key;
    }
    frame.ui.ask(PointAt{hover});
    const HeadMeasures* measures = frame.ui.state.measures.get();
    const RoleScore* role = measures != nullptr ? measures->strongest_role(*hover.head) : nullptr;
    if (frame.ui.state.view.grid_mode == GridMode::kRoles && role != nullptr) {
        show_tip(frame.ui.style, head_name(frame.ui.state, *hover.head) + ": " + role_tip(*role));
        return;
    }
    draw_pointer_card(frame, *hover.head, query, hover.key);
}

std::vector<HeadRef> heads_of(const GridFrame& frame, const std::vector<Index>& tiles) {
    std::vector<HeadRef> heads;
    for (const Index tile : tiles)
        if (frame.heads.matches(frame.head(tile))) heads.push_back(frame.head(tile));
    return heads;
}

// The matching heads of a layer, or with a number.
template <class Predicate>
std::vector<HeadRef> heads_where(const GridFrame& frame, Predicate&& is_wanted) {
    std::vector<HeadRef> heads;
    for (const HeadRef head : frame.heads.heads())
        if (frame.heads.matches(head) && is_wanted(head)) heads.push_back(head);
    return heads;
}

// Names of layers and numbers of heads choose all of theirs.
bool handle_labels(const GridFrame& frame, Point mouse, bool is_clicked) {
    if (draws_layers(frame.ui.state)) return false;
    const bool adds = ImGui::GetIO().KeyShift;
    if (const auto row = frame.at.hit_row_label(mouse)) {
        show_tip(frame.ui.style, "Layer " + std::to_string(*row) + ": a click chooses its heads, with shift besides.");
        if (is_clicked) frame.ui.ask(ChooseHeads{heads_where(frame, [&](HeadRef h) { return h.layer == *row; }), adds});
        return true;
    }
    if (const auto column = frame.at.hit_column_label(mouse)) {
        show_tip(frame.ui.style,
                 "Head " + std::to_string(*column) + " of every layer: a click chooses them all, with shift besides.");
        if (is_clicked)
            frame.ui.ask(ChooseHeads{heads_where(frame, [&](HeadRef h) { return h.head == *column; }), adds});
        return true;
    }
    return false;
}

void zoom_and_move(const GridFrame& frame, bool is_hovered, bool is_active, Point mouse) {
    const ImGuiIO& io = ImGui::GetIO();
    const auto move = [&](const GridPlace& place) {
        if (place != frame.at.place()) frame.ui.ask(MoveGrid{place});
    };
    if (is_active && (ImGui::IsMouseDown(1) || ImGui::IsMouseDown(2)) && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0))
        move(frame.at.panned(io.MouseDelta.x, io.MouseDelta.y));
    if (!is_hovered) return;
    const float notch = frame.ui.px(kMoveANotch);
    if (io.MouseWheelH != 0) move(frame.at.panned(io.MouseWheelH * notch, 0));
    if (io.MouseWheel == 0) return;
    if (io.KeyShift && !io.KeyCtrl) {
        move(frame.at.panned(0, io.MouseWheel * notch));
    } else {
        move(frame.at.zoomed(mouse, std::pow(kZoomANotch, io.MouseWheel)));
    }
}

// The rectangle that is being drawn up with the left button; none while it is still a click.
std::optional<Rect> band_of(const GridFrame& frame, Point mouse) {
    const std::optional<Point> from = frame.ui.kept.grid_pressed_at;
    if (!from) return std::nullopt;
    const float begins = frame.ui.px(kDragBegins);
    if (std::abs(mouse.x - from->x) < begins && std::abs(mouse.y - from->y) < begins) return std::nullopt;
    return Rect{std::min(from->x, mouse.x), std::min(from->y, mouse.y), std::abs(mouse.x - from->x),
                std::abs(mouse.y - from->y)};
}

void draw_band(const GridFrame& frame, const Rect& band) {
    const Palette& palette = frame.ui.palette();
    frame.list.AddRectFilled(min_of(band), max_of(band), with_alpha(palette.key, 0.12F));
    frame.list.AddRect(min_of(band), max_of(band), palette.key);
    for (const Index tile : frame.at.tiles_in(band)) {
        const Rect picture = frame.picture_rect(tile);
        frame.list.AddRect(min_of(picture), max_of(picture), palette.key);
    }
}

void click_tile(const GridFrame& frame, Point mouse) {
    const std::optional<GridGeometry::Hit> hit = frame.at.hit(mouse);
    if (!hit) return;
    const HeadRef head = frame.head(hit->tile);
    if (ImGui::GetIO().KeyShift) {
        frame.ui.ask(ToggleLinkedHead{head});
    } else {
        frame.ui.kept.grid_scrolled_to = head;  // it is where the person sees it
        frame.ui.ask(SelectHead{head});
    }
}

}  // namespace

void handle_grid_pointer(const GridFrame& frame, const Rect& room) {
    ImGui::SetCursorScreenPos(min_of(room));
    ImGui::InvisibleButton(
        "heads", {std::max(1.0F, room.w), std::max(1.0F, room.h)},
        ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
    const bool is_hovered = ImGui::IsItemHovered();
    const bool is_active = ImGui::IsItemActive();
    const Point mouse = to_point(ImGui::GetIO().MousePos);
    std::optional<Point>& pressed = frame.ui.kept.grid_pressed_at;
    if (ImGui::IsItemActivated() && ImGui::IsMouseClicked(0)) pressed = mouse;

    const std::optional<Rect> band = band_of(frame, mouse);
    const bool is_released = pressed && !ImGui::IsMouseDown(0);
    if (is_released) pressed.reset();
    zoom_and_move(frame, is_hovered, is_active, mouse);
    if (band) {
        if (is_released) {
            frame.ui.ask(ChooseHeads{heads_of(frame, frame.at.tiles_in(*band)), ImGui::GetIO().KeyShift});
        } else {
            draw_band(frame, *band);
        }
        return;
    }
    if (!is_hovered) return;
    if (handle_labels(frame, mouse, is_released)) return;
    if (is_released) click_tile(frame, mouse);
    const std::optional<GridGeometry::Hit> hit = frame.at.hit(mouse);
    if (hit) point_at_tile(frame, *hit, mouse);
    if (!hit && ImGui::IsMouseDoubleClicked(0)) frame.ui.ask(RunCommand{CommandId::kGridFit});
}

}  // namespace headscope
