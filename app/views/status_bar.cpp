#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "app/state/value_words.h"
#include "app/views/views.h"

namespace headscope {
namespace {

struct Item {
    std::string text;
    std::string tip = {};
    bool is_warning = false;
};

std::string format(const char* pattern, double value) {
    std::array<char, 64> text;
    std::snprintf(text.data(), text.size(), pattern, value);
    return text.data();
}

// "2.8e-7": without printf's zero in the exponent.
std::string short_power(double value) {
    std::string text = format("%.1e", value);
    const std::size_t zero = text.find("e-0");
    return zero == std::string::npos ? text : text.erase(zero + 2, 1);
}

const char* specials_words(SpecialsMode mode) {
    switch (mode) {
        case SpecialsMode::kKeep:
            return "special tokens shown, top target skips them";
        case SpecialsMode::kDrop:
            return "special tokens hidden, weights raw";
        case SpecialsMode::kRenormalise:
            return "special tokens hidden, rows renormalised";
    }
    return "";
}

std::string scale_words(const ViewState& view, WeightRange range) {
    const bool is_log = view.scale == ScaleKind::kLog;
    std::string words = is_log ? "log scale" : view.scale == ScaleKind::kSqrt ? "√ scale" : "linear scale";
    switch (range) {
        case WeightRange::kFixed:
            return words + (is_log ? ", range 0.0001–1" : ", range 0–1");
        case WeightRange::kRow:
            return words + ", range by row";
        case WeightRange::kHead:
            return words + ", range by head";
        case WeightRange::kAll:
            return words + ", range by all heads";
    }
    return words;
}

std::string token_words(const AttentionTrace& trace) {
    const std::string words = std::to_string(trace.n_tokens());
    if (!has_map_set(trace, MapSet::kDecoder)) return words + (trace.n_tokens() == 1 ? " token" : " tokens");
    return words + " source tokens, " + std::to_string(trace.target.tokens.size()) + " of the target";
}

// Whether a run is on its way that is long enough to be waited for.
bool is_waiting(const AppState& state) {
    constexpr double kLong = 150;  // milliseconds
    return state.is_computing && (state.trace() == nullptr || state.trace()->milliseconds > kLong);
}

// What rows of the shown values sum to.
Item row_sum_item(const ShownTrace& shown, Index layer) {
    const bool has_sinks = headscope::has_sinks(*shown.trace(), shown.set(), layer);
    const std::string error = short_power(shown.row_sum_error());
    if (shown.is_change() && has_sinks)
        return {"rows of a change and their sink sum to 0",
                "What a row gains at some keys it loses at others or at the sink, which is no token."};
    if (shown.is_change())
        return {"rows of a change sum to 0 ± " + error,
                "What a row gains at some keys it loses at others. The largest distance of any row's sum from 0, over "
                "all heads."};
    if (shown.is_of_layers())
        return {"rows of the rollout sum to 1 ± " + error,
                "The largest distance of any row's sum from 1, over all layers."};
    if (shown.has_sinks(layer))
        return {"rows and their sink sum to 1",
                "Rows of this layer sum to less than 1: the rest goes to a sink that is no token."};
    const bool is_norms = shown.values() == MapValues::kNorms;
    return {(is_norms ? "rows of the weights sum to 1 ± " : "rows sum to 1 ± ") +
                short_power(shown.trace()->row_sum_max_error),
            "The largest distance of any row's sum from 1, over all heads of the raw maps."};
}

std::vector<Item> items_of(const AppState& state) {
    std::vector<Item> items;
    if (!state.shown) return items;
    const bool is_presenting = state.view.presentation != Presentation::kOff;
    const AttentionTrace& trace = *state.trace();
    // First what the numbers are and what is left out: where there is little room, the rest goes.
    for (const Encoding* encoding : {&trace.encoding, &trace.target}) {
        for (const Note& note : encoding->notes) items.push_back({note.message, {}, true});
    }
    if (!state.trace_problem.empty())
        items.push_back({state.trace_problem + " (the maps are of the text before)", {}, true});
    if (const std::string off = off_words(state.view); !off.empty())
        items.push_back(
            {off,
             "All maps are computed without what these heads add. O switches the chosen heads, B shows what "
             "changes.",
             true});
    if (is_presenting) {  // what a class has to know to read the picture
        if (state.shown->values() != MapValues::kWeights)
            items.push_back({values_name(state.shown->values()), values_tip(state.shown->values()), true});
        items.push_back({state.model->name, "The open model."});
        items.push_back({scale_words(state.view, state.shown->range()), "How weights become colours. C changes it."});
        if (state.shown->specials() != SpecialsMode::kKeep)
            items.push_back({specials_words(state.shown->specials()), "S changes it."});
        return items;
    }
    if (state.shown->values() != MapValues::kWeights)
        items.push_back({values_name(state.shown->values()), values_tip(state.shown->values()), true});
    if (state.shown->has_words())
        items.push_back({joining_words(state.shown->values()), joining_tip(state.shown->values())});
    if (state.shown->block() != PairBlock::kAll)
        items.push_back({std::string("only ") + block_name(state.shown->block()),
                         "Of the two texts only this block is drawn. Y shows the next one."});
    const SpecialsMode specials = state.shown->specials();
    const Item about_specials{
        specials_words(specials),
        "Special tokens such as [CLS] and [SEP] swallow much attention. S changes how they count."};
    if (specials != SpecialsMode::kKeep) items.push_back(about_specials);
    items.push_back({token_words(trace), "How many pieces the model reads, special tokens included."});
    items.push_back(
        {format("all maps in %.1f ms", trace.milliseconds), "The time of one forward pass, every map kept."});
    items.push_back(row_sum_item(*state.shown, state.view.selected.layer));
    if (large_map(state).may_exceed_one()) {
        items.push_back({"rows of the maximum may sum to more than 1",
                         "Each cell of the large map is the largest weight of all chosen heads."});
    }
    if (trace.non_finite > 0) {
        items.push_back({std::to_string(trace.non_finite) + " weights are not numbers",
                         "The model's weights overflow on this text; such cells are drawn in magenta.", true});
    }
    if (specials == SpecialsMode::kKeep) items.push_back(about_specials);
    items.push_back({scale_words(state.view, state.shown->range()),
                     "How weights become colours. C changes the scale, Shift+C the range."});
    return items;
}

// The message of the moment takes the whole bar.
void draw_message(const Ui& ui, const Rect& rect, const Message& message) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float right = rect.right() - ui.px(8);
    const float height = ui.px(22);
    const float top = rect.y + (rect.h - height) / 2;
    ButtonLook look;
    look.tip = "Close (Esc)";
    const float close = button_width(ui.style, "×", look);
    right -= close;
    if (button(ui.style, "close message", {right, top, close, height}, "×", look)) ui.ask(DismissMessage{});
    if (message.copyable) {
        look.tip = "Copies the path.";
        const float copy = button_width(ui.style, "Copy path", look);
        right -= copy + ui.px(6);
        if (button(ui.style, "copy path", {right, top, copy, height}, "Copy path", look)) {
            ui.ask(CopyText{*message.copyable});
        }
    }
    const ImU32 colour = message.kind == MessageKind::kError ? ui.palette().error : ui.palette().text;
    TextStyle style;
    style.size = ui.px(13);
    style.ellipsis = Ellipsis::kMiddle;
    style.max_width = right - rect.x - ui.px(28);
    const Label& label = ui.labels.get(message.text, style);
    ui.labels.draw(list, {rect.x + ui.px(14), rect.y + (rect.h - label.size.y) / 2}, label, colour);
    const bool is_cut = label.size.x > style.max_width - ui.px(16);
    if (area("message", {rect.x, rect.y, right - rect.x, rect.h}).hovered && is_cut) show_tip(ui.style, message.text);
}

}  // namespace

