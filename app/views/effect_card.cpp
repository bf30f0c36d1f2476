#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/views/card_rows.h"
#include "app/views/views.h"

namespace headscope {
namespace {

std::string number(double value, const char* pattern) {
    if (!std::isfinite(value)) return "–";
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), pattern, value);
    return text.data();
}

// Buttons that switch heads, wrapped over as many rows as they need.
float draw_switches(const Ui& ui, const Rect& row) {
    struct Switch {
        CommandId id;
        const char* label;
    };
    constexpr std::array<Switch, 5> kSwitches = {{
        {CommandId::kToggleOff, "Chosen"},
        {CommandId::kToggleLayerOff, "Layer"},
        {CommandId::kOffButOneOfLayer, "Rest of layer"},
        {CommandId::kOffButOne, "All others"},
        {CommandId::kAllOn, "All on"},
    }};
    const float height = ui.px(24);
    float x = row.x;
    float y = row.y;
    const auto place = [&](const char* id, std::string_view label, ButtonLook look) {
        const float width = button_width(ui.style, label, look);
        if (x > row.x && x + width > row.right()) {
            x = row.x;
            y += height + ui.px(5);
        }
        const bool pressed = button(ui.style, id, {x, y, width, height}, label, look);
        x += width + ui.px(6);
        return pressed;
    };
    for (const Switch& one : kSwitches) {
        const Command& command = get_command(one.id);
        ButtonLook look;
        look.tip = command.tip;
        look.is_enabled = command.is_enabled(ui.state);
        look.is_active =
            one.id == CommandId::kToggleOff && is_off(ui.state.view, ui.state.shown->set(), ui.state.view.selected);
        if (place(command.label, one.label, look)) ui.ask(RunCommand{one.id});
    }
    const Command& kind = get_command(CommandId::kOffKind);
    ButtonLook look;
    look.tip = kind.tip;
    look.hint = "⇧O";
    if (place("kind", ui.state.view.off_by == SwitchOff::kZero ? "by zero" : "by mean", look))
        ui.ask(RunCommand{CommandId::kOffKind});
    return y + height;
}

// A line a token: how far its last hidden state has moved.
void draw_hidden_states(CardColumn& column, const SwitchOffEffect& effect) {
    const Ui& ui = column.ui;
    ImFont* small = ui.style.fonts->small;
    const Rect heading = column.next(ui.px(20));
    const float cosine = heading.right();
    const float norm = heading.right() - ui.px(52);
    draw_text_in(column.list, small, heading, ui.palette().dim, "Last hidden state", Align::kLeft);
    draw_text_in(column.list, small, {heading.x, heading.y, cosine - heading.x, heading.h}, ui.palette().dim, "cosine",
                 Align::kRight);
    draw_text_in(column.list, small, {heading.x, heading.y, norm - heading.x, heading.h}, ui.palette().dim, "moved by",
                 Align::kRight);
    if (area("hidden states", heading).hovered)
        show_tip(ui.style,
                 "Each token's vector behind the last layer, with all heads and without those that are off: how far it "
                 "moves as a share of its length, and the cosine between the two (1: same direction).");
    const ShownTrace& shown = *ui.state.shown;
    const auto n = static_cast<Index>(effect.changes.size());
    const bool is_of_queries = n == static_cast<Index>(shown.query_tokens().size());
    for (Index token = 0; token < n; ++token) {
        const VectorChange& change = effect.changes[static_cast<std::size_t>(token)];
        const Rect row = column.next(ui.px(18));
        if (!ImGui::IsRectVisible(min_of(row), max_of(row))) continue;
        const float name = std::min(ui.px(86), row.w * 0.34F);
        if (is_of_queries) {
            const ImU32 ink = lit_query(ui.state) == token ? ui.palette().query : ui.palette().text;
            draw_token_in(ui, column.list, query_token(token), {row.x, row.y, name - ui.px(6), row.h}, ui.px(13), ink,
                          Align::kLeft);
        }
        const Rect bar{row.x + name, row.y + row.h / 2 - ui.px(2), std::max(4.0F, norm - ui.px(46) - row.x - name),
                       ui.px(4)};
        draw_share_bar(ui, column.list, bar, static_cast<float>(change.relative), ui.palette().query);
        draw_text_in(column.list, small, {row.x, row.y, norm - row.x, row.h}, ui.palette().text,
                     number(100 * change.relative, "%.1f %%"), Align::kRight);
        draw_text_in(column.list, small, row, ui.palette().dim, number(change.cosine, "%.3f"), Align::kRight);
    }
}

