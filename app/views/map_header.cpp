#include <string>

#include "app/state/glossary.h"
#include "app/state/value_words.h"
#include "app/views/map_view.h"
#include "app/views/role_style.h"

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

void draw_map_header(const Ui& ui, const Rect& row, const LargeMap& large, const MapComparison& compared,
                     bool has_menu) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float right = draw_lesson_button(ui, row) - ui.px(8);
    if (has_menu) {
        right -= map_menu_button_width(ui);
        draw_map_menu_button(ui, {right, row.y + ui.px(3), map_menu_button_width(ui), ui.px(20)});
        right -= ui.px(4);
    }
    const std::string name = large.name();
    draw_text_in(list, ui.style.fonts->bold, {row.x, row.y, right - row.x, row.h}, ui.palette().text, name,
                 Align::kLeft);
    float x = row.x + text_size(ui.style.fonts->bold, name).x;
    const char* tip = *large.tip() != '\0' ? large.tip() : meaning_of("head");
    if (area("map name", {row.x, row.y, std::max(1.0F, std::min(x, right) - row.x), row.h}).hovered)
        show_tip(ui.style, tip);
    x += ui.px(10);
    const auto add_tag = [&](const std::string& words, const char* tip) {
        const float width = tag_width(ui.style, words);
        if (x + width > right) return false;
        tag(ui.style, {x, row.y + ui.px(3)}, words, tip);
        x += width + ui.px(6);
        return true;
    };
    const ShownTrace& shown = large.shown();
    if (compared.head) {
        const bool is_difference = compared.how == MapCompare::kDifference;
        const std::string words = (is_difference ? "− " : "| ") + map_name(large.shown(), *compared.head);
        add_tag(words, is_difference ? "The weights of this head are taken from those of the large map."
                                     : "The head on the right: layer · head.");
    } else if (compared.how != MapCompare::kOff) {
        add_tag("compare: point at a head", "Shift-click a second head in the grid, or point at one, to compare it.");
    }
    if (shown.has_words()) {
        const std::string tip = joining_tip(shown.values());
        if (!add_tag(joining_words(shown.values()), tip.c_str())) add_tag("words", tip.c_str());
    }
    if (shown.block() != PairBlock::kAll)
        add_tag(std::string("only ") + block_name(shown.block()),
                "Of the two texts A and B only this block is drawn; rows sum to less than 1. [CLS] and the first [SEP] "
                "belong to A, the last [SEP] to B. (Y)");
    if (shown.is_of_layers()) {  // the name says what they are
        add_tag("½ W + ½ I: no head's own", values_tip(shown.values()));
    } else if (shown.values() != MapValues::kWeights) {
        add_tag(values_name(shown.values()), values_tip(shown.values()));
    }
    if (large.head() && !shown.is_of_layers()) x = draw_role_tags(ui, {x, row.y + ui.px(3)}, right);
    add_tag(std::to_string(shown.queries().size()) + " × " + std::to_string(shown.keys().size()),
            "Rows are queries, columns are keys: a row shows where its token looks.");
    if (shown.specials() == SpecialsMode::kDrop)
        add_tag("specials hidden", "Special tokens are left out of this map; the other weights stay raw.");
    if (shown.specials() == SpecialsMode::kRenormalise)
        add_tag("renormalised", "Special tokens are left out and each row is divided by what remains.");
}

}  // namespace headscope
