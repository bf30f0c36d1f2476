#include <algorithm>
#include <array>
#include <cstdio>

#include "app/views/role_style.h"

namespace headscope {
namespace {

constexpr float kLeastBadgeThumb = 44;

std::string offset_words(Index offset) {
    return offset < 0 ? "−" + std::to_string(-offset) : "+" + std::to_string(offset);
}

}  // namespace

std::string role_word(RoleKind kind) {
    switch (kind.role) {
        case Role::kPrevious:
            return "previous";
        case Role::kNext:
            return "next";
        case Role::kSelf:
            return "self";
        case Role::kFirstToken:
            return "first";
        case Role::kSeparator:
            return "separator";
        case Role::kDuplicate:
            return "duplicate";
        case Role::kInduction:
            return "induction";
        case Role::kRareWord:
            return "rare word";
        case Role::kPositional:
            return "offset " + offset_words(kind.offset);
        case Role::kBlock:
            return "block";
        case Role::kBroad:
            break;
    }
    return "broad";
}

std::string role_badge(RoleKind kind) {
    switch (kind.role) {
        case Role::kPrevious:
            return "prev";
        case Role::kFirstToken:
            return "1st";
        case Role::kSeparator:
            return "sep";
        case Role::kDuplicate:
            return "dup";
        case Role::kInduction:
            return "ind";
        case Role::kRareWord:
            return "rare";
        case Role::kPositional:
            return offset_words(kind.offset);
        default:
            return role_word(kind);
    }
}

ImU32 role_colour(const Palette& palette, Role role) {
    switch (role) {
        case Role::kPrevious:
            return palette.heads[1];
        case Role::kNext:
            return palette.heads[0];
        case Role::kPositional:
            return palette.text;
        case Role::kSelf:
            return palette.heads[2];
        case Role::kFirstToken:
        case Role::kSeparator:
            return palette.heads[5];
        case Role::kDuplicate:
            return palette.heads[3];
        case Role::kInduction:
            return palette.heads[4];
        case Role::kRareWord:
            return palette.heads[0];
        case Role::kBlock:
        case Role::kBroad:
            break;
    }
    return palette.dim;
}

std::string role_tip(const RoleScore& role, std::string_view on) {
    std::array<char, 32> score;
    std::snprintf(score.data(), score.size(), "%.3f", role.score);
    return role_name(role.kind) + " " + score.data() + " on " + std::string(on) + ": " + role_formula(role.kind.role) +
           ".";
}

void draw_role_tile(const Ui& ui, ImDrawList& list, HeadRef head, const Rect& rect) {
    const Palette& palette = ui.palette();
    const float rounding = ui.px(3);
    const RoleScore* role = ui.state.measures ? ui.state.measures->strongest_role(head) : nullptr;
    if (role == nullptr) {
        list.AddRect(min_of(rect), max_of(rect), palette.line, rounding);
        draw_text_in(list, ui.style.fonts->small, rect, palette.dim, ui.state.measures ? "–" : "…", Align::kCentre);
        return;
    }
    const ImU32 colour = role_colour(palette, role->kind.role);
    const float strength = 0.10F + 0.20F * static_cast<float>(std::clamp(role->score, 0.0, 1.0));
    list.AddRectFilled(min_of(rect), max_of(rect), with_alpha(colour, strength), rounding);
    ImFont* small = ui.style.fonts->small;
    const float line = text_size(small, "0").y;
    Rect inner = rect.inset(ui.px(5), ui.px(2));
    const float side = std::min(ui.px(9), inner.h);
    const std::string word = role_word(role->kind);
    const std::string badge = role_badge(role->kind);
    const float beside = side + ui.px(5);
    const bool is_two_lines = inner.h >= 2 * line;
    if (inner.w >= beside + text_size(small, badge).x) {
        const float middle = is_two_lines ? inner.y + (inner.h - line - ui.px(2)) / 2 : inner.y + inner.h / 2;
        draw_role_mark(list, {inner.x, middle - side / 2, side, side}, role->kind.role, colour);
        inner.x += beside;
        inner.w -= beside;
    }
    const std::string& fitting = text_size(small, word).x <= inner.w ? word : badge;
    const std::string score = short_weight(static_cast<float>(role->score));
    if (!is_two_lines) {
        draw_text_in(list, small, inner, palette.text, fitting, Align::kLeft);
        return;
    }
    const float top = inner.y + (inner.h - 2 * line - ui.px(2)) / 2;
    draw_text_in(list, small, {inner.x, top, inner.w, line}, palette.text, fitting, Align::kLeft);
    draw_text_in(list, small, {inner.x, top + line + ui.px(2), inner.w, line}, palette.dim, score, Align::kLeft);
}

void draw_role_legend(const Ui& ui, const Rect& row) {
    if (!ui.state.measures) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImFont* small = ui.style.fonts->small;
    std::vector<Role> roles;
    for (const HeadFacts& facts : ui.state.measures->facts) {
        if (facts.roles.empty()) continue;
        const Role role = facts.roles.front().kind.role;
        if (std::find(roles.begin(), roles.end(), role) == roles.end()) roles.push_back(role);
    }
    std::sort(roles.begin(), roles.end());
    const float swatch = ui.px(9);
    float x = row.right();
    for (std::size_t i = roles.size(); i-- > 0;) {
        const std::string word = roles[i] == Role::kPositional ? "offset" : role_word({roles[i], 0});
        const float width = text_size(small, word).x + swatch + ui.px(5);
        if (x - width < row.x) break;
        x -= width;
        const float top = row.y + (row.h - swatch) / 2;
        draw_role_mark(list, {x, top, swatch, swatch}, roles[i], role_colour(ui.palette(), roles[i]));
        const Rect words{x + swatch + ui.px(5), row.y, width, row.h};
        draw_text_in(list, small, words, ui.palette().dim, word, Align::kLeft);
        ImGui::PushID(static_cast<int>(i));
        if (area("role", {x, row.y, width, row.h}).hovered)
            show_tip(ui.style, "Heads whose strongest role this is on this text. Score: " +
                                   std::string(role_formula(roles[i])) + ".");
        ImGui::PopID();
        x -= ui.px(14);
    }
}

void draw_role_badge(const Ui& ui, ImDrawList& list, HeadRef head, const Rect& thumb) {
    if (!ui.state.measures || thumb.w < ui.px(kLeastBadgeThumb)) return;
    const RoleScore* role = ui.state.measures->strongest_role(head);
    if (role == nullptr || role->kind.role == Role::kBroad) return;
    ImFont* small = ui.style.fonts->small;
    const std::string word = role_badge(role->kind);
    const ImVec2 size = text_size(small, word);
    const float mark = ui.px(7);
    const bool has_mark = size.x + mark + ui.px(10) <= thumb.w;
    const float width = size.x + ui.px(6) + (has_mark ? mark + ui.px(3) : 0);
    const Rect badge{thumb.right() - width, thumb.y, width, size.y + ui.px(1)};
    const ImU32 colour = role_colour(ui.palette(), role->kind.role);
    list.AddRectFilled(min_of(badge), max_of(badge), with_alpha(ui.palette().ground, 0.78F), ui.px(2));
    if (has_mark)
        draw_role_mark(list, {badge.x + ui.px(3), badge.y + (badge.h - mark) / 2, mark, mark}, role->kind.role, colour);
    draw_text_in(list, small, badge.inset(ui.px(3), 0), colour, word, Align::kRight);
}

void draw_off_thumbnail(const Ui& ui, ImDrawList& list, const Rect& thumb) {
    list.AddRectFilled(min_of(thumb), max_of(thumb), with_alpha(ui.palette().ground, 0.72F));
    list.AddLine({thumb.x, thumb.bottom()}, {thumb.right(), thumb.y}, ui.palette().dim, ui.px(1));
    const Rect word{thumb.x, thumb.y, thumb.w, thumb.h};
    const ImVec2 size = text_size(ui.style.fonts->small, "off");
    const Rect ground{thumb.x + (thumb.w - size.x) / 2 - ui.px(4), thumb.y + (thumb.h - size.y) / 2, size.x + ui.px(8),
                      size.y};
    list.AddRectFilled(min_of(ground), max_of(ground), ui.palette().ground, ui.px(2));
    draw_text_in(list, ui.style.fonts->small, word, ui.palette().dim, "off", Align::kCentre);
}

}  // namespace headscope