void draw_predictions(CardColumn& column, const SwitchOffEffect& effect) {
    const Ui& ui = column.ui;
    ImFont* small = ui.style.fonts->small;
    for (std::size_t i = 0; i < effect.before.size() && i < effect.after.size(); ++i) {
        const Rect heading = column.next(ui.px(20));
        const float half = (heading.w - ui.px(12)) / 2;
        draw_text_in(column.list, small, heading, ui.palette().dim, "Predicted before", Align::kLeft);
        ImGui::PushID(static_cast<int>(i));
        tip_on_words(ui, heading, "Predicted before",
                     "The most probable words with all heads, and beside them those without the heads that are off.");
        ImGui::PopID();
        draw_text_in(column.list, small, {heading.x + half + ui.px(12), heading.y, half, heading.h}, ui.palette().dim,
                     "and without", Align::kLeft);
        constexpr std::size_t kMost = 4;
        for (std::size_t k = 0; k < kMost; ++k) {
            const Rect row = column.next(ui.px(18));
            const auto side = [&](const PredictedToken& token, float x) {
                if (k >= token.top.size()) return;
                const Prediction& prediction = token.top[k];
                TextStyle style;
                style.size = ui.px(13);
                style.ellipsis = Ellipsis::kEnd;
                style.max_width = half - ui.px(44);
                const Label& label = ui.labels.get(prediction.display, style);
                ui.labels.draw(column.list, {x, row.y + (row.h - label.size.y) / 2}, label, ui.palette().text);
                draw_text_in(column.list, small, {x, row.y, half, row.h}, ui.palette().dim,
                             number(100 * prediction.probability, "%.1f %%"), Align::kRight);
            };
            side(effect.before[i], row.x);
            side(effect.after[i], row.x + half + ui.px(12));
        }
        column.space(ui.px(8));
    }
}

