// Page 9: how many numbers are kept of a token, by how heads share keys and values.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/views/lesson_calculator.h"

namespace headscope {
namespace {

constexpr Index kMostHeadsDrawn = 16;

// Query heads above, what they read below, a line from each to its own.
void draw_sharing(const Ui& ui, const Rect& rect, KeySharing sharing, Index n_heads, Index n_kv_heads) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = ui.palette();
    const Index heads = std::min(n_heads, kMostHeadsDrawn);
    Index keys = 1;
    if (sharing == KeySharing::kMultiHead) keys = heads;
    if (sharing == KeySharing::kGrouped) keys = std::clamp<Index>(heads * n_kv_heads / n_heads, 1, heads);
    const float step = rect.w / static_cast<float>(heads);
    const float key_step = rect.w / static_cast<float>(keys);
    const float size = std::min(step * 0.7F, ui.px(14));
    const float bottom = rect.bottom() - size;
    for (Index head = 0; head < heads; ++head) {
        const float x = rect.x + step * (static_cast<float>(head) + 0.5F);
        const Index key = head * keys / heads;
        const float key_x = rect.x + key_step * (static_cast<float>(key) + 0.5F);
        list.AddLine({x, rect.y + size}, {key_x, bottom}, palette.line, ui.px(1.2F));
        list.AddRectFilled({x - size / 2, rect.y}, {x + size / 2, rect.y + size}, palette.query, ui.px(2));
    }
    for (Index key = 0; key < keys; ++key) {
        const float x = rect.x + key_step * (static_cast<float>(key) + 0.5F);
        if (sharing == KeySharing::kLatent) {
            list.AddRectFilled({x - rect.w * 0.22F, bottom}, {x + rect.w * 0.22F, bottom + size}, palette.heads[2],
                               ui.px(2));
        } else {
            list.AddRectFilled({x - size / 2, bottom}, {x + size / 2, bottom + size}, palette.key, ui.px(2));
        }
    }
}

std::string formula_of(KeySharing sharing) {
    switch (sharing) {
        case KeySharing::kMultiHead:
            return "2 · H · d_head";
        case KeySharing::kGrouped:
            return "2 · n_kv · d_head";
        case KeySharing::kMultiQuery:
            return "2 · d_head";
        case KeySharing::kLatent:
            return "d_latent + d_rope";
    }
    return "";
}

const char* source_of(KeySharing sharing) {
    switch (sharing) {
        case KeySharing::kMultiHead:
            return "Vaswani et al. 2017";
        case KeySharing::kGrouped:
            return "Ainslie et al. 2023";
        case KeySharing::kMultiQuery:
            return "Shazeer 2019";
        case KeySharing::kLatent:
            return "DeepSeek-AI 2024";
    }
    return "";
}

// Which query heads of the open model read which keys.
float draw_own_sharing(const Ui& ui, const Rect& room, float y) {
    if (!ui.state.model) return y;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const StackConfig& own = ui.state.model->config;
    y = draw_paragraph(ui, room, y, "The open model, " + ui.state.model->name, ui.style.fonts->bold, ui.palette().text);
    if (own.n_kv_heads == own.n_heads)
        return draw_paragraph(ui, room, y,
                              "Each of its " + std::to_string(own.n_heads) +
                                  " query heads has keys and values of its own: nothing is shared.");
    const Index group = own.n_heads / own.n_kv_heads;
    y = draw_paragraph(ui, room, y,
                       std::to_string(own.n_heads) + " query heads over " + std::to_string(own.n_kv_heads) +
                           " key heads: query head h reads key head h ÷ " + std::to_string(group) + ", rounded down.");
    const float width = std::min(ui.px(72), room.w / static_cast<float>(std::max<Index>(own.n_kv_heads, 1)));
    const Index selected = ui.state.view.selected.head / group;
    for (Index key = 0; key < own.n_kv_heads; ++key) {
        const Rect card{room.x + width * static_cast<float>(key), y, width - ui.px(6), ui.px(46)};
        const bool is_lit = key == selected;
        list.AddRectFilled(min_of(card), max_of(card), ui.palette().raised, ui.px(4));
        list.AddRect(min_of(card), max_of(card), is_lit ? ui.palette().key : ui.palette().line, ui.px(4), 0,
                     is_lit ? ui.px(2) : 1);
        draw_text_in(list, ui.style.fonts->small, {card.x, card.y + ui.px(4), card.w, ui.px(18)}, ui.palette().key,
                     "key " + std::to_string(key), Align::kCentre);
        draw_text_in(
            list, ui.style.fonts->small, {card.x, card.y + ui.px(22), card.w, ui.px(18)}, ui.palette().query,
            "q " + std::to_string(key * group) + (group > 1 ? "–" + std::to_string((key + 1) * group - 1) : ""),
            Align::kCentre);
    }
    return y + ui.px(58);
}

}  // namespace

