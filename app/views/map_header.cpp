#include <array>
#include <cmath>
#include <string>

#include "app/views/map_view.h"
#include "app/views/role_style.h"
#include "app/widgets/quiet_button.h"

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

void draw_map_header(const Ui& ui, const Rect& row, const LargeMap& large) {
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
    if (large.head()) x = draw_role_tags(ui, {x, row.y + ui.px(3)}, right);
    add_tag(std::to_string(shown.queries().size()) + " × " + std::to_string(shown.keys().size()),
            "Rows are queries, columns are keys: a row shows where its token looks.");
    if (shown.specials() == SpecialsMode::kDrop)
        add_tag("specials hidden", "Special tokens are left out of this map; the other weights stay raw.");
    if (shown.specials() == SpecialsMode::kRenormalise)
        add_tag("renormalised", "Special tokens are left out and each row is divided by what remains.");
}

void draw_map_switches(const Ui& ui, const Rect& row) {
    const ViewState& view = ui.state.view;
    float x = row.x;
    const auto add = [&](CommandId id, const std::string& words, bool is_on) {
        const Command& command = get_command(id);
        std::string tip = command.tip;
        if (command.key) tip += " (" + to_text(*command.key) + ")";
        const float width = quiet_button_width(ui.style, words);
        if (x + width > row.right()) return;
        const QuietLook look{is_on, command.is_enabled(ui.state), tip};
        if (quiet_button(ui.style, command.label, {x, row.y, width, row.h}, words, look)) ui.ask(RunCommand{id});
        x += width + ui.px(4);
    };
    add(CommandId::kMapSums, "Sums", view.map_sums);
    if (!view.map_zoom.is_fit()) {
        const long percent = std::lround(view.map_zoom.factor * 100);
        add(CommandId::kMapFit, std::to_string(percent) + " % · fit", false);
    }
}

}  // namespace headscope
