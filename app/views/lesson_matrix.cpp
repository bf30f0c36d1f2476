// Matrices on the pages of the lesson.
#include <algorithm>
#include <cmath>

#include "app/views/lesson.h"
#include "core/export/colormap.h"

namespace headscope {

std::optional<MatrixCell> draw_matrix(const Ui& ui, const MatrixDrawing& drawing) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float pixels = std::max(1.0F, ImGui::GetIO().DisplayFramebufferScale.x);
    // Whole pixels, so that a texel falls on each.
    const Rect rect{std::floor(drawing.rect.x), std::floor(drawing.rect.y), std::max(1.0F, std::floor(drawing.rect.w)),
                    std::max(1.0F, std::floor(drawing.rect.h))};
    const ConstMatrixView& values = drawing.values;
    const ImTextureID texture =
        ui.kept.matrices.get(ui.graphics, values,
                             {drawing.id, drawing.stamp, static_cast<int>(rect.w * pixels),
                              static_cast<int>(rect.h * pixels), ui.state.view.theme, drawing.range});
    if (texture != ImTextureID{}) list.AddImage(texture, min_of(rect), max_of(rect));
    list.AddRect({rect.x - 1, rect.y - 1}, {rect.right() + 1, rect.bottom() + 1}, ui.palette().line);
    if (!drawing.name.empty()) {
        const float top = rect.y - ui.px(kMatrixCaption);
        const ImU32 colour = drawing.name_colour != 0 ? drawing.name_colour : ui.palette().text;
        draw_text(list, ui.style.fonts->bold, {rect.x, top}, colour, drawing.name);
        const float x = rect.x + text_size(ui.style.fonts->bold, drawing.name).x + ui.px(6);
        std::string shape = shape_words(values.rows, values.cols);
        if (!drawing.note.empty()) shape.append(" ").append(drawing.note);
        draw_text(list, ui.style.fonts->small, {x, top + ui.px(2)}, ui.palette().dim, shape);
    }
    if (drawing.lit_row && *drawing.lit_row < values.rows) {
        const float height = rect.h / static_cast<float>(values.rows);
        const float y = rect.y + height * static_cast<float>(*drawing.lit_row);
        list.AddRect({rect.x - 2, y - 1}, {rect.right() + 2, y + height + 1}, ui.palette().query, 0, 0, ui.px(1.5F));
    }
    const AreaState pointer = area(drawing.id, rect);
    if (!pointer.hovered || values.rows < 1 || values.cols < 1) return std::nullopt;
    const auto cell = [](float at, float size, Index count) {
        return std::clamp(static_cast<Index>(at / size * static_cast<float>(count)), Index{0}, count - 1);
    };
    const MatrixCell hit{cell(pointer.mouse.y - rect.y, rect.h, values.rows),
                         cell(pointer.mouse.x - rect.x, rect.w, values.cols), pointer.clicked};
    show_tip(ui.style, (drawing.name.empty() ? std::string("value") : std::string(drawing.name)) + "[" +
                           std::to_string(hit.row) + ", " + std::to_string(hit.column) +
                           "] = " + fixed(values(hit.row, hit.column), 4));
    return hit;
}

void draw_matrix_legend(const Ui& ui, ImVec2 position, float width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Colormap& colours = diverging_colormap(ui.state.view.theme);
    const float height = ui.px(8);
    constexpr int kSteps = 64;
    for (int i = 0; i < kSteps; ++i) {
        const Rgb c = colours[static_cast<std::size_t>(i * 255 / (kSteps - 1))];
        const float x0 = position.x + width * static_cast<float>(i) / kSteps;
        const float x1 = position.x + width * static_cast<float>(i + 1) / kSteps;
        list.AddRectFilled({x0, position.y}, {x1, position.y + height}, IM_COL32(c.r, c.g, c.b, 255));
    }
    list.AddRect({position.x - 1, position.y - 1}, {position.x + width + 1, position.y + height + 1},
                 ui.palette().line);
    const Rect below{position.x, position.y + height + ui.px(2), width, ui.px(14)};
    ImFont* font = ui.style.fonts->small;
    draw_text_in(list, font, below, ui.palette().dim, "−m", Align::kLeft);
    draw_text_in(list, font, below, ui.palette().dim, "0", Align::kCentre);
    draw_text_in(list, font, below, ui.palette().dim, "+m", Align::kRight);
    ImGui::PushID("legend");
    if (area("matrix colours", {position.x, position.y, width, ui.px(24)}).hovered)
        show_tip(ui.style,
                 "m is three times the typical size of a matrix's numbers (their root mean square), or the largest if "
                 "that is "
                 "less; numbers beyond it have the end's colour. Point at a cell for its value.");
    ImGui::PopID();
}

}  // namespace headscope
