// What the pages of the lesson are made of.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/views/lesson.h"
#include "app/views/views.h"
#include "core/io/grouped.h"
#include "core/model/published_sizes.h"

namespace headscope {
namespace {

constexpr const char* kOpenModel = "the open model";

}  // namespace

std::string fixed(float value, int digits) {
    if (!std::isfinite(value)) return "n/a";
    std::array<char, 48> text;
    std::snprintf(text.data(), text.size(), "%.*f", digits, static_cast<double>(value));
    return text.data();
}

std::string rounded_count(double value) {
    constexpr const char* kUnits[] = {"", " k", " M", " G", " T", " P", " E"};
    std::size_t unit = 0;
    while (value >= 999.5 && unit + 1 < std::size(kUnits)) {
        value /= 1000;
        ++unit;
    }
    const int digits = unit == 0 || value >= 99.95 ? 0 : (value >= 9.995 ? 1 : 2);
    return fixed(static_cast<float>(value), digits) + kUnits[unit];
}

std::string count_words(double value) {
    return value < 1e10 ? grouped(static_cast<std::int64_t>(value)) : rounded_count(value);
}

std::string shape_words(Index rows, Index columns) {
    return "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")";
}

std::string sizes_words(const CostSizes& sizes) {
    std::string text = "d_model " + std::to_string(sizes.d_model) + " · " + std::to_string(sizes.n_heads) + " heads";
    if (sizes.n_kv_heads != sizes.n_heads) text += " over " + std::to_string(sizes.n_kv_heads);
    return text + " · d_head " + std::to_string(sizes.d_head) + " · " + std::to_string(sizes.n_layers) + " blocks";
}

void change_lesson(const Ui& ui, const LessonState& lesson) {
    ui.ask(ChangeLesson{lesson});
}

float draw_paragraph(const Ui& ui, const Rect& room, float y, std::string_view text, ImFont* font, ImU32 colour) {
    return y + draw_wrapped(ui, {room.x, y, std::max(ui.px(120), room.w), 0}, colour, text, font) + ui.px(6);
}

float draw_paragraph(const Ui& ui, const Rect& room, float y, std::string_view text) {
    return draw_paragraph(ui, room, y, text, ui.style.fonts->normal, ui.palette().dim);
}

float draw_heading(const Ui& ui, const Rect& room, float y, std::string_view title, std::string_view text) {
    y = draw_paragraph(ui, room, y, title, ui.style.fonts->large, ui.palette().text);
    return draw_paragraph(ui, room, y, text);
}

float draw_source(const Ui& ui, const Rect& room, float y, std::string_view text) {
    return draw_paragraph(ui, room, y, text, ui.style.fonts->small, ui.palette().dim);
}

const LessonNumbers* lesson_numbers_or_words(const Ui& ui, const Rect& room) {
    const AppState& state = ui.state;
    const LessonNumbers* numbers = state.lesson_numbers.get();
    const std::optional<LessonRequest> wanted = lesson_request(state);
    if (wanted && numbers != nullptr && numbers->request.is_same_block(*wanted)) return numbers;
    const Rect words{room.x, room.y, room.w, ui.px(200)};
    if (!wanted && !state.model) {
        draw_empty(ui, words, "No model is open.", "Open one (Ctrl+O): this page shows its own numbers.");
    } else if (!wanted) {
        draw_empty(ui, words, "There are no numbers to show.",
                   state.trace_problem.empty() ? "This page needs a text and a model with weights."
                                               : state.trace_problem.c_str());
    } else if (!state.lesson_problem.empty()) {
        draw_empty(ui, words, "The steps of this layer could not be computed.", state.lesson_problem);
    } else {
        draw_empty(ui, words, "Computing…", "The model runs up to this layer and keeps every number.");
    }
    return nullptr;
}

void draw_empty_page(const Ui& ui, const Rect& room, float y) {
    const AppState& state = ui.state;
    const Rect words{room.x, y, room.w, ui.px(160)};
    if (!state.trace_problem.empty()) {
        draw_empty(ui, words, "This text has no maps.", state.trace_problem);
    } else if (state.is_computing || state.is_loading) {
        draw_empty(ui, words, "Computing…", "The maps are on their way.");
    } else {
        draw_empty(ui, words, "No maps yet.", "Open a model (Ctrl+O) and type a sentence (Ctrl+L).");
    }
}

