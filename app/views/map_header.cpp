#include <array>
#include <cmath>
#include <string>

#include "app/views/map_view.h"
#include "app/views/role_style.h"
#include "app/widgets/quiet_button.h"
#include "core/export/colormap.h"

namespace headscope {
namespace {

constexpr float kLeastWidthForLessonWords = 430;

// "How is this computed?" at the right end of a row. Returns its left end.
float draw_lesson_button(const Ui& ui, const Rect& row) {
    const Command& command = get_command(CommandId::kLesson);
    const bool is_narrow = row.w < ui.px(kLeastWidthForLessonWords);
    const std::string_view words = is_narrow ? std::string_view("How?") : std::string_view(command.label);
    ButtonLook look;
    look.tip = command.tip;
    const float width = button_width(ui.style, words, look);
    if (button(ui.style, "lesson", {row.right() - width, row.y, width, row.h}, words, look))
        ui.ask(RunCommand{CommandId::kLesson});
    return row.right() - width;
}

}  // namespace

void draw_map_header(const Ui& ui, const Rect& row, const LargeMap& large, const MapComparison& compared) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float right = draw_lesson_button(ui, row) - ui.px(8);
    const std::string name = large.name();
    draw_text_in(list, ui.style.fonts->bold, {row.x, row.y, right - row.x, row.h}, ui.palette().text, name,
                 Align::kLeft);
    float x = row.x + text_size(ui.style.fonts->bold, name).x;
    if (*large.tip() != '\0' && area("map name", {row.x, row.y, std::min(x, right) - row.x, row.h}).hovered)
        show_tip(ui.style, large.tip());
    x += ui.px(10);
    const auto add_tag = [&](const std::string& words, const char* tip) {
        const float width = tag_width(ui.style, words);
        if (x + width > right) return;
        tag(ui.style, {x, row.y + ui.px(3)}, words, tip);
        x += width + ui.px(6);
    };
    const ShownTrace& shown = large.shown();
    if (compared.head) {
        const bool is_difference = compared.how == MapCompare::kDifference;
        const std::string words = (is_difference ? "− " : "| ") + std::to_string(compared.head->layer) + "·" +
                                  std::to_string(compared.head->head);
        add_tag(words, is_difference ? "The weights of this head are taken from those of the large map."
                                     : "The head on the right: layer · head.");
    } else if (compared.how != MapCompare::kOff) {
        add_tag("compare: point at a head", "Shift-click a second head in the grid, or point at one, to compare it.");
    }
    if (shown.has_words())
        add_tag("words: to = sum, from = mean",
                "The weight to a word is the sum over its pieces, from a word the mean over its pieces. (W)");
    if (shown.block() != PairBlock::kAll)
        add_tag(std::string("only ") + block_name(shown.block()),
                "Of the two texts A and B only this block is drawn; rows sum to less than 1. [CLS] and the first [SEP] "
                "belong to A, the last [SEP] to B. (Y)");
    if (shown.values() != MapValues::kWeights) add_tag(values_name(shown.values()), values_tip(shown.values()));
    if (large.head()) x = draw_role_tags(ui, {x, row.y + ui.px(3)}, right);
    add_tag(std::to_string(shown.queries().size()) + " × " + std::to_string(shown.keys().size()),
            "Rows are queries, columns are keys: a row shows where its token looks.");
    if (shown.specials() == SpecialsMode::kDrop)
        add_tag("specials hidden", "Special tokens are left out of this map; the other weights stay raw.");
    if (shown.specials() == SpecialsMode::kRenormalise)
        add_tag("renormalised", "Special tokens are left out and each row is divided by what remains.");
}

namespace {

const char* range_words(WeightRange range) {
    switch (range) {
        case WeightRange::kFixed:
            return "range 0–1";
        case WeightRange::kRow:
            return "range by row";
        case WeightRange::kHead:
            return "range by head";
        case WeightRange::kAll:
            return "range by all";
    }
    return "";
}

const char* compare_words(MapCompare how) {
    switch (how) {
        case MapCompare::kOff:
            return "compare";
        case MapCompare::kSideBySide:
            return "side by side";
        case MapCompare::kDifference:
            return "difference";
    }
    return "";
}

// Blue over neutral to orange, between its ends, at the right end of a row.
void draw_difference_legend(const Ui& ui, const Rect& row, float limit) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImFont* font = ui.style.fonts->small;
    const std::string high = "+" + (limit == 1 ? std::string("1") : short_weight(limit));
    const std::string low = "−" + high.substr(1);
    const float bar = ui.px(84);
    const float words = text_size(font, high).x + ui.px(6);
    const Rect all{row.right() - bar - 2 * words, row.y, bar + 2 * words, row.h};
    draw_text_in(list, font, all, ui.palette().dim, low, Align::kLeft);
    draw_text_in(list, font, all, ui.palette().dim, high, Align::kRight);
    draw_colour_bar(list, {all.x + words, row.y + row.h / 2 - ui.px(5), bar, ui.px(10)},
                    diverging_colormap(ui.state.view.theme), ui.palette().line);
    if (area("difference legend", all).hovered)
        show_tip(ui.style,
                 "Orange: the large map's weight is larger; blue: the other head's. The scale is that of the weights, "
                 "on both sides of 0.");
}

}  // namespace

void draw_map_switches(const Ui& ui, const Rect& row, const MapComparison& compared) {
    const ViewState& view = ui.state.view;
    float x = row.x - ui.px(7);  // words, not frames, stand in line with the panel
    float right = row.right();
    if (compared.difference != nullptr) {
        const float limit = compared.difference->limit(ui.state.shown->range());
        draw_difference_legend(ui, row, limit);
        right -= ui.px(150);
    }
    const auto add = [&](CommandId id, const std::string& words, bool is_on) {
        const Command& command = get_command(id);
        std::string tip = command.tip;
        if (command.key) tip += " (" + to_text(*command.key) + ")";
        const float width = quiet_button_width(ui.style, words);
        if (x + width > right) return;
        const QuietLook look{is_on, command.is_enabled(ui.state), tip};
        if (quiet_button(ui.style, command.label, {x, row.y, width, row.h}, words, look)) ui.ask(RunCommand{id});
        x += width + ui.px(4);
    };
    add(CommandId::kToggleWords, "words", view.words);
    add(CommandId::kMapSums, "sums", view.map_sums);
    add(CommandId::kCycleCompare, compare_words(view.compare), view.compare != MapCompare::kOff);
    add(CommandId::kCycleRange, range_words(view.range), view.range != WeightRange::kFixed);
    if (ui.state.shown->has_blocks())
        add(CommandId::kCycleBlock, std::string("blocks: ") + block_name(view.block), view.block != PairBlock::kAll);
    if (!view.map_zoom.is_fit()) {
        const long percent = std::lround(view.map_zoom.factor * 100);
        add(CommandId::kMapFit, std::to_string(percent) + " % · fit", true);
    }
}

}  // namespace headscope
