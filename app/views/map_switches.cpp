#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/state/value_words.h"
#include "app/views/map_view.h"
#include "app/widgets/quiet_button.h"
#include "core/export/colormap.h"

namespace headscope {
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

// A command as a switch: what it is at now.
struct MapSwitch {
    CommandId id;
    std::string words;
    bool is_on;
    std::string note = {};  // more for its tip
};

std::vector<MapSwitch> switches_of(const AppState& state) {
    const ViewState& view = state.view;
    std::vector<MapSwitch> switches = {
        {CommandId::kToggleWords, "words", view.words},
        {CommandId::kMapSums, "sums", view.map_sums},
        {CommandId::kCycleCompare, compare_words(view.compare), view.compare != MapCompare::kOff},
        {CommandId::kCycleRange, range_words(state.shown->range()), view.range != WeightRange::kFixed,
         range_note(*state.shown)},
    };
    if (state.shown->has_blocks())
        switches.push_back(
            {CommandId::kCycleBlock, std::string("blocks: ") + block_name(view.block), view.block != PairBlock::kAll});
    if (!view.map_zoom.is_fit()) {
        const long percent = std::lround(view.map_zoom.factor * 100);
        switches.push_back({CommandId::kMapFit, std::to_string(percent) + " % · fit", true});
    }
    return switches;
}

std::string tip_of(const Command& command, const std::string& note) {
    std::string tip = command.tip;
    if (command.key) tip += " (" + key_words(command) + ")";
    return note.empty() ? tip : tip + " " + note;
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

float map_menu_button_width(const Ui& ui) {
    return ui.px(26);
}

void draw_map_menu_button(const Ui& ui, const Rect& rect) {
    const Command& command = get_command(CommandId::kMapMenu);
    const std::string tip = tip_of(command, "");
    const QuietLook look{ui.state.popup == Popup::kMapMenu, command.is_enabled(ui.state), tip};
    ui.kept.map_menu_button = rect;
    if (quiet_button(ui.style, "map menu", rect, "…", look)) ui.ask(RunCommand{command.id});
}

void draw_map_switches(const Ui& ui, const Rect& row, const MapComparison& compared) {
    float x = row.x - ui.px(7);  // words, not frames, stand in line with the panel
    float right = row.right();
    if (compared.difference != nullptr) {
        const float limit = compared.difference->limit(ui.state.shown->range());
        draw_difference_legend(ui, row, limit);
        right -= ui.px(150);
    }
    right -= map_menu_button_width(ui);
    for (const MapSwitch& one : switches_of(ui.state)) {
        const Command& command = get_command(one.id);
        const std::string tip = tip_of(command, one.note);
        const float width = quiet_button_width(ui.style, one.words);
        if (x + width > right) break;
        const QuietLook look{one.is_on, command.is_enabled(ui.state), tip};
        if (quiet_button(ui.style, command.label, {x, row.y, width, row.h}, one.words, look))
            ui.ask(RunCommand{one.id});
        x += width + ui.px(4);
    }
    draw_map_menu_button(ui, {x, row.y, map_menu_button_width(ui), row.h});
}

}  // namespace headscope