void draw_status_bar(const Ui& ui, const Rect& rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min_of(rect), max_of(rect), ui.palette().bar);
    list.AddLine({rect.x, rect.y}, {rect.right(), rect.y}, ui.palette().line);
    if (ui.state.message) {
        draw_message(ui, rect, *ui.state.message);
        return;
    }
    ImFont* font = ui.style.fonts->small;
    const bool is_presenting = ui.state.view.presentation != Presentation::kOff;
    const char* hint = ui.state.view.locked_query || ui.state.view.locked_key ? "locked · Esc frees"
                                                                              : "hover a token · click locks · F1 help";
    if (is_presenting) hint = "PgUp PgDn heads · Tab words · P ends";
    if (is_waiting(ui.state)) hint = "computing the maps…";
    if (ui.state.combined_asked) hint = "combining the heads…";
    if (ui.state.is_exporting) hint = "writing the maps…";
    const Rect words = rect.inset(ui.px(14), 0);
    draw_text_in(list, font, words, ui.palette().dim, hint, Align::kRight);
    float hint_width = text_size(font, hint).x;
    if (ui.state.view.presentation == Presentation::kHead) {  // elsewhere the legend stands above the grid
        const float bar = ui.px(90);
        hint_width += ui.px(24);
        draw_legend(ui, {words.right() - hint_width, rect.y + ui.px(2)}, bar);
        hint_width += bar + legend_words_width(ui);
    }
    float x = words.x;
    int id = 0;
    for (const Item& item : items_of(ui.state)) {
        const float room = words.right() - hint_width - ui.px(20) - x;
        if (room < ui.px(40)) break;
        float width = text_size(font, item.text).x;
        if (item.is_warning) {
            // It may quote the text, in any script.
            TextStyle style;
            style.size = ui.px(12);
            style.ellipsis = Ellipsis::kEnd;
            style.max_width = room;
            const Label& label = ui.labels.get(item.text, style);
            width = label.size.x;
            ui.labels.draw(list, {x, rect.y + (rect.h - label.size.y) / 2}, label, ui.palette().query);
        } else {
            draw_text_in(list, font, {x, rect.y, std::min(width + 1, room), rect.h}, ui.palette().dim, item.text,
                         Align::kLeft);
        }
        const Rect place{x, rect.y, std::min(width + 1, room), rect.h};
        ImGui::PushID(id++);
        if (area("status", place).hovered) show_tip(ui.style, item.tip.empty() ? item.text : item.tip);
        ImGui::PopID();
        x += width + ui.px(22);
    }
}

}  // namespace headscope
