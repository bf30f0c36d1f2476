#include <algorithm>
#include <string>
#include <vector>

#include "app/state/path_choices.h"
#include "app/views/card_place.h"
#include "app/views/views.h"

namespace headscope {
namespace {

constexpr float kRow = 44;

// A model on two lines: its name, and layers × heads, size and where it lies.
void draw_entry(const Ui& ui, const Rect& rect, const ModelEntry& entry) {
    const AreaState pointer = area("model", rect);
    const bool is_open = ui.state.model && ui.state.model->path == entry.path;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (pointer.hovered || is_open) {
        list.AddRectFilled(min_of(rect), max_of(rect),
                           pointer.hovered ? ui.palette().raised_active : ui.palette().raised_hover, ui.px(4));
    }
    if (pointer.clicked) ui.ask(OpenModel{entry.path});
    TextStyle style;
    style.ellipsis = Ellipsis::kEnd;
    style.size = ui.px(14);
    style.max_width = rect.w - ui.px(20);
    ui.labels.draw(list, {rect.x + ui.px(10), rect.y + ui.px(4)}, ui.labels.get(entry.name, style), ui.palette().text);
    style.size = ui.px(12);
    style.ellipsis = Ellipsis::kMiddle;
    const std::string facts = entry.words + (entry.words.empty() ? "" : "  ·  ") + entry.path.string();
    ui.labels.draw(list, {rect.x + ui.px(10), rect.y + ui.px(24)}, ui.labels.get(facts, style),
                   entry.is_usable ? ui.palette().dim : ui.palette().error);
}

// Models opened before that are not at hand anyway.
std::vector<ModelEntry> recent_entries(const AppState& state) {
    std::vector<ModelEntry> entries;
    for (const std::filesystem::path& path : state.settings.recent_models) {
        const bool is_at_hand = std::any_of(state.models_at_hand.begin(), state.models_at_hand.end(),
                                            [&](const ModelEntry& entry) { return entry.path == path; });
        if (!is_at_hand) entries.push_back({path.filename().string(), path, {}, true});
    }
    return entries;
}

void draw_models(const Ui& ui, const Rect& rect) {
    ImGui::SetCursorScreenPos(min_of(rect));
    ImGui::BeginChild("models", {rect.w, rect.h}, false, ImGuiWindowFlags_NoBackground);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float width = rect.w - ui.px(12);
    float y = ImGui::GetCursorScreenPos().y;
    int id = 0;
    const auto section = [&](const char* title, const std::vector<ModelEntry>& entries, const char* if_empty) {
        draw_text_in(list, ui.style.fonts->small, {rect.x, y, width, ui.px(22)}, ui.palette().dim, title, Align::kLeft);
        y += ui.px(24);
        for (const ModelEntry& entry : entries) {
            ImGui::PushID(id++);
            draw_entry(ui, {rect.x, y, width, ui.px(kRow)}, entry);
            ImGui::PopID();
            y += ui.px(kRow + 2);
        }
        if (entries.empty() && if_empty != nullptr) {
            draw_text_in(list, ui.style.fonts->normal, {rect.x + ui.px(10), y, width, ui.px(24)}, ui.palette().text,
                         if_empty, Align::kLeft);
            y += ui.px(28);
        }
        y += ui.px(8);
    };
    section("At hand", ui.state.models_at_hand, "None: put a model folder into weights/, or type where one is.");
    const std::vector<ModelEntry> recent = recent_entries(ui.state);
    if (!recent.empty()) section("Opened before", recent, nullptr);
    ImGui::SetCursorScreenPos({rect.x, y});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

// Says whether what is typed is a model.
void draw_verdict(const Ui& ui, const Rect& rect, const std::string& typed) {
    std::string words =
        "Type or paste a path; Tab completes it. A folder or .gguf file can also be dropped on the window.";
    ImU32 colour = ui.palette().dim;
    const std::optional<ModelEntry>& inspected = ui.state.inspected;
    if (!typed.empty() && inspected && inspected->path == with_home(typed)) {
        words = inspected->is_usable ? "A model: " + inspected->words + ". Enter opens it." : inspected->words;
        colour = inspected->is_usable ? ui.palette().key : ui.palette().error;
    } else if (!typed.empty()) {
        words = "Looking…";
    }
    TextStyle style;
    style.size = ui.px(12);
    style.ellipsis = Ellipsis::kMiddle;
    style.max_width = rect.w;
    const Label& label = ui.labels.get(words, style);
    ui.labels.draw(*ImGui::GetWindowDrawList(), {rect.x, rect.y + (rect.h - label.size.y) / 2}, label, colour);
}

// True if the model at the typed path is to be opened.
bool draw_buttons(const Ui& ui, const Rect& rect, bool has_path) {
    ButtonLook look;
    look.hint = "Enter";
    look.is_enabled = has_path;
    const float open = button_width(ui.style, "Open", look);
    const bool pressed = button(ui.style, "open", {rect.right() - open, rect.y, open, rect.h}, "Open", look);
    ButtonLook quiet;
    quiet.hint = "Esc";
    const float cancel = button_width(ui.style, "Cancel", quiet);
    const Rect beside{rect.right() - open - cancel - ui.px(10), rect.y, cancel, rect.h};
    if (button(ui.style, "cancel", beside, "Cancel", quiet)) ui.ask(ShowPopup{});
    return pressed;
}

}  // namespace

void draw_open_dialog(const Ui& ui, const Rect& window) {
    const Rect card = centred_card(ui, window, 720, 520);
    begin_card(ui, "open", card);
    const Rect inner = card.inset(ui.px(20), ui.px(16));
    draw_text(*ImGui::GetWindowDrawList(), ui.style.fonts->bold, min_of(inner), ui.palette().text, "Open a model");
    const Rect box{inner.x, inner.y + ui.px(30), inner.w, ui.px(32)};
    TextEdit& path = ui.state.model_path;
    const TextBoxResult result =
        text_box(ui, box, TextFocus::kModelPath, path, ui.kept.path_box, {"model path", "Path of a model"});
    for (const InputEvent& event : result.unhandled) {
        const auto* press = std::get_if<KeyPress>(&event);
        if (press != nullptr && press->chord == plain(Key::kTab)) path.set_text(complete_path(path.text(), ".gguf"));
    }
    const float buttons = ui.px(32);
    const float list_top = box.bottom() + ui.px(34);
    const Rect below{inner.x, list_top, inner.w, inner.bottom() - buttons - ui.px(12) - list_top};
    if (!path.text().empty()) {
        if (const auto chosen = draw_path_list(ui, below, path.text(), ".gguf")) path.set_text(*chosen);
    } else {
        draw_models(ui, below);
    }
    const std::string typed = path.text();
    const std::filesystem::path meant = with_home(typed);
    if (!typed.empty() && ui.kept.inspected != typed) ui.ask(InspectPath{meant});
    ui.kept.inspected = typed;
    draw_verdict(ui, {inner.x, box.bottom() + ui.px(6), inner.w, ui.px(22)}, typed);
    const bool pressed = draw_buttons(ui, {inner.x, inner.bottom() - buttons, inner.w, buttons}, !typed.empty());
    if ((pressed || result.entered) && !typed.empty()) ui.ask(OpenModel{meant});
    end_card(ui, card);
}

}  // namespace headscope