float draw_lesson_sharing(const Ui& ui, const Rect& room) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const LessonState& lesson = ui.state.lesson;
    const CostSizes& sizes = lesson.sizes;
    const Palette& palette = ui.palette();
    float y = draw_heading(ui, room, room.y, "What is kept of every token",
                           "A model that writes text keeps the keys and values of every token it has read. The fewer "
                           "numbers a token leaves behind, the longer the text that fits into memory.");
    y = draw_calculator(ui, room, y + ui.px(4), {});
    // Groups to show where the sizes have none: a quarter as many key heads.
    CostSizes grouped = sizes;
    if (sharing_of(sizes) != KeySharing::kGrouped) {
        grouped.n_kv_heads = std::max<Index>(1, sizes.n_heads / 4);
        while (sizes.n_heads % grouped.n_kv_heads != 0) --grouped.n_kv_heads;
    }
    double most = 0;
    for (const KeySharing sharing : kKeySharings)
        most = std::max(most, attention_cost(sizes, 1, sharing).cached_a_token);
    const float gap = ui.px(16);
    const float width = std::floor((room.w - 3 * gap) / 4);
    const float height = ui.px(254);
    constexpr double kBytes = 2;
    for (std::size_t i = 0; i < std::size(kKeySharings); ++i) {
        const KeySharing sharing = kKeySharings[i];
        const AttentionCost cost =
            attention_cost(sharing == KeySharing::kGrouped ? grouped : sizes, lesson.n_tokens, sharing);
        const bool is_own = sharing == sharing_of(sizes);
        const Rect card{room.x + static_cast<float>(i) * (width + gap), y, width, height};
        list.AddRectFilled(min_of(card), max_of(card), palette.bar, ui.px(6));
        list.AddRect(min_of(card), max_of(card), is_own ? palette.query : palette.line, ui.px(6), 0,
                     is_own ? ui.px(2) : 1);
        const Rect inner = card.inset(ui.px(14), ui.px(12));
        draw_text_in(list, ui.style.fonts->bold, {inner.x, inner.y, inner.w, ui.px(20)}, palette.text,
                     std::string(name_of(sharing)) + (sharing == KeySharing::kLatent ? " (MLA)" : ""), Align::kLeft);
        draw_text_in(list, ui.style.fonts->small, {inner.x, inner.y + ui.px(20), inner.w, ui.px(18)}, palette.dim,
                     formula_of(sharing), Align::kLeft);
        if (sharing == KeySharing::kGrouped)
            draw_text_in(list, ui.style.fonts->small, {inner.x, inner.y + ui.px(35), inner.w, ui.px(18)}, palette.dim,
                         "n_kv = " + std::to_string(grouped.n_kv_heads), Align::kLeft);
        draw_sharing(ui, {inner.x, inner.y + ui.px(57), inner.w, ui.px(54)}, sharing, sizes.n_heads,
                     grouped.n_kv_heads);
        float line = inner.y + ui.px(122);
        draw_text(list, ui.style.fonts->large, {inner.x, line}, palette.text, count_words(cost.cached_a_token));
        const std::string what = "numbers a token and block";
        const bool has_room = text_size(ui.style.fonts->small, what).x <= inner.w;
        draw_text_in(list, ui.style.fonts->small, {inner.x, line + ui.px(22), inner.w, ui.px(18)}, palette.dim,
                     has_room ? what : "a token and block", Align::kLeft);
        draw_bar(ui, {inner.x, line + ui.px(44), inner.w, ui.px(8)}, static_cast<float>(cost.cached_a_token / most),
                 is_own ? palette.query : palette.key);
        line += ui.px(60);
        const double bytes = cost.cached * static_cast<double>(sizes.n_layers) * kBytes;
        draw_text_in(list, ui.style.fonts->normal, {inner.x, line, inner.w, ui.px(20)}, palette.text,
                     rounded_count(bytes) + "B for all", Align::kLeft);
        draw_text_in(list, ui.style.fonts->small, {inner.x, line + ui.px(24), inner.w, ui.px(18)}, palette.dim,
                     source_of(sharing), Align::kLeft);
    }
    y += height + ui.px(12);
    const LatentWidths latent = usual_latent_widths(sizes.d_head);
    y = draw_source(
        ui, room, y,
        "For all " + count_words(static_cast<double>(lesson.n_tokens)) + " tokens and " +
            std::to_string(sizes.n_layers) + " blocks, two bytes a number. Latent: d_latent = 4 · d_head = " +
            std::to_string(latent.d_latent) + " and d_rope = d_head ÷ 2 = " + std::to_string(latent.d_rope) +
            ", the proportions of DeepSeek-V2 (section 2.1.4)." +
            (sharing_of(sizes) == KeySharing::kGrouped
                 ? ""
                 : " These sizes have no groups; a quarter as many key heads stand for them."));
    y = draw_sizes_source(ui, room, y, lesson.sizes_from);
    return draw_own_sharing(ui, room, y + ui.px(8));
}

}  // namespace headscope