std::string lesson_token_name(const Ui& ui, const LessonNumbers& numbers, AxisToken token) {
    if (numbers.request.random_sizes) return kRandomTokenNames[token.index];
    const ShownTrace& shown = *ui.state.shown;
    return token.axis == Axis::kQuery ? shown.query_label(token.index) : shown.key_label(token.index);
}

void draw_lesson_token(const Ui& ui, const LessonNumbers& numbers, AxisToken token, const Rect& rect, ImU32 colour,
                       Align align) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    TextStyle style;
    style.size = std::min(ui.px(14), rect.h);
    style.ellipsis = Ellipsis::kEnd;
    style.max_width = rect.w;
    const Label& label = ui.labels.get(lesson_token_name(ui, numbers, token), style);
    float x = rect.x;
    if (align == Align::kCentre) x += (rect.w - label.size.x) / 2;
    if (align == Align::kRight) x += rect.w - label.size.x;
    ui.labels.draw(list, {x, rect.y + (rect.h - label.size.y) / 2}, label, colour);
}

float draw_words(const Ui& ui, ImVec2 at, std::span<const Words> words) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float x = at.x;
    const float height = ui.px(20);
    for (const Words& one : words) {
        if (!one.is_token) {
            draw_text_in(list, ui.style.fonts->normal, {x, at.y, 1e6F, height}, one.colour, one.text, Align::kLeft);
            x += text_size(ui.style.fonts->normal, one.text).x;
            continue;
        }
        TextStyle style;
        style.size = ui.px(14);
        style.weight = FontWeight::kSemiBold;
        style.ellipsis = Ellipsis::kEnd;
        style.max_width = ui.px(150);
        const Label& label = ui.labels.get(one.text, style);
        ui.labels.draw(list, {x, at.y + (height - label.size.y) / 2}, label, one.colour);
        x += label.size.x;
    }
    return x - at.x;
}

void draw_bar(const Ui& ui, const Rect& rect, float share, ImU32 colour) {
    if (!(share > 0)) return;
    const float width = std::max(ui.px(2), rect.w * std::min(share, 1.0F));
    ImGui::GetWindowDrawList()->AddRectFilled(min_of(rect), {rect.x + width, rect.bottom()}, colour, ui.px(2));
}

float draw_head_cards(const Ui& ui, const Rect& room, float y, std::span<const float> values, Index lit) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float gap = ui.px(8);
    const float least = ui.px(74);
    const auto count = static_cast<float>(values.size());
    const float columns = std::clamp(std::floor((room.w + gap) / (least + gap)), 1.0F, count);
    const float width = std::floor(std::min(ui.px(104), (room.w + gap) / columns - gap));
    const float height = ui.px(58);
    const float largest = std::max(1e-9F, *std::max_element(values.begin(), values.end()));
    ImGui::PushID("head cards");
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto place = static_cast<int>(i);
        const int per_row = static_cast<int>(columns);
        const Rect card{room.x + static_cast<float>(place % per_row) * (width + gap),
                        y + static_cast<float>(place / per_row) * (height + gap), width, height};
        ImGui::PushID(place);
        const AreaState pointer = area("head", card);
        ImGui::PopID();
        const bool is_lit = static_cast<Index>(i) == lit;
        list.AddRectFilled(min_of(card), max_of(card),
                           pointer.hovered ? ui.palette().raised_hover : ui.palette().raised, ui.px(4));
        list.AddRect(min_of(card), max_of(card), is_lit ? ui.palette().query : ui.palette().line, ui.px(4), 0,
                     is_lit ? ui.px(2) : 1);
        const float x = card.x + ui.px(8);
        draw_text(list, ui.style.fonts->small, {x, card.y + ui.px(6)}, ui.palette().dim, "head " + std::to_string(i));
        draw_text(list, ui.style.fonts->normal, {x, card.y + ui.px(22)}, ui.palette().text, fixed(values[i], 2));
        draw_bar(ui, {x, card.bottom() - ui.px(13), card.w - ui.px(16), ui.px(6)}, values[i] / largest,
                 is_lit ? ui.palette().query : ui.palette().dim);
        if (pointer.clicked) ui.ask(SelectHead{{ui.state.view.selected.layer, static_cast<Index>(i)}});
    }
    ImGui::PopID();
    const float rows = std::ceil(count / columns);
    return y + rows * (height + gap);
}

