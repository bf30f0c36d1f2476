#include <algorithm>
#include <array>
#include <string>

#include "app/state/glossary.h"
#include "app/views/head_grid.h"
#include "app/views/views.h"

namespace headscope {
namespace {

constexpr float kRow = 26;
constexpr float kBetweenRows = 8;

constexpr std::array<Segment, 3> kModes = {
    Segment{"Maps", "Each tile is a head's map: rows are queries, columns are keys. (Shift+G)"},
    Segment{"Top target",
            "Each tile says which word the lit token looks at most in that head, or of a key that is "
            "locked alone who looks at it most. (Shift+G)"},
    Segment{"Roles", "Each tile says what the head does on this text. (Shift+G)"},
};
constexpr std::array<CommandId, 3> kModeCommands = {CommandId::kGridMaps, CommandId::kGridTargets,
                                                    CommandId::kGridRoles};
constexpr std::array<Segment, 5> kOrders = {
    Segment{"By layer", "Layers down, heads across. (Shift+S)"},
    Segment{"By link", "One list: the heads that link the locked tokens most come first. (Shift+S)"},
    Segment{"Similar", "One list: the heads whose maps are most like the selected one's come first. (Shift+S)"},
    Segment{"By fact",
            "One list: the heads with the largest entropy come first; press again for the next fact. (Shift+S)"},
    Segment{"By relation",
            "One list: the heads first that best link a determiner to its noun in marked sentences; press again for "
            "the next relation. (Shift+S)"},
};
// Where there is little room.
constexpr std::array<Segment, 4> kShortOrders = {Segment{"Layer", kOrders[0].tip}, Segment{"Link", kOrders[1].tip},
                                                 kOrders[2], Segment{"Fact", kOrders[3].tip}};
constexpr std::array<CommandId, 5> kOrderCommands = {CommandId::kOrderByLayer, CommandId::kOrderByLink,
                                                     CommandId::kOrderBySimilarity, CommandId::kOrderByFact,
                                                     CommandId::kOrderByRelation};
constexpr std::array<Segment, 3> kScales = {
    Segment{"Linear", "Colour is proportional to the attention weight. (C)"},
    Segment{"√", "Square root: small weights stand out. (C)"},
    Segment{"Log", "Logarithm: every factor of ten is one quarter of the colours. (C)"},
};
constexpr std::array<CommandId, 3> kScaleCommands = {CommandId::kScaleLinear, CommandId::kScaleSqrt,
                                                     CommandId::kScaleLog};
constexpr std::array<Segment, 3> kSpecials = {
    Segment{"Shown", "Special tokens such as [CLS] and [SEP] are drawn; all weights are raw. (S)"},
    Segment{"Hidden", "Special tokens are left out; the other weights stay raw, so rows sum to less than 1. (S)"},
    Segment{"Hidden, Σ = 1",
            "Special tokens are left out and each row is divided by what remains, so that it sums to 1 again. (S)"},
};
constexpr std::array<CommandId, 3> kSpecialsCommands = {CommandId::kShowSpecials, CommandId::kHideSpecials,
                                                        CommandId::kRenormaliseSpecials};

// A row of words for commands, of which one is chosen; those that cannot run at the end are left out. Returns its
// width.
float choice(const Ui& ui, const char* id, ImVec2 position, std::span<const Segment> words,
             std::span<const CommandId> commands, int chosen) {
    std::size_t count = words.size();
    while (count > 1 && !get_command(commands[count - 1]).is_enabled(ui.state)) --count;
    const int pressed = segments(ui.style, id, position, words.first(count), chosen);
    if (pressed >= 0) ui.ask(RunCommand{commands[static_cast<std::size_t>(pressed)]});
    return segments_width(ui.style, words.first(count));
}

std::string count_words(const GridHeads& heads) {
    return std::to_string(heads.filtered().count) + " of " + std::to_string(heads.n_heads());
}

// The filter, and how many heads it finds at its right end.
void draw_filter(const Ui& ui, const Rect& rect) {
    const GridHeads& heads = ui.kept.grid_heads;
    const bool is_used = !ui.state.view.filter.empty();
    ImFont* small = ui.style.fonts->small;
    const bool has_problem = !heads.filtered().problem.empty();
    const std::string count = has_problem ? "not understood" : count_words(heads);
    const float words = is_used ? text_size(small, count).x + ui.px(8) : 0;
    const bool has_room = rect.w - words > ui.px(70);
    BoxLook look;
    look.id = "filter";
    look.placeholder = rect.w > ui.px(200) ? "Filter: layer<3 role:previous" : "Filter (F)";
    const Rect box{rect.x, rect.y, rect.w - (has_room ? words : 0), rect.h};
    const TextBoxResult result = text_box(ui, box, TextFocus::kFilter, ui.state.filter, ui.kept.filter_box, look);
    if (result.changed) ui.ask(FilterEdited{});
    if (result.entered) ui.ask(FocusText{});
    if (result.hovered && ui.state.focus != TextFocus::kFilter)
        show_tip(ui.style, get_command(CommandId::kFilterHeads).tip);
    if (!is_used || !has_room) return;
    draw_text_in(*ImGui::GetWindowDrawList(), small, {box.right(), rect.y, words, rect.h},
                 has_problem ? ui.palette().error : ui.palette().dim, count, Align::kRight);
}

void draw_first_row(const Ui& ui, const Rect& row) {
    const float gap = ui.px(12);
    float x = row.x;
    x += choice(ui, "mode", {x, row.y}, kModes, kModeCommands, static_cast<int>(ui.state.view.grid_mode)) + gap;
    const bool is_narrow = row.w < ui.px(700);
    const std::span<const Segment> orders = is_narrow ? std::span<const Segment>(kShortOrders) : kOrders;
    x += choice(ui, "order", {x, row.y}, orders, kOrderCommands, static_cast<int>(ui.state.view.order.kind)) + gap;
    float right = row.right();
    if (ui.state.view.grid_place.zoom > 1) {
        ButtonLook look;
        const Command& fit = get_command(CommandId::kGridFit);
        look.tip = fit.tip;
        const float width = button_width(ui.style, "Fit", look);
        right -= width;
        if (button(ui.style, "fit", {right, row.y, width, row.h}, "Fit", look)) ui.ask(RunCommand{fit.id});
        right -= ui.px(8);
    }
    if (right - x >= ui.px(70)) draw_filter(ui, {x, row.y, std::min(right - x, ui.px(360)), row.h});
}

// In a narrow grid the captions go first, then most of the legend's bar.
void draw_second_row(const Ui& ui, const Rect& row) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImFont* small = ui.style.fonts->small;
    const float gap = ui.px(14);
    const auto caption_width = [&](std::string_view words) { return text_size(small, words).x + ui.px(8); };
    const float switches = segments_width(ui.style, kSpecials) + segments_width(ui.style, kScales) + 2 * gap;
    const float captions = caption_width("Special tokens") + caption_width("Scale");
    constexpr float kLegend = 112;
    constexpr float kLeastLegend = 36;
    const float words = legend_words_width(ui);
    const bool has_captions = switches + captions + words + ui.px(kLegend) <= row.w;
    const float bar = std::clamp(row.w - switches - words, ui.px(kLeastLegend), ui.px(kLegend));
    float x = row.x;
    const auto caption = [&](std::string_view text, const char* tip) {
        if (!has_captions) return;
        const Rect place{x, row.y, caption_width(text), row.h};
        draw_text_in(list, small, place, ui.palette().dim, text, Align::kLeft);
        tip_on_words(ui, place, text, tip);
        x += place.w;
    };
    caption("Special tokens", meaning_of("special tokens"));
    x += choice(ui, "specials", {x, row.y}, kSpecials, kSpecialsCommands, static_cast<int>(ui.state.view.specials)) +
         gap;
    caption("Scale", meaning_of("scale"));
    choice(ui, "scale", {x, row.y}, kScales, kScaleCommands, static_cast<int>(ui.state.view.scale));
    draw_legend(ui, {row.right(), row.y}, bar);
}

}  // namespace

float draw_grid_bars(const Ui& ui, const Rect& rect) {
    const float height = ui.px(kRow);
    const float second = rect.y + height + ui.px(kBetweenRows);
    draw_first_row(ui, {rect.x, rect.y, rect.w, height});
    draw_second_row(ui, {rect.x, second, rect.w, height});
    return second + height - rect.y;
}

}  // namespace headscope
