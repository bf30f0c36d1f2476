#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/state/glossary.h"
#include "app/views/views.h"

namespace headscope {
namespace {

constexpr float kChipHeight = 30;
constexpr float kChipGap = 6;
constexpr float kTextSize = 15;

// A row of tokens: of the only axis, or of one of two.
struct Row {
    const Encoding& encoding;
    const char* caption;  // null: none
    bool has_queries;
    bool has_keys;
    std::optional<Index>& scrolled_to;

    const Token& token(Index i) const { return encoding.tokens[static_cast<std::size_t>(i)]; }
    // What stands for a token where whole words are shown, see ShownTrace.
    Index stands_for(const ShownTrace& shown, Index i) const {
        return has_queries ? shown.query_of(i) : shown.key_of(i);
    }
    const std::string& text(const ShownTrace& shown, Index i) const {
        return has_queries ? shown.query_text(i) : shown.key_text(i);
    }
    ByteSpan span(const ShownTrace& shown, Index i) const {
        return has_queries ? shown.query_span(i) : shown.key_span(i);
    }
    Index word(const ShownTrace& shown, Index i) const { return has_queries ? shown.query_word(i) : shown.key_word(i); }
};

std::vector<Row> rows_of(const Ui& ui) {
    const AttentionTrace& trace = *ui.state.trace();
    switch (ui.state.shown->set()) {
        case MapSet::kEncoder:
            break;
        case MapSet::kDecoder:
            return {{trace.target, nullptr, true, true, ui.kept.scrolled_to_query}};
        case MapSet::kCross:
            return {{trace.target, "Target, queries", true, false, ui.kept.scrolled_to_query},
                    {trace.encoding, "Source, keys", false, true, ui.kept.scrolled_to_key}};
    }
    return {{trace.encoding, nullptr, true, true, ui.kept.scrolled_to_query}};
}

std::string span_words(const Token& token) {
    if (token.is_template) return "added by the model's template";
    if (token.span.begin == token.span.end) return "given to the model as it is";
    return "bytes " + std::to_string(token.span.begin) + "–" + std::to_string(token.span.end) +
           (token.segment == 1 ? " of the second text" : " of the text");
}

std::string typed_form(const ShownTrace& shown, const Row& row, Index index) {
    const Token& token = row.token(index);
    const ByteSpan span = row.span(shown, index);
    const std::string& text = token.segment == 1 ? *row.encoding.pair : row.encoding.text;
    return text.substr(span.begin, span.end - span.begin);
}

// The label cache draws any script, so the tip shows the typed form through it; the rest is the program's own words.
void show_token_tip(const Ui& ui, const Row& row, Index index) {
    const Token& token = row.token(index);
    TextStyle style;
    style.size = ui.px(13);
    style.ellipsis = Ellipsis::kMiddle;
    style.max_width = ui.px(300);
    const std::string typed = token.is_template ? "" : typed_form(*ui.state.shown, row, index);
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

// The token or whole word as it is; its position stands below the chip.
const Label& chip_text(const Ui& ui, const Row& row, Index index) {
    TextStyle style;
    style.size = ui.px(kTextSize);
    style.ellipsis = Ellipsis::kMiddle;
    style.max_width = ui.px(260);
    return ui.labels.get(row.text(*ui.state.shown, index), style);
}

// Below a chip: the token's position, and what the model reads instead of a word it does not know.
std::string number_words(const Token& token, Index index) {
    return token.is_unknown ? std::to_string(index) + " " + token.piece : std::to_string(index);
}

void draw_chip(const Ui& ui, ImDrawList& list, const Row& row, Index index, const Rect& chip) {
    const Palette& palette = ui.palette();
    const AppState& state = ui.state;
    const Token& token = row.token(index);
    const std::optional<Index> query = lit_query(state);
    const bool is_query = row.has_queries && query == index;
    const bool is_key = row.has_keys && lit_key(state) == index;
    const bool is_drawn_key = row.has_keys && state.shown->key_place(index);
    const bool is_hidden = !is_drawn_key && !(row.has_queries && state.shown->query_place(index));
    const float rounding = ui.px(5);
    list.AddRectFilled(min_of(chip), max_of(chip), palette.raised, rounding);
    float weight = 0;
    const std::optional<Index> key_alone = lit_key_alone(state);
    if (key_alone && row.has_queries && state.shown->query_place(index)) {  // how strongly this one looks at it
        weight = large_map(state).weight(index, *key_alone);
    } else if (query && is_drawn_key) {
        // How strongly the lit token looks at this one in the map that is drawn large, or this one at it.
        const bool is_into = state.view.links_into && state.shown->is_square() && state.shown->key_place(*query) &&
                             state.shown->query_place(index);
        weight = is_into ? large_map(state).weight(index, *query) : large_map(state).weight(*query, index);
    }
    if (weight > 0) {
        list.AddRectFilled(min_of(chip), max_of(chip), with_alpha(palette.key, std::min(0.85F, 1.7F * weight)),
                           rounding);
    }
    if (is_query) {
        list.AddRectFilled(min_of(chip), max_of(chip), palette.ground, rounding);
        list.AddRect(min_of(chip), max_of(chip), palette.query, rounding, 0, ui.px(1.6F));
    } else if (is_key) {
        list.AddRect(min_of(chip), max_of(chip), palette.key, rounding, 0, ui.px(1.6F));
    }
    constexpr float kStrong = 0.15F;  // the fill would swallow quiet words
    ImU32 colour = token.is_special && weight < kStrong ? palette.dim : palette.text;
    if (is_query) colour = palette.query;
    if (is_hidden) colour = with_alpha(palette.dim, 0.5F);
    const Label& label = chip_text(ui, row, index);
    ui.labels.draw(list, {chip.x + (chip.w - label.size.x) / 2, chip.y + (chip.h - label.size.y) / 2}, label, colour);
    draw_text_in(list, ui.style.fonts->small, {chip.x, chip.bottom(), chip.w, ui.px(16)},
                 is_query ? palette.query : palette.dim, number_words(token, index), Align::kCentre);
    const std::optional<Index> locked = state.view.locked_query;
    if (row.has_queries && locked && row.stands_for(*state.shown, *locked) == index) {
        list.AddCircleFilled({chip.right() - ui.px(2), chip.y + ui.px(2)}, ui.px(3.5F), palette.query);
    }
    const std::optional<Index> locked_key = state.view.locked_key;
    if (row.has_keys && locked_key && state.shown->key_place(*locked_key) &&
        state.shown->key_of(*locked_key) == index) {  // a square, where that of a query is a dot
        const float half = ui.px(3);
        const ImVec2 at{chip.x + ui.px(2), chip.y + ui.px(2)};
        list.AddRectFilled({at.x - half, at.y - half}, {at.x + half, at.y + half}, palette.key);
    }
}

void handle_chip(const Ui& ui, const Row& row, Index token, const Rect& chip) {
    ImGui::PushID(static_cast<int>(token));
    const AreaState pointer = area("token", {chip.x, chip.y, chip.w, chip.h + ui.px(16)});
    ImGui::PopID();
    const std::optional<Index> locked = ui.state.view.locked_query;
    if (pointer.hovered) {
        ui.ask(
            PointAt{row.has_queries ? Hover{token, std::nullopt, std::nullopt} : Hover{locked, token, std::nullopt}});
        show_token_tip(ui, row, token);
    }
    if (!pointer.clicked) return;
    if (row.has_queries) {
        ui.ask(ToggleLock{token});
    } else {
        ui.ask(ToggleKeyLock{token});
    }
}

// The chips of a row in `rect`, which scrolls sideways.
void draw_row(const Ui& ui, const Row& row, const Rect& rect) {
    ImGui::SetCursorScreenPos(min_of(rect));
    ImGui::BeginChild(
        row.has_queries ? "query tokens" : "key tokens", {rect.w, rect.h}, false,
        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBackground);
    if (ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel != 0) {
        ImGui::SetScrollX(ImGui::GetScrollX() - ImGui::GetIO().MouseWheel * ui.px(120));
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = rect.x + ui.px(14) - ImGui::GetScrollX();
    float x = left;
    const float y = std::floor(rect.y + ui.px(10));
    const std::optional<Index> to_show = row.has_queries && ui.state.view.locked_query ? ui.state.view.locked_query
                                         : row.has_keys                                ? ui.state.view.locked_key
                                                                                       : std::nullopt;
    const std::vector<Token>& tokens = row.encoding.tokens;
    for (Index index = 0; index < static_cast<Index>(tokens.size()); ++index) {
        const ShownTrace& shown = *ui.state.shown;
        if (row.stands_for(shown, index) != index) continue;
        const Token& token = row.token(index);
        const float label = chip_text(ui, row, index).size.x + ui.px(19);
        const float number = text_size(ui.style.fonts->small, number_words(token, index)).x;
        const float width = std::floor(std::max({ui.px(30), label, number}));
        // Pieces of one word stand close together; the second text stands apart.
        const bool goes_on = index > 0 && row.word(shown, index) != index;
        if (goes_on) x -= ui.px(kChipGap - 1.5F);
        if (index > 0 && token.segment == 1 && row.token(index - 1).segment == 0) x += ui.px(10);
        const Rect chip{x, y, width, ui.px(kChipHeight)};
        if (goes_on) {
            const ImVec2 from{chip.x - ui.px(10), chip.bottom() + ui.px(1)};
            list.AddLine(from, {chip.x + ui.px(9), from.y}, ui.palette().dim, ui.px(1.5F));
        }
        if (chip.right() > rect.x && chip.x < rect.right()) {
            draw_chip(ui, list, row, index, chip);
            handle_chip(ui, row, index, chip);
        }
        if (to_show == index && row.scrolled_to != to_show) {
            const float view = rect.w - ui.px(28);
            if (chip.x < rect.x + ui.px(14)) ImGui::SetScrollX(chip.x - left);
            if (chip.right() > rect.right() - ui.px(14)) ImGui::SetScrollX(chip.right() - left - view);
        }
        x += width + ui.px(kChipGap);
    }
    row.scrolled_to = to_show;
    const bool has_words =
        std::any_of(tokens.begin(), tokens.end(), [](const Token& token) { return !token.is_template; });
    if (!has_words) {
        draw_text_in(list, ui.style.fonts->normal, {x + ui.px(8), y, ui.px(420), ui.px(kChipHeight)}, ui.palette().dim,
                     "No words yet: type a sentence above, or choose an example.", Align::kLeft);
    }
    ImGui::SetCursorScreenPos({x + ui.px(8), y});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

// The switch between the maps of an encoder–decoder model. Returns its width.
float draw_set_switch(const Ui& ui, ImVec2 position) {
    constexpr std::array<CommandId, 3> kCommands = {CommandId::kShowEncoder, CommandId::kShowDecoder,
                                                    CommandId::kShowCross};
    constexpr std::array<Segment, 3> kSets = {
        Segment{"Encoder", "Source tokens look at one another. (E)"},
        Segment{"Decoder", "Target tokens look at one another, none of them ahead. (E)"},
        Segment{"Cross", "Target tokens (rows) look at source tokens (columns). (E)"},
    };
    const int pressed = segments(ui.style, "map set", position, kSets, static_cast<int>(ui.state.view.map_set));
    if (pressed >= 0) ui.ask(RunCommand{kCommands[static_cast<std::size_t>(pressed)]});
    return segments_width(ui.style, kSets);
}

}  // namespace

void draw_token_strip(const Ui& ui, const Rect& rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({rect.x, rect.bottom() - 1}, {rect.right(), rect.bottom() - 1}, ui.palette().line);
    if (!ui.state.shown) {
        draw_empty(ui, rect, "No tokens yet.", "Type a sentence above.");
        return;
    }
    float left = rect.x;
    if (has_map_set(*ui.state.trace(), MapSet::kDecoder)) {
        left += ui.px(14);
        left += draw_set_switch(ui, {left, rect.y + ui.px(12)});
    }
    const std::vector<Row> rows = rows_of(ui);
    ImFont* font = ui.style.fonts->small;
    float captions = 0;
    for (const Row& row : rows) {
        if (row.caption != nullptr) captions = std::max(captions, text_size(font, row.caption).x + ui.px(14));
    }
    const float height = (rect.h - ui.px(12)) / static_cast<float>(rows.size());
    float y = rect.y;
    for (const Row& row : rows) {
        if (row.caption != nullptr) {
            const Rect caption{left, y + ui.px(10), captions, ui.px(kChipHeight)};
            draw_text_in(list, font, caption, ui.palette().dim, row.caption, Align::kRight);
            if (area(row.caption, caption).hovered) show_tip(ui.style, meaning_of(row.has_queries ? "query" : "key"));
        }
        draw_row(ui, row, {left + captions, y, rect.right() - left - captions, height + ui.px(10)});
        y += height;
    }
}

}  // namespace headscope
