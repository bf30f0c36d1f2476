#include <algorithm>
#include <array>
#include <cstdio>

#include "app/state/glossary.h"
#include "app/views/card_rows.h"
#include "app/views/views.h"

namespace headscope {
namespace {

std::string percent_words(double probability) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), probability >= 0.01 ? "%.1f %%" : "%.2g %%", 100 * probability);
    return text.data();
}

// What is predicted, with a bar as long as it is probable; a click writes it into the text.
void draw_prediction(CardColumn& column, const Prediction& prediction, Index position, bool is_mask, int id) {
    const Ui& ui = column.ui;
    const Rect row = column.next(ui.px(22));
    ImGui::PushID(id);
    const KeyState key = keyboard_on(ui.style, "prediction", row);
    const AreaState pointer = area("prediction", row);
    ImGui::PopID();
    if (pointer.hovered) column.list.AddRectFilled(min_of(row), max_of(row), ui.palette().raised, ui.px(3));
    const float word = std::min(ui.px(120), row.w * 0.4F);
    const float number = ui.px(54);
    TextStyle style;
    style.size = ui.px(14);
    style.ellipsis = Ellipsis::kEnd;
    style.max_width = word - ui.px(8);
    const Label& label = ui.labels.get(prediction.display.empty() ? prediction.piece : prediction.display, style);
    ui.labels.draw(column.list, {row.x + ui.px(6), row.y + (row.h - label.size.y) / 2}, label, ui.palette().text);
    const Rect bar{row.x + word, row.y + row.h / 2 - ui.px(4), row.w - word - number, ui.px(8)};
    draw_share_bar(ui, column.list, bar, static_cast<float>(prediction.probability), ui.palette().key);
    draw_text_in(column.list, ui.style.fonts->small, {row.x, row.y, row.w - ui.px(4), row.h}, ui.palette().dim,
                 percent_words(prediction.probability), Align::kRight);
    if (pointer.hovered) {
        std::array<char, 32> exact;
        std::snprintf(exact.data(), exact.size(), "%.4g", prediction.probability);
        show_tip(ui.style, "Probability " + std::string(exact.data()) + ", vocabulary string \"" + prediction.piece +
                               "\". " +
                               (is_mask ? "A click puts it in place of the mask token." : "A click appends it."));
    }
    if (key.is_on) draw_focus_ring(column.list, ui.style, row);
    if (pointer.clicked || key.is_pressed) ui.ask(UseGuess{position, prediction.id});
}

}  // namespace

void draw_guess_card(const Ui& ui, const Rect& rect) {
    ImGui::SetCursorScreenPos(min_of(rect));
    ImGui::BeginChild("guess", {rect.w, rect.h}, false, ImGuiWindowFlags_NoBackground);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    CardColumn column{ui, list, rect.x, rect.w - ui.px(12), ImGui::GetCursorScreenPos().y};
    const auto& found = ui.state.findings.guess;
    const std::string why_not = why_no_guess(ui.state);
    if (!why_not.empty()) {
        column.space(ui.px(8));
        column.paragraph(why_not);
    } else if (!found.problem.empty()) {
        column.paragraph(found.problem);
    } else if (found.newest == nullptr) {
        column.note("Asking the model…");
    } else {
        const bool is_masked = found.newest->request.trace->model->config.is_masked_model();
        const std::string off = off_words(ui.state.view);
        int id = 0;
        for (const PredictedToken& token : found.newest->tokens) {
            std::string caption = is_masked ? "In place of the mask token at position " + std::to_string(token.position)
                                            : "Next token, at position " + std::to_string(token.position);
            if (!off.empty()) caption += ", " + off;
            ImGui::PushID(static_cast<int>(token.position));
            column.caption(caption, meaning_of("probability"));
            ImGui::PopID();
            for (const Prediction& prediction : token.top)
                draw_prediction(column, prediction, token.position, is_masked, id++);
            column.space(ui.px(8));
        }
        column.note("Probabilities over the whole vocabulary (softmax of the logits). A click writes the word.");
    }
    ImGui::SetCursorScreenPos({rect.x, column.y});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

}  // namespace headscope
