#include "app/views/lesson_calculator.h"

#include <algorithm>
#include <vector>

#include "core/model/published_sizes.h"

namespace headscope {
namespace {

constexpr Index kWidest = 1 << 16;
constexpr Index kMostHeads = 512;

Index doubled(Index value, int direction, Index most) {
    return direction > 0 ? std::min(value * 2, most) : std::max<Index>(value / 2, 1);
}

// The next divisor of `whole` up or down.
Index next_divisor(Index whole, Index value, int direction) {
    for (Index next = value + direction; next >= 1 && next <= whole; next += direction)
        if (whole % next == 0) return next;
    return value;
}

// A number of key heads that fits another number of query heads.
Index fitting_kv_heads(Index heads, Index kv_heads) {
    Index best = 1;
    for (Index n = 1; n <= std::min(heads, kv_heads); ++n)
        if (heads % n == 0) best = n;
    return best;
}

}  // namespace

float draw_calculator(const Ui& ui, const Rect& room, float y, const CalculatorParts& parts) {
    const LessonState& lesson = ui.state.lesson;
    LessonState changed = lesson;
    CostSizes& sizes = changed.sizes;
    const bool is_multi_head = sizes.n_kv_heads == sizes.n_heads;
    const float height = ui.px(48);
    const float gap = ui.px(14);
    const int pressed =
        choose_sizes(ui, "sizes", {room.x, y + ui.px(18), ui.px(190), ui.px(30)}, lesson.sizes_from, "other sizes");
    float x = room.x + ui.px(190) + gap;
    const float each = ui.px(112);
    const auto stepper = [&](const char* id, Index value, const std::function<Index(Index, int)>& step) {
        if (x + each > room.right()) {
            x = room.x;
            y += height + ui.px(8);
        }
        const Index next = draw_stepper(ui, id, {x, y, each, height}, id, value, step);
        x += each + gap;
        return next;
    };
    sizes.d_model = stepper("d_model", sizes.d_model, [](Index v, int way) {
        return std::clamp<Index>(v + way * (v >= 4096 ? 512 : (v >= 1024 ? 128 : 64)), 64, kWidest);
    });
    const Index heads =
        stepper("heads", sizes.n_heads, [](Index v, int way) { return std::clamp<Index>(v + way, 1, kMostHeads); });
    if (heads != sizes.n_heads) {
        sizes.n_heads = heads;
        sizes.n_kv_heads = is_multi_head ? heads : fitting_kv_heads(heads, sizes.n_kv_heads);
    }
    if (parts.has_kv_heads)
        sizes.n_kv_heads = stepper("key heads", sizes.n_kv_heads,
                                   [&](Index v, int way) { return next_divisor(sizes.n_heads, v, way); });
    sizes.d_head = stepper("d_head", sizes.d_head, [](Index v, int way) {
        return std::clamp<Index>(v + way * (v + way > 64 ? 16 : 8), 8, kWidest);
    });
    if (parts.has_layers)
        sizes.n_layers =
            stepper("blocks", sizes.n_layers, [](Index v, int way) { return std::clamp<Index>(v + way, 1, 1024); });
    if (parts.has_tokens)
        changed.n_tokens =
            stepper("T, tokens", changed.n_tokens, [](Index v, int way) { return doubled(v, way, Index{1} << 24); });
    if (pressed >= 0) {
        changed.sizes_from = pressed;
        changed.sizes = all_published_sizes()[static_cast<std::size_t>(pressed)].sizes;
    } else if (changed.sizes != lesson.sizes) {
        changed.sizes_from = -1;
    }
    if (changed != lesson) change_lesson(ui, changed);
    return y + height + ui.px(14);
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
