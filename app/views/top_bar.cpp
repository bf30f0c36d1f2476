#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <string>

#include "app/views/views.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

std::string model_facts(const ModelConfig& config) {
    return std::to_string(config.n_layers) + " × " + std::to_string(config.n_heads) + " heads · d_head " +
           std::to_string(config.d_head) + " ▾";
}

// What the model's button says: the open model, or the one on its way.
struct ModelWords {
    std::string name;
    std::string facts;
};
ModelWords model_words(const AppState& state) {
    if (state.is_loading) {
        return {"Opening " + shown_path(state.loading_path.filename()),
                std::to_string(state.load_percent) + " % · Esc cancels"};
    }
    if (state.model) return {state.model->name, model_facts(state.model->config)};
    return {"No model", " ▾"};
}

// Draws the model's button, with a thin bar while one is being opened, and returns its width.
float draw_model_button(const Ui& ui, ImVec2 position, float height) {
    const AppState& state = ui.state;
    const ModelWords words = model_words(state);
    ButtonLook look;
    look.hint = words.facts;
    look.is_active = state.popup == Popup::kModels;
    look.tip = "The open model: layers × heads, and d_head, the width of one head's queries, keys and values. (Ctrl+O)";
    const float width = std::min(button_width(ui.style, words.name, look) + ui.px(8), ui.px(460));
    if (button(ui.style, "model", {position.x, position.y, width, height}, words.name, look)) {
        ui.ask(RunCommand{CommandId::kModels});
    }
    if (state.is_loading) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float top = position.y + height + ui.px(3);
        const float done = width * static_cast<float>(state.load_percent) / 100;
        list.AddRectFilled({position.x, top}, {position.x + width, top + ui.px(3)}, ui.palette().raised_active);
        list.AddRectFilled({position.x, top}, {position.x + done, top + ui.px(3)}, ui.palette().key);
    }
    return width;
}

// What the badge of special tokens typed in the text says; nothing where there is no need for it.
struct SpecialsBadge {
    const char* label;
    std::string tip;
};
std::optional<SpecialsBadge> specials_badge(const AppState& state) {
    const bool is_text = state.view.specials_as_text;
    const char* label = is_text ? "special as text" : "special as token";
    const char* switch_tip = is_text ? " Press (T) to have the model read them as special tokens."
                                     : " Press (T) to have them read as ordinary text.";
    if (state.trace() != nullptr) {
        for (const Note& note : state.trace()->encoding.notes) {
            if (note.kind == NoteKind::kTypedSpecial || note.kind == NoteKind::kSpecialAsText) {
                std::string words = note.message;
                words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
                return SpecialsBadge{label, words + "." + switch_tip};
            }
        }
    }
    if (!is_text) return std::nullopt;
    return SpecialsBadge{label, std::string("Special tokens such as [MASK], where they are typed in the text, are "
                                            "words like any other.") +
                                    switch_tip};
}

// Three lines, drawn so that they look alike in every typeface.
bool draw_menu_button(const Ui& ui, const Rect& rect) {
    ButtonLook look;
    look.is_framed = false;
    look.is_active = ui.state.popup == Popup::kMenu;
    const std::string tip = std::string(get_command(CommandId::kMenu).tip) + " (F10)";
    look.tip = tip.c_str();
    const bool pressed = button(ui.style, "menu", rect, "", look);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float half = ui.px(8);
    for (const float dy : {-5.0F, 0.0F, 5.0F}) {
        const float y = std::floor(rect.y + rect.h / 2 + ui.px(dy));
        const float x = std::floor(rect.x + rect.w / 2);
        list.AddRectFilled({x - half, y}, {x + half, y + std::max(1.0F, std::floor(ui.px(1.6F)))}, ui.palette().text);
    }
    return pressed;
}

}  // namespace

void draw_top_bar(const Ui& ui, const Rect& rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min_of(rect), max_of(rect), ui.palette().bar);
    list.AddLine({rect.x, rect.bottom() - 1}, {rect.right(), rect.bottom() - 1}, ui.palette().line);
    const float height = ui.px(32);
    const float top = rect.y + std::floor((rect.h - height) / 2);
    const float gap = ui.px(10);
    const bool is_narrow = rect.w < ui.px(1180);

    float left = rect.x + ui.px(10);
    if (draw_menu_button(ui, {left, top, height, height})) ui.ask(RunCommand{CommandId::kMenu});
    left += height + ui.px(10);
    if (!is_narrow) {
        const float title = text_size(ui.style.fonts->bold, "Headscope").x;
        draw_text_in(list, ui.style.fonts->bold, {left, top, title + 1, height}, ui.palette().text, "Headscope",
                     Align::kLeft);
        left += title + ui.px(16);
    }
    left += draw_model_button(ui, {left, top}, height) + gap;

    float right = rect.right() - ui.px(14);
    const auto place_button = [&](const char* label, const char* hint, CommandId id, bool is_active) {
        const Command& command = get_command(id);
        ButtonLook look;
        look.hint = is_narrow ? "" : hint;
        look.tip = command.tip;
        look.is_active = is_active;
        look.is_enabled = command.is_enabled(ui.state);
        const float width = button_width(ui.style, label, look);
        right -= width;
        if (button(ui.style, label, {right, top, width, height}, label, look)) ui.ask(RunCommand{id});
        right -= gap;
    };
    place_button("?", "", CommandId::kHelp, ui.state.popup == Popup::kHelp);
    if (!is_narrow) place_button("Commands", "Ctrl P", CommandId::kPalette, ui.state.popup == Popup::kPalette);
    place_button("Export", "Ctrl E", CommandId::kExport, ui.state.popup == Popup::kExport);
    place_button("Examples", "▾", CommandId::kExamples, ui.state.popup == Popup::kExamples);
    place_button(ui.state.has_pair ? "− pair" : "+ pair", "", CommandId::kTogglePair, false);

    if (const std::optional<SpecialsBadge> badge = specials_badge(ui.state)) {
        ButtonLook look;
        look.hint = is_narrow ? "" : "T";
        look.tip = badge->tip.c_str();
        look.is_active = true;
        const float width = button_width(ui.style, badge->label, look);
        right -= width;
        if (button(ui.style, "specials in the text", {right, top, width, height}, badge->label, look)) {
            ui.ask(RunCommand{CommandId::kToggleSpecialsInText});
        }
        right -= gap;
    }

    draw_sentence_boxes(ui, {left, top, right - left, height});
}

}  // namespace headscope