void draw_changed_maps(CardColumn& column, const SwitchOffEffect& effect) {
    const Ui& ui = column.ui;
    const Index heads = get_map_set(*effect.request.trace, effect.set).maps.n_heads();
    std::vector<std::size_t> order(effect.map_changes.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    constexpr std::size_t kMost = 3;
    const std::size_t shown = std::min(kMost, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
                      [&](std::size_t a, std::size_t b) { return effect.map_changes[a] > effect.map_changes[b]; });
    column.caption("Maps that change most",
                   "Heads behind those that are off read other numbers than before, and so look elsewhere.");
    for (std::size_t i = 0; i < shown; ++i) {
        const float change = effect.map_changes[order[i]];
        if (!(change > 0)) break;
        const HeadRef head{static_cast<Index>(order[i]) / heads, static_cast<Index>(order[i]) % heads};
        if (draw_head_row(column, head, number(100 * static_cast<double>(change), "%.1f %% elsewhere"),
                          "Mean over rows of ½ Σ |after − before|: the share of the weight that lies elsewhere without "
                          "the heads that are off. A click selects the head."))
            ui.ask(SelectHead{head});
    }
    column.space(ui.px(8));
}

void draw_ranking(CardColumn& column) {
    const Ui& ui = column.ui;
    const auto& found = ui.state.findings.ranking;
    const Command& command = get_command(CommandId::kRankHeads);
    const Rect row = column.next(ui.px(24));
    ButtonLook look;
    look.tip = command.tip;
    look.is_enabled = command.is_enabled(ui.state);
    const char* label = found.is_running ? "Cancel" : "Rank all heads";
    if (button(ui.style, "rank", {row.x, row.y, button_width(ui.style, label, look), row.h}, label, look))
        ui.ask(RunCommand{CommandId::kRankHeads});
    column.space(ui.px(4));
    if (found.is_running) {
        draw_progress(column, "Switching each head off in turn",
                      ui.state.findings.percent[static_cast<std::size_t>(FindingKind::kRanking)]);
    } else if (!found.problem.empty()) {
        column.note(found.problem);
    }
    const HeadRanking* ranking = found.current();
    if (ranking == nullptr || ranking->request.set != ui.state.shown->set()) return;
    column.caption("Each head off on its own, on this text",
                   "How far the last hidden states move without this one head: what the text loses with it.");
    const double most = ranking->heads.empty() ? 1 : std::max(1e-12, ranking->heads.front().change);
    for (std::size_t i = 0; i < ranking->heads.size(); ++i) {
        const HeadImportance& head = ranking->heads[i];
        const Rect line = column.next(ui.px(20));
        if (!ImGui::IsRectVisible(min_of(line), max_of(line))) continue;
        ImGui::PushID(static_cast<int>(i));
        const AreaState pointer = area("ranked", line);
        ImGui::PopID();
        if (pointer.hovered) {
            column.list.AddRectFilled(min_of(line), max_of(line), ui.palette().raised, ui.px(3));
            Hover hover;
            hover.head = head.head;
            ui.ask(PointAt{hover});
            show_tip(ui.style, "Without this head the last hidden states move by " +
                                   number(100 * head.change, "%.2f %%") + " of their length on average (cosine " +
                                   number(head.cosine, "%.4f") + "). A click selects it.");
        }
        if (pointer.clicked) ui.ask(SelectHead{head.head});
        const bool is_selected = head.head == ui.state.view.selected;
        draw_text_in(column.list, ui.style.fonts->small, line, is_selected ? ui.palette().query : ui.palette().text,
                     head_label(head.head), Align::kLeft);
        const float name = ui.px(44);
        const float value = ui.px(60);
        draw_share_bar(ui, column.list,
                       {line.x + name, line.y + line.h / 2 - ui.px(2), line.w - name - value, ui.px(4)},
                       static_cast<float>(head.change / most), ui.palette().query);
        draw_text_in(column.list, ui.style.fonts->small, line, ui.palette().dim, number(100 * head.change, "%.2f %%"),
                     Align::kRight);
    }
}

}  // namespace

void draw_effect_card(const Ui& ui, const Rect& rect) {
    ImGui::SetCursorScreenPos(min_of(rect));
    ImGui::BeginChild("effect", {rect.w, rect.h}, false, ImGuiWindowFlags_NoBackground);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 top = ImGui::GetCursorScreenPos();
    const float width = rect.w - ui.px(12);
    const float below = draw_switches(ui, {top.x, top.y, width, ui.px(24)}) + ui.px(8);
    const ImVec2 under{top.x, below};
    CardColumn first = first_column(ui, list, under, width, 0.5F);
    const auto& found = ui.state.findings.effect;
    const SwitchOffEffect* effect = are_any_off(ui.state.view) ? found.current() : nullptr;
    if (effect != nullptr && effect->set != ui.state.shown->set()) effect = nullptr;  // the next is on its way
    if (!are_any_off(ui.state.view)) {
        first.paragraph(
            "No head is off. O switches the chosen heads off: the model runs again without what they add, and "
            "everything behind them is computed anew.");
    } else if (!found.problem.empty()) {
        first.paragraph(found.problem);
    } else if (effect != nullptr) {
        draw_predictions(first, *effect);
        draw_hidden_states(first, *effect);
    } else {
        first.note("Running with these heads and without…");
    }
    CardColumn second = second_column(first, under, width);
    if (effect != nullptr) draw_changed_maps(second, *effect);
    draw_ranking(second);
    ImGui::SetCursorScreenPos({top.x, std::max(first.y, second.y)});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

}  // namespace headscope
