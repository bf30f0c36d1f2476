#include "app/views/lesson_calculator.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/model/published_sizes.h"

namespace headscope {
namespace {

constexpr Index kWidest = 1 << 16;

Index doubled(Index value, int direction, Index most) {
    return direction > 0 ? std::min(value * 2, most) : std::max<Index>(value / 2, 1);
}

// The next divisor of `whole` up or down.
Index next_divisor(Index whole, Index value, int direction) {
    for (Index next = value + direction; next >= 1 && next <= whole; next += direction)
        if (whole % next == 0) return next;
    return value;
}

}  // namespace

float draw_calculator(const Ui& ui, const Rect& room, float y, const CalculatorParts& parts) {
    const LessonState& lesson = ui.state.lesson;
    const float height = ui.px(48);
    const float gap = ui.px(14);
    int chosen = lesson.sizes_from;
    if (chosen == kSizesOfModel && (!ui.state.model || cost_sizes_of(ui.state.model->config) != lesson.sizes))
        chosen = kOtherSizes;  // of a model that is open no longer
    const std::optional<int> pressed =
        choose_sizes(ui, "sizes", {room.x, y + ui.px(18), ui.px(190), ui.px(30)}, chosen, "other sizes", true);
    float x = room.x + ui.px(190) + gap;
    const float each = ui.px(112);
    std::optional<LessonState> changed;
    const auto stepper = [&](LessonSize size, const std::function<Index(Index, int)>& step) {
        if (x + each > room.right()) {
            x = room.x;
            y += height + ui.px(8);
        }
        const Index next = draw_stepper(ui, size, {x, y, each, height}, step);
        x += each + gap;
        if (next == get_size(lesson, size)) return;
        Result<LessonState> stepped = with_size(lesson, size, next);
        if (stepped.has_value()) changed = std::move(stepped).value();
    };
    stepper(LessonSize::kModelWidth, [](Index v, int way) {
        return std::clamp<Index>(v + way * (v >= 4096 ? 512 : (v >= 1024 ? 128 : 64)), 1, kWidest);
    });
    stepper(LessonSize::kHeads, [](Index v, int way) { return std::max<Index>(v + way, 1); });
    if (parts.has_kv_heads)
        stepper(LessonSize::kKeyHeads, [&](Index v, int way) { return next_divisor(lesson.sizes.n_heads, v, way); });
    stepper(LessonSize::kHeadWidth,
            [](Index v, int way) { return std::clamp<Index>(v + way * (v + way > 64 ? 16 : 8), 1, kWidest); });
    if (parts.has_layers) stepper(LessonSize::kBlocks, [](Index v, int way) { return std::max<Index>(v + way, 1); });
    if (parts.has_tokens)
        stepper(LessonSize::kTokens, [](Index v, int way) { return doubled(v, way, Index{1} << 24); });
    if (pressed) {
        changed = lesson;
        changed->sizes_from = *pressed;
        changed->sizes = *pressed == kSizesOfModel ? cost_sizes_of(ui.state.model->config)
                                                   : all_published_sizes()[static_cast<std::size_t>(*pressed)].sizes;
    }
    if (changed && *changed != lesson) change_lesson(ui, *changed);
    y += height;
    if (const std::string& problem = ui.state.typed_size.problem; !problem.empty())
        y = draw_paragraph(ui, room, y + ui.px(6), problem, ui.style.fonts->small, ui.palette().error) - ui.px(6);
    return y + ui.px(14);
}

float draw_table(const Ui& ui, const Rect& room, float y, std::span<const std::string> titles,
                 std::span<const TableRow> rows, float name_width, float column_width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = ui.palette();
    const float row = ui.px(26);
    for (std::size_t c = 0; c < titles.size(); ++c)
        draw_text_in(list, ui.style.fonts->small,
                     {room.x + name_width + column_width * static_cast<float>(c), y, column_width, row}, palette.dim,
                     titles[c], Align::kRight);
    y += row;
    const float right = room.x + name_width + column_width * static_cast<float>(titles.size());
    list.AddLine({room.x, y}, {right, y}, palette.line);
    for (const TableRow& one : rows) {
        if (one.is_lit)
            list.AddRectFilled({room.x - ui.px(8), y}, {right + ui.px(8), y + row}, with_alpha(palette.query, 0.10F),
                               ui.px(3));
        draw_text_in(list, ui.style.fonts->normal, {room.x, y, name_width, row}, palette.text, one.name, Align::kLeft);
        for (std::size_t c = 0; c < one.cells.size(); ++c)
            draw_text_in(list, one.is_lit ? ui.style.fonts->bold : ui.style.fonts->normal,
                         {room.x + name_width + column_width * static_cast<float>(c), y, column_width, row},
                         palette.text, one.cells[c], Align::kRight);
        y += row;
    }
    return y + ui.px(10);
}

float draw_sizes_source(const Ui& ui, const Rect& room, float y, int published) {
    if (published < 0) return y;
    const PublishedSizes& one = all_published_sizes()[static_cast<std::size_t>(published)];
    return draw_source(
        ui, room, y, std::string(one.name) + ": " + one.parameters + " parameters in all. Source: " + one.source + ".");
}

}  // namespace headscope
