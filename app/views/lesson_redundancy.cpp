// Page 10: heads switched off, and what changes.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/views/card_rows.h"
#include "app/views/lesson_row_parts.h"
#include "app/views/views.h"
#include "core/export/colormap.h"

namespace headscope {
namespace {

bool is_off(const LessonState& lesson, HeadRef head) {
    return std::find(lesson.off.begin(), lesson.off.end(), head) != lesson.off.end();
}

void switch_heads(const Ui& ui, std::vector<HeadRef> off) {
    LessonState changed = ui.state.lesson;
    changed.off = std::move(off);
    change_lesson(ui, changed);
}

std::vector<HeadRef> heads_of_layer(Index layer, Index heads) {
    std::vector<HeadRef> all;
    for (Index head = 0; head < heads; ++head) all.push_back({layer, head});
    return all;
}

// Buttons over the grid. Returns their bottom.
float draw_switches(const Ui& ui, const Rect& room, float y, Index layers, Index heads) {
    const LessonState& lesson = ui.state.lesson;
    const HeadRef selected = ui.state.view.selected;
    const float height = ui.px(28);
    float x = room.x;
    const auto place = [&](const char* id, const std::string& label, const char* tip) {
        ButtonLook look;
        look.tip = tip;
        const float width = button_width(ui.style, label, look);
        if (x + width > room.right()) {
            x = room.x;
            y += height + ui.px(6);
        }
        const bool pressed = button(ui.style, id, {x, y, width, height}, label, look);
        x += width + ui.px(8);
        return pressed;
    };
    if (place("on", "all on", "The model as it is.")) switch_heads(ui, {});
    if (place("one", "only " + std::to_string(selected.layer) + ":" + std::to_string(selected.head) + " off",
              "Switches off the selected head alone."))
        switch_heads(ui, {selected});
    if (place("layer", "layer " + std::to_string(selected.layer) + " off", "Switches off every head of this layer."))
        switch_heads(ui, heads_of_layer(selected.layer, heads));
    if (place("but", "all but " + std::to_string(selected.layer) + ":" + std::to_string(selected.head),
              "Leaves one head in this layer and every head of the others.")) {
        std::vector<HeadRef> off = heads_of_layer(selected.layer, heads);
        std::erase(off, selected);
        switch_heads(ui, off);
    }
    if (place("every", "every other head off", "Leaves the selected head alone in the whole model.")) {
        std::vector<HeadRef> off;
        for (Index layer = 0; layer < layers; ++layer)
            for (const HeadRef head : heads_of_layer(layer, heads))
                if (head != selected) off.push_back(head);
        switch_heads(ui, off);
    }
    constexpr Segment kKinds[] = {
        {"by 0", "A head that is off gives 0."},
        {"by its mean", "A head that is off gives the mean of what it gives over all tokens."}};
    const int kind =
        segments(ui.style, "by", {x + ui.px(4), y + ui.px(1)}, kKinds, lesson.off_by == SwitchOff::kZero ? 0 : 1);
    if (kind >= 0) {
        LessonState changed = lesson;
        changed.off_by = kind == 0 ? SwitchOff::kZero : SwitchOff::kMean;
        change_lesson(ui, changed);
    }
    return y + height + ui.px(12);
}

// Layers down, heads across; colour is how much a map changed; a cross where a head is off. A click switches.
float draw_switch_grid(const Ui& ui, const Rect& room, float y, Index layers, Index heads,
                       const AblationNumbers* numbers) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = ui.palette();
    const LessonState& lesson = ui.state.lesson;
    const float left = ui.px(34);
    const float cell =
        std::min({ui.px(30), (room.w - left) / static_cast<float>(heads), ui.px(330) / static_cast<float>(layers)});
    const Colormap& colours = colormap_of(ui.state.view.theme);
    float largest = 0;  // gets the last colour: most changes are small
    if (numbers != nullptr)
        largest = std::max(0.0F, *std::max_element(numbers->map_changes.begin(), numbers->map_changes.end()));
    for (Index layer = 0; layer < layers; ++layer) {
        const float top = y + cell * static_cast<float>(layer);
        if (cell >= ui.px(11))
            draw_text_in(list, ui.style.fonts->small, {room.x, top, left - ui.px(6), cell}, palette.dim,
                         "L" + std::to_string(layer), Align::kRight);
        for (Index head = 0; head < heads; ++head) {
            const HeadRef place{layer, head};
            const Rect rect{room.x + left + cell * static_cast<float>(head), top, cell - 1, cell - 1};
            float change = 0;
            if (numbers != nullptr) change = numbers->map_changes[static_cast<std::size_t>(layer * heads + head)];
            const float share = largest > 0 ? change / largest : 0;
            const Rgb c = colours[static_cast<std::size_t>(255 * colormap_position(ScaleKind::kSqrt, share))];
            list.AddRectFilled(min_of(rect), max_of(rect), IM_COL32(c.r, c.g, c.b, 255));
            ImGui::PushID(static_cast<int>(layer * heads + head));
            const AreaState pointer = area("switch", rect);
            ImGui::PopID();
            const bool off = is_off(lesson, place);
            if (off) {
                list.AddLine(min_of(rect), max_of(rect), palette.error, ui.px(2));
                list.AddLine({rect.right(), rect.y}, {rect.x, rect.bottom()}, palette.error, ui.px(2));
            }
            if (off || pointer.hovered || place == ui.state.view.selected)
                list.AddRect(min_of(rect), max_of(rect),
                             off ? palette.error : (pointer.hovered ? palette.text : palette.query), 0, 0, ui.px(1.5F));
            if (pointer.hovered)
                show_tip(ui.style, std::to_string(layer) + ":" + std::to_string(head) +
                                       (off ? ", off. Click to switch it on." : ", on. Click to switch it off.") +
                                       (numbers != nullptr ? " Its map changed by " + fixed(change, 3) + "." : ""));
            if (pointer.clicked) {
                std::vector<HeadRef> next = lesson.off;
                if (std::erase(next, place) == 0) next.push_back(place);
                switch_heads(ui, next);
            }
        }
    }
    y += cell * static_cast<float>(layers) + ui.px(8);
    if (!(largest > 0)) return y;
    const Rect legend{room.x + left, y, room.w - left, ui.px(18)};
    const float bar = ui.px(90);
    draw_text_in(list, ui.style.fonts->small, legend, palette.dim, "0", Align::kLeft);
    draw_colour_bar(list, {legend.x + ui.px(14), legend.y + ui.px(4), bar, ui.px(10)}, colours, palette.line);
    const Rect words{legend.x + bar + ui.px(22), legend.y, legend.w - bar - ui.px(22), legend.h};
    draw_text_in(list, ui.style.fonts->small, words, palette.dim, fixed(largest, 3) + " √ of a row elsewhere",
                 Align::kLeft);
    if (area("change legend", legend).hovered)
        show_tip(ui.style,
                 "Mean over rows of half the sum of all changes: 0 the same map, 1 nothing in common. The map that "
                 "changes most has the last colour.");
    return legend.bottom() + ui.px(8);
}

float draw_hidden_changes(const Ui& ui, const Rect& room, float y, const AblationNumbers& numbers) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = ui.palette();
    double cosine = 0;
    double relative = 0;
    for (const VectorChange& change : numbers.changes) {
        cosine += change.cosine / static_cast<double>(numbers.changes.size());
        relative += change.relative / static_cast<double>(numbers.changes.size());
    }
    y = draw_paragraph(ui, room, y,
                       "Last hidden state: cosine " + fixed(static_cast<float>(cosine), 4) + ", change " +
                           fixed(static_cast<float>(relative * 100), 1) + " % of its norm, mean over tokens",
                       ui.style.fonts->bold, palette.text);
    const ShownTrace& shown = *ui.state.shown;
    const bool has_names = shown.query_tokens().size() == numbers.changes.size();
    const float row = ui.px(19);
    const float names = ui.px(100);
    const std::size_t count = std::min<std::size_t>(numbers.changes.size(), 24);
    for (std::size_t i = 0; i < count; ++i, y += row) {
        const VectorChange& change = numbers.changes[i];
        draw_bar(ui, {room.x + names, y + ui.px(5), std::max(ui.px(60), room.w - names - ui.px(130)), row - ui.px(9)},
                 static_cast<float>(change.relative), palette.key);
        draw_text_in(
            list, ui.style.fonts->small, {room.right() - ui.px(124), y, ui.px(124), row}, palette.dim,
            fixed(static_cast<float>(change.norm), 2) + "   cos " + fixed(static_cast<float>(change.cosine), 3),
            Align::kRight);
        if (has_names)
            draw_token_in(ui, list, query_token(static_cast<Index>(i)), {room.x, y, names - ui.px(8), row}, ui.px(13),
                          palette.text, Align::kRight);
    }
    if (count < numbers.changes.size())
        y = draw_source(ui, room, y + ui.px(2),
                        "and " + std::to_string(numbers.changes.size() - count) + " more tokens");
    return y + ui.px(8);
}

