// Heads by what each of them changes when it alone is off.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/views/card_rows.h"
#include "app/views/lesson_redundancy_parts.h"
#include "app/views/views.h"

namespace headscope {
namespace {

// The button that ranks or stops it, and how far that has come.
float draw_ranking_button(const Ui& ui, const Rect& room, float y) {
    const auto& found = ui.state.findings.ranking;
    ButtonLook look;
    look.tip = found.is_running ? "Gives the ranking up."
                                : "Switches every head off on its own and compares the last hidden state.";
    const std::string label = found.is_running ? "Cancel" : "Rank all heads on this sentence";
    const float width = button_width(ui.style, label, look);
    if (button(ui.style, "rank", {room.x, y, width, ui.px(30)}, label, look)) ui.ask(RunCommand{CommandId::kRankHeads});
    if (found.is_running) {
        CardColumn column{ui, *ImGui::GetWindowDrawList(), room.x + width + ui.px(16),
                          std::clamp(room.w - width - ui.px(16), ui.px(60), ui.px(320)), y};
        draw_progress(column, "Switching each head off in turn",
                      ui.state.findings.percent[static_cast<std::size_t>(FindingKind::kRanking)]);
    } else if (!found.problem.empty()) {
        draw_text_in(*ImGui::GetWindowDrawList(), ui.style.fonts->small,
                     {room.x + width + ui.px(16), y, room.w - width - ui.px(16), ui.px(30)}, ui.palette().error,
                     found.problem, Align::kLeft);
    }
    return y + ui.px(42);
}

}  // namespace

float draw_head_ranking(const Ui& ui, const Rect& room, float y) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = ui.palette();
    const LessonState& lesson = ui.state.lesson;
    const HeadRanking* found = ui.state.findings.ranking.current();
    if (found == nullptr || found->heads.empty() || found->request.by != lesson.off_by)
        return draw_ranking_button(ui, room, y);
    y = draw_paragraph(ui, room, y,
                       std::string("Every head off on its own (by ") + switch_off_name(lesson.off_by) +
                           "), by the change of the last hidden state",
                       ui.style.fonts->bold, palette.text);
    const std::vector<HeadImportance>& ranking = found->heads;
    const std::size_t shown = std::min<std::size_t>(8, ranking.size());
    const auto largest = static_cast<float>(std::max(1e-12, ranking.front().change));
    const float row = ui.px(20);
    const float half = std::floor((room.w - ui.px(24)) / 2);
    for (int side = 0; side < 2; ++side) {
        const float x = room.x + static_cast<float>(side) * (half + ui.px(24));
        draw_text(list, ui.style.fonts->small, {x, y}, palette.dim, side == 0 ? "most change" : "least change");
        for (std::size_t i = 0; i < shown; ++i) {
            const HeadImportance& one = ranking[side == 0 ? i : ranking.size() - shown + i];
            const float line = y + ui.px(18) + row * static_cast<float>(i);
            ImGui::PushID(static_cast<int>(i) + 100 * side);
            const AreaState pointer = area("ranked", {x, line, half, row});
            ImGui::PopID();
            if (pointer.hovered) list.AddRectFilled({x, line}, {x + half, line + row}, palette.raised, ui.px(3));
            if (pointer.clicked) {
                ui.ask(SelectHead{one.head});
                switch_heads(ui, {one.head});
            }
            draw_text_in(list, ui.style.fonts->normal, {x + ui.px(4), line, ui.px(56), row}, palette.text,
                         std::to_string(one.head.layer) + ":" + std::to_string(one.head.head), Align::kLeft);
            draw_bar(ui, {x + ui.px(60), line + ui.px(5), half - ui.px(130), row - ui.px(10)},
                     static_cast<float>(one.change) / largest, palette.key);
            draw_text_in(list, ui.style.fonts->small, {x + half - ui.px(64), line, ui.px(60), row}, palette.dim,
                         fixed(static_cast<float>(one.change * 100), 1) + " %", Align::kRight);
        }
    }
    return y + ui.px(18) + row * static_cast<float>(shown) + ui.px(12);
}

}  // namespace headscope
