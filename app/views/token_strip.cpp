#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "app/views/views.h"

namespace headscope {
namespace {

constexpr float kChipHeight = 30;
constexpr float kChipGap = 6;
constexpr float kTextSize = 15;

std::string span_words(const Token& token) {
    if (token.is_template) return "added by the model's template";
    return "bytes " + std::to_string(token.span.begin) + "–" + std::to_string(token.span.end) +
           (token.segment == 1 ? " of the second text" : " of the text");
}

std::string typed_form(const AttentionTrace& trace, const Token& token) {
    const std::string& text = token.segment == 1 ? *trace.encoding.pair : trace.encoding.text;
    return text.substr(token.span.begin, token.span.end - token.span.begin);
}

// The label cache draws any script, so the tip shows the typed form through it; the rest is the program's own words.
void show_token_tip(const Ui& ui, Index index) {
    const AttentionTrace& trace = *ui.state.trace();
    const Token& token = trace.encoding.tokens[static_cast<std::size_t>(index)];
    TextStyle style;
    style.size = ui.px(13);
    style.ellipsis = Ellipsis::kMiddle;
    style.max_width = ui.px(300);
    const std::string typed = token.is_template ? "" : typed_form(trace, token);
    const Label label = ui.labels.get(typed.empty() ? token.piece : "“" + typed + "”", style);
    std::string facts =
        "token " + std::to_string(index) + " · id " + std::to_string(token.id) + " · " + span_words(token);
    if (token.continues_word) facts += " · continues the word before it";
    if (token.is_unknown) facts += " · the vocabulary cannot spell it, the model reads " + token.piece;
    const float width = std::max(label.size.x, text_size(ui.style.fonts->small, facts).x) + ui.px(20);
    const Point mouse = to_point(ImGui::GetIO().MousePos);
    const float x = std::min(mouse.x + ui.px(14), ImGui::GetIO().DisplaySize.x - width - ui.px(4));
    const Rect card{std::max(ui.px(4), x), mouse.y + ui.px(18), width, ui.px(48)};
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    draw_card(list, ui.style, card);
    ui.labels.draw(list, {card.x + ui.px(10), card.y + ui.px(5)}, label, ui.palette().text);
    draw_text(list, ui.style.fonts->small, {card.x + ui.px(10), card.y + ui.px(26)}, ui.palette().dim, facts);
}

// The token as it is; its position stands below the chip.
const Label& chip_text(const Ui& ui, Index token) {
    TextStyle style;
    style.size = ui.px(kTextSize);
    style.ellipsis = Ellipsis::kMiddle;
    style.max_width = ui.px(260);
    return ui.labels.get(ui.state.trace()->encoding.tokens[static_cast<std::size_t>(token)].display, style);
}

// Below a chip: the token's position, and what the model reads instead of a word it does not know.
std::string number_words(const AppState& state, Index token) {
    const Token& facts = state.trace()->encoding.tokens[static_cast<std::size_t>(token)];
    return facts.is_unknown ? std::to_string(token) + " " + facts.piece : std::to_string(token);
}

void draw_chip(const Ui& ui, ImDrawList& list, Index token, const Rect& chip) {
    const Palette& palette = ui.palette();
    const AppState& state = ui.state;
    const std::optional<Index> query = lit_query(state);
    const std::optional<Index> key = lit_key(state);
    const bool is_query = query == token;
    const bool is_key = key == token;
    const bool is_hidden = !state.shown->place_of(token);
    const float rounding = ui.px(5);
    list.AddRectFilled(min_of(chip), max_of(chip), palette.raised, rounding);
    float weight = 0;
    if (query && !is_hidden) {
        // How strongly the lit token looks at this one in the selected head.
        weight = state.shown->weight(state.view.selected, *query, token);
        if (weight > 0) {
            list.AddRectFilled(min_of(chip), max_of(chip), with_alpha(palette.key, std::min(0.85F, 1.7F * weight)),
                               rounding);
        }
    }
    if (is_query) {
        list.AddRectFilled(min_of(chip), max_of(chip), palette.ground, rounding);
        list.AddRect(min_of(chip), max_of(chip), palette.query, rounding, 0, ui.px(1.6F));
    } else if (is_key) {
        list.AddRect(min_of(chip), max_of(chip), palette.key, rounding, 0, ui.px(1.6F));
    }
    const bool is_special = state.trace()->encoding.tokens[static_cast<std::size_t>(token)].is_special;
    constexpr float kStrong = 0.15F;  // the fill would swallow quiet words
    ImU32 colour = is_special && weight < kStrong ? palette.dim : palette.text;
    if (is_query) colour = palette.query;
    if (is_hidden) colour = with_alpha(palette.dim, 0.5F);
    const Label& label = chip_text(ui, token);
    ui.labels.draw(list, {chip.x + (chip.w - label.size.x) / 2, chip.y + (chip.h - label.size.y) / 2}, label, colour);
    draw_text_in(list, ui.style.fonts->small, {chip.x, chip.bottom(), chip.w, ui.px(16)},
                 is_query ? palette.query : palette.dim, number_words(state, token), Align::kCentre);
    if (state.view.locked_query == token) {
        list.AddCircleFilled({chip.right() - ui.px(2), chip.y + ui.px(2)}, ui.px(3.5F), palette.query);
    }
}

}  // namespace

void draw_token_strip(const Ui& ui, const Rect& rect) {
    ImDrawList& outer = *ImGui::GetWindowDrawList();
    outer.AddLine({rect.x, rect.bottom() - 1}, {rect.right(), rect.bottom() - 1}, ui.palette().line);
    const AttentionTrace* trace = ui.state.trace();
    if (trace == nullptr) {
        draw_empty(ui, rect, "No tokens yet.", "Type a sentence above.");
        return;
    }
    ImGui::SetCursorScreenPos(min_of(rect));
    ImGui::BeginChild(
        "token strip", {rect.w, rect.h - 1}, false,
        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBackground);
    if (ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel != 0) {
        ImGui::SetScrollX(ImGui::GetScrollX() - ImGui::GetIO().MouseWheel * ui.px(120));
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = rect.x + ui.px(14) - ImGui::GetScrollX();
    float x = left;
    const float y = std::floor(rect.y + ui.px(10));
    const std::optional<Index> to_show = ui.state.view.locked_query;
    for (Index token = 0; token < trace->n_tokens(); ++token) {
        const Token& facts = trace->encoding.tokens[static_cast<std::size_t>(token)];
        const float label = chip_text(ui, token).size.x + ui.px(19);
        const float number = text_size(ui.style.fonts->small, number_words(ui.state, token)).x;
        const float width = std::floor(std::max({ui.px(30), label, number}));
        // Pieces of one word stand close together; the second text stands apart.
        if (token > 0 && facts.continues_word) x -= ui.px(kChipGap - 1.5F);
        if (token > 0 && facts.segment == 1 &&
            trace->encoding.tokens[static_cast<std::size_t>(token - 1)].segment == 0) {
            x += ui.px(10);
        }
        const Rect chip{x, y, width, ui.px(kChipHeight)};
        if (chip.right() > rect.x && chip.x < rect.right()) {
            draw_chip(ui, list, token, chip);
            ImGui::PushID(static_cast<int>(token));
            const AreaState pointer = area("token", {chip.x, chip.y, chip.w, chip.h + ui.px(16)});
            ImGui::PopID();
            if (pointer.hovered) {
                ui.ask(PointAt{Hover{token, std::nullopt, std::nullopt}});
                show_token_tip(ui, token);
            }
            if (pointer.clicked) ui.ask(ToggleLock{token});
        }
        if (to_show == token && ui.kept.scrolled_to_token != to_show) {
            const float view = rect.w - ui.px(28);
            if (chip.x < rect.x + ui.px(14)) ImGui::SetScrollX(chip.x - left);
            if (chip.right() > rect.right() - ui.px(14)) ImGui::SetScrollX(chip.right() - left - view);
        }
        x += width + ui.px(kChipGap);
    }
    ui.kept.scrolled_to_token = to_show;
    const bool has_words = std::any_of(trace->encoding.tokens.begin(), trace->encoding.tokens.end(),
                                       [](const Token& token) { return !token.is_template; });
    if (!has_words) {
        draw_text_in(list, ui.style.fonts->normal, {x + ui.px(8), y, ui.px(420), ui.px(kChipHeight)}, ui.palette().dim,
                     "No words yet: type a sentence above, or choose an example.", Align::kLeft);
    }
    ImGui::SetCursorScreenPos({x + ui.px(8), y});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

}  // namespace headscope