float draw_predictions(const Ui& ui, const Rect& room, float y, const AblationNumbers& numbers) {
    if (numbers.before.empty())
        return draw_source(ui, room, y,
                           "These weights have no head for predictions, or the text holds no mask to fill.");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = ui.palette();
    const float half = room.w / 2;
    const PredictedToken* both[] = {&numbers.before.front(), &numbers.after.front()};
    draw_text(list, ui.style.fonts->small, {room.x, y}, palette.dim, "predicted with all heads");
    draw_text(list, ui.style.fonts->small, {room.x + half, y}, palette.dim, "without");
    y += ui.px(18);
    const float row = ui.px(20);
    for (std::size_t side = 0; side < 2; ++side) {
        float line = y;
        for (const Prediction& one : both[side]->top) {
            const float x = room.x + half * static_cast<float>(side);
            const Words words[] = {{fixed(static_cast<float>(one.probability), 3) + "  ", palette.dim},
                                   {one.display, palette.text, true}};
            draw_words(ui, {x, line}, words);
            line += row;
        }
    }
    return y + row * static_cast<float>(std::max(both[0]->top.size(), both[1]->top.size())) + ui.px(8);
}

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

float draw_ranking(const Ui& ui, const Rect& room, float y) {
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

}  // namespace

float draw_lesson_redundancy(const Ui& ui, const Rect& room) {
    float y = draw_heading(ui, room, room.y, "Many heads can be removed with little loss",
                           "Click heads to switch them off; everything behind them is computed again. Colours show how "
                           "much each map changes: layers below stay, layers above move.");
    const AppState& state = ui.state;
    if (!state.shown || state.shown->is_empty() || !state.model || state.model->weights.layers.empty()) {
        draw_empty_page(ui, room, y);
        return y + ui.px(200);
    }
    const Index layers = state.model->config.n_layers;
    const Index heads = state.model->config.n_heads;
    const AblationNumbers* numbers = state.lesson_numbers ? state.lesson_numbers->ablation.get() : nullptr;
    if (numbers != nullptr && numbers->request.trace != state.shown->trace()) numbers = nullptr;
    y = draw_switches(ui, room, y, layers, heads);
    const float half = std::floor(room.w * 0.46F);
    const float left = draw_switch_grid(ui, {room.x, y, half, 0}, y, layers, heads, numbers);
    const Rect column{room.x + half + ui.px(30), y, room.w - half - ui.px(30), 0};
    float right = y;
    if (numbers == nullptr) {
        right = draw_paragraph(ui, column, y, state.lesson_problem.empty() ? "Computing…" : state.lesson_problem);
    } else {
        right = draw_hidden_changes(ui, column, y, *numbers);
        right = draw_predictions(ui, column, right, *numbers);
    }
    y = std::max(left, right) + ui.px(4);
    y = draw_ranking(ui, room, y);
    y = draw_paragraph(
        ui, room, y,
        "Role labels such as \"previous token\" describe what a head does on this sentence. They help to "
        "read, and may not hold for another text.",
        ui.style.fonts->normal, ui.palette().text);
    return draw_source(
        ui, room, y,
        "Published: of 48 encoder heads of a translation model, 38 could be pruned for 0.15 BLEU (Voita et "
        "al. 2019); most single heads can be removed without a visible loss (Michel et al. 2019).");
}

}  // namespace headscope
