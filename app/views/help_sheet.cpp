#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/state/command_search.h"
#include "app/state/glossary.h"
#include "app/views/card_place.h"
#include "app/views/views.h"

namespace headscope {
namespace {

constexpr float kLabel = 30;  // a command's label, with the space round it; what it does stands below
constexpr float kLine = 40;   // one step of the arrow keys
constexpr float kHeading = 34;
constexpr float kLeastColumn = 400;
constexpr float kKey = 96;
constexpr float kWord = 130;

bool is_sought(const Command& command, const char* title, const std::string& query) {
    const std::string all = std::string(command.label) + " " + command.tip + " " + title + " " + key_words(command);
    return has_words(all, query);
}

float draw_heading(const Ui& ui, const Rect& body, float y, const char* words) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_text_in(list, ui.style.fonts->bold, {body.x, y, body.w, ui.px(kHeading)}, ui.palette().text, words,
                 Align::kLeft);
    return y + ui.px(kHeading);
}

float tip_height(const Ui& ui, float width, const Command& command) {
    ImFont* font = ui.style.fonts->small;
    return font->CalcTextSizeA(font->FontSize, 1e9F, std::max(1.0F, width), command.tip).y;
}

// The room for a command's words in an entry of this width.
float words_width(const Ui& ui, float width) {
    return width - ui.px(kKey + 16);
}

void draw_command(const Ui& ui, const Rect& rect, const Command& command) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::PushID(static_cast<int>(command.id));
    const AreaState pointer = area("command", rect);
    ImGui::PopID();
    if (pointer.hovered) list.AddRectFilled(min_of(rect), max_of(rect), ui.palette().raised_hover, ui.px(4));
    const bool is_enabled = command.is_enabled(ui.state);
    const float key = ui.px(kKey);
    draw_key_at(ui, {rect.x + key - ui.px(8), rect.y + ui.px(14)}, command);
    const Rect words{rect.x + key + ui.px(4), rect.y + ui.px(4), words_width(ui, rect.w), ui.px(20)};
    draw_text_in(list, ui.style.fonts->normal, words, is_enabled ? ui.palette().text : ui.palette().dim, command.label,
                 Align::kLeft);
    draw_wrapped(ui, {words.x, words.y + ui.px(20), words.w, rect.h}, ui.palette().dim, command.tip);
    const std::string_view reason = why_not(command, ui.state);
    if (pointer.hovered && !reason.empty()) show_tip(ui.style, reason);
    if (pointer.clicked && is_enabled) {
        ui.ask(ShowPopup{});
        ui.ask(RunCommand{command.id});
    }
}

// The commands of a part that are sought, in as many columns as have room. Returns where the next part starts.
float draw_part(const Ui& ui, const Rect& body, float y, const CommandPart& part, const std::string& query) {
    std::vector<const Command*> sought;
    for (const Command& command : part.commands) {
        if (is_sought(command, part.title, query)) sought.push_back(&command);
    }
    if (sought.empty()) return y;
    y = draw_heading(ui, body, y, part.title);
    const auto columns = static_cast<std::size_t>(std::clamp(std::floor(body.w / ui.px(kLeastColumn)), 1.0F, 3.0F));
    const std::size_t rows = (sought.size() + columns - 1) / columns;
    const float width = body.w / static_cast<float>(columns);
    for (std::size_t row = 0; row < rows; ++row) {
        float height = 0;
        for (std::size_t i = row; i < sought.size(); i += rows)
            height = std::max(height, tip_height(ui, words_width(ui, width - ui.px(12)), *sought[i]));
        height += ui.px(kLabel);
        for (std::size_t i = row; i < sought.size(); i += rows) {
            const float x = body.x + width * static_cast<float>(i / rows);
            draw_command(ui, {x, y, width - ui.px(12), height}, *sought[i]);
        }
        y += height;
    }
    return y + ui.px(10);
}

float draw_terms(const Ui& ui, const Rect& body, float y, const std::string& query) {
    bool has_heading = false;
    for (const Term& term : glossary()) {
        if (!has_words(std::string(term.word) + " " + term.meaning, query)) continue;
        if (!has_heading) y = draw_heading(ui, body, y, "Terms");
        has_heading = true;
        draw_text(*ImGui::GetWindowDrawList(), ui.style.fonts->normal, {body.x + ui.px(8), y}, ui.palette().key,
                  term.word);
        const Rect meaning{body.x + ui.px(kWord), y, body.w - ui.px(kWord + 12), ui.px(200)};
        y += std::max(ui.px(20), draw_wrapped(ui, meaning, ui.palette().text, term.meaning, ui.style.fonts->normal)) +
             ui.px(6);
    }
    return y;
}

// Keys scroll what the box for words does not take.
void scroll_by_keys(const Ui& ui, std::span<const InputEvent> events, float page) {
    for (const InputEvent& event : events) {
        const auto* press = std::get_if<KeyPress>(&event);
        if (press == nullptr) continue;
        float by = 0;
        if (press->chord == plain(Key::kDown)) by = ui.px(kLine);
        if (press->chord == plain(Key::kUp)) by = -ui.px(kLine);
        if (press->chord == plain(Key::kPageDown)) by = page;
        if (press->chord == plain(Key::kPageUp)) by = -page;
        if (by != 0) ImGui::SetScrollY(std::max(0.0F, ImGui::GetScrollY() + by));
    }
}

}  // namespace

void draw_help_sheet(const Ui& ui, const Rect& window) {
    const Rect card = centred_card(ui, window, 1080, 860, 48);
    begin_card(ui, "help", card);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Rect inner = card.inset(ui.px(20), ui.px(16));
    const float bar = ui.px(34);
    draw_text_in(list, ui.style.fonts->large, {inner.x, inner.y, inner.w, bar}, ui.palette().text, "Keys and terms",
                 Align::kLeft);
    const float box = std::min(ui.px(320), inner.w * 0.5F);
    const TextBoxResult typed =
        text_box(ui, {inner.right() - box, inner.y, box, bar}, TextFocus::kHelpQuery, ui.state.help_query,
                 ui.kept.query_box, {"help query", "Find a key or a term"});
    const std::string& query = ui.state.help_query.text();

    const float foot = ui.px(22);
    const float top = inner.y + bar + ui.px(10);
    const float room = inner.bottom() - foot - top;
    ImGui::SetCursorScreenPos({inner.x, top});
    ImGui::BeginChild("sheet", {inner.w, room}, false, ImGuiWindowFlags_NoBackground);
    scroll_by_keys(ui, ui.kept.query_box.focused ? typed.unhandled : ui.input, room - ui.px(kLine));
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const Rect body{origin.x, origin.y, inner.w - ui.px(14), room};
    float y = origin.y;
    for (const CommandPart& part : command_parts()) y = draw_part(ui, body, y, part, query);
    y = draw_terms(ui, body, y, query);
    if (y == origin.y) {
        draw_text_in(*ImGui::GetWindowDrawList(), ui.style.fonts->normal, {body.x, y, body.w, ui.px(40)},
                     ui.palette().dim, "No key and no term has these words.", Align::kCentre);
        y += ui.px(40);
    }
    ImGui::SetCursorScreenPos({origin.x, y});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
    draw_text_in(list, ui.style.fonts->small, {inner.x, inner.bottom() - foot + ui.px(6), inner.w, foot},
                 ui.palette().dim,
                 "Hover shows, click locks, Esc frees. F6 takes the keyboard from panel to panel, Tab on from there.",
                 Align::kLeft);
    end_card(ui, card);
}

}  // namespace headscope