std::optional<int> choose_sizes(const Ui& ui, const char* id, const Rect& rect, int chosen,
                                std::string_view other_words, bool has_model) {
    const std::span<const PublishedSizes> all = all_published_sizes();
    std::string_view words = other_words;
    if (chosen >= 0) words = all[static_cast<std::size_t>(chosen)].name;
    if (chosen == kSizesOfModel) words = kOpenModel;
    ImGui::PushID(id);
    ButtonLook look;
    look.hint = "▾";
    look.tip = "Published sizes, each with its source.";
    if (button(ui.style, "sizes", rect, words, look)) ImGui::OpenPopup("list");
    std::optional<int> pressed;
    ImGui::PushStyleColor(ImGuiCol_PopupBg, ui.palette().raised);
    ImGui::PushStyleColor(ImGuiCol_Border, ui.palette().line);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(8), ui.px(8)});
    ImGui::SetNextWindowPos({rect.x, rect.bottom() + ui.px(2)});
    if (ImGui::BeginPopup("list")) {
        const auto line = [&](int choice, std::string_view name, const CostSizes& sizes) {
            const ImVec2 at = ImGui::GetCursorScreenPos();
            const Rect row{at.x, at.y, ui.px(440), ui.px(22)};
            ImGui::PushID(choice);
            const AreaState pointer = area("row", row);
            ImGui::PopID();
            ImDrawList& list = *ImGui::GetWindowDrawList();
            if (pointer.hovered) list.AddRectFilled(min_of(row), max_of(row), ui.palette().raised_active, ui.px(3));
            draw_text_in(list, ui.style.fonts->normal, {row.x + ui.px(6), row.y, ui.px(140), row.h}, ui.palette().text,
                         name, Align::kLeft);
            draw_text_in(list, ui.style.fonts->small, {row.x + ui.px(150), row.y, row.w - ui.px(156), row.h},
                         ui.palette().dim, sizes_words(sizes), Align::kLeft);
            if (pointer.clicked) {
                pressed = choice;
                ImGui::CloseCurrentPopup();
            }
            ImGui::SetCursorScreenPos({at.x, row.bottom()});
        };
        if (has_model && ui.state.model) line(kSizesOfModel, kOpenModel, cost_sizes_of(ui.state.model->config));
        for (std::size_t i = 0; i < all.size(); ++i) line(static_cast<int>(i), all[i].name, all[i].sizes);
        ImGui::Dummy({1, 1});
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
    ImGui::PopStyleColor(2);
    ImGui::PopID();
    return pressed;
}

Index draw_stepper(const Ui& ui, LessonSize size, const Rect& rect, const std::function<Index(Index, int)>& step) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const TypedSize& typed = ui.state.typed_size;
    Index value = get_size(ui.state.lesson, size);
    ImGui::PushID(size_name(size));
    draw_text_in(list, ui.style.fonts->small, {rect.x, rect.y, rect.w, ui.px(16)}, ui.palette().dim, size_name(size),
                 Align::kLeft);
    const float side = rect.h - ui.px(18);
    const float top = rect.y + ui.px(18);
    if (typed.size == size) {
        BoxLook look;
        look.id = "typed";
        const Rect box{rect.x, top, rect.w, side};
        const bool had_focus = ui.state.focus == TextFocus::kLessonSize;
        const TextBoxResult result =
            text_box(ui, box, TextFocus::kLessonSize, ui.state.typed_size.text, ui.kept.size_box, look);
        if (result.entered) ui.ask(EnterSize{});
        if (!had_focus || (!ui.kept.size_box.focused && !result.entered)) ui.ask(LeaveSize{});
        ImGui::PopID();
        return value;
    }
    if (button(ui.style, "less", {rect.x, top, side, side}, "−", {})) value = step(value, -1);
    if (button(ui.style, "more", {rect.right() - side, top, side, side}, "+", {})) value = step(value, 1);
    const Rect middle{rect.x + side, top, rect.w - 2 * side, side};
    const KeyState key = keyboard_on(ui.style, "number", middle);
    const AreaState pointer = area("number", middle);
    if (pointer.hovered) {
        list.AddRectFilled(min_of(middle), max_of(middle), ui.palette().raised, ui.px(3));
        show_tip(ui.style, "Click to type a number.");
    }
    draw_text_in(list, ui.style.fonts->bold, middle, ui.palette().text, grouped(value), Align::kCentre);
    if (key.is_on) draw_focus_ring(list, ui.style, middle);
    if (pointer.clicked || key.is_pressed) ui.ask(TypeSize{size});
    ImGui::PopID();
    return value;
}

}  // namespace headscope
