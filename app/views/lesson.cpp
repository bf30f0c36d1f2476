#include "app/views/lesson.h"

#include <array>
#include <cmath>

#include "core/model/published_sizes.h"

namespace headscope {
namespace {

constexpr float kBar = 54;
constexpr float kStatus = 30;
constexpr float kList = 256;
constexpr float kLeastPage = 700;  // units; narrower pages scroll sideways

using DrawPage = float (*)(const Ui&, const Rect&);
constexpr std::array<DrawPage, kLessonPageCount> kDrawPage = {
    draw_lesson_reading, draw_lesson_readings,   draw_lesson_row,        draw_lesson_two_ways,
    draw_lesson_cost,    draw_lesson_output,     draw_lesson_head_width, draw_lesson_width_or_depth,
    draw_lesson_sharing, draw_lesson_redundancy, draw_lesson_causal};

bool shows_a_row(LessonPageId page) {
    switch (page) {
        case LessonPageId::kReading:
        case LessonPageId::kRow:
        case LessonPageId::kTwoWays:
        case LessonPageId::kOutput:
        case LessonPageId::kCausal:
            return true;
        default:
            return false;
    }
}

// A framed fact with arrows to the one before and behind it.
float draw_chip(const Ui& ui, const char* id, ImVec2 at, float height, std::string_view words, CommandId back,
                CommandId on) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float arrow = ui.px(20);
    const float width = std::ceil(text_size(ui.style.fonts->normal, words).x + 2 * arrow + ui.px(8));
    const Rect chip{at.x, at.y, width, height};
    ImGui::PushID(id);
    ButtonLook look;
    look.is_framed = false;
    list.AddRect(min_of(chip), max_of(chip), ui.palette().line, ui.px(4));
    look.tip = get_command(back).label;
    if (button(ui.style, "back", {chip.x, chip.y, arrow, height}, "‹", look)) ui.ask(RunCommand{back});
    look.tip = get_command(on).label;
    if (button(ui.style, "on", {chip.right() - arrow, chip.y, arrow, height}, "›", look)) ui.ask(RunCommand{on});
    ImGui::PopID();
    draw_text_in(list, ui.style.fonts->normal, {chip.x + arrow, chip.y, chip.w - 2 * arrow, height}, ui.palette().text,
                 words, Align::kCentre);
    return width;
}

float draw_query_chip(const Ui& ui, ImVec2 at, float height) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Index query = lesson_query(ui.state);
    const Label& label = token_text(ui, query_token(query), ui.px(14), ui.px(130));
    const std::string number = "(token " + std::to_string(query) + ")";
    const float before = text_size(ui.style.fonts->normal, "query: ").x;
    const float behind = text_size(ui.style.fonts->normal, number).x;
    const float arrow = ui.px(20);
    const Rect chip{at.x, at.y, std::ceil(before + label.size.x + behind + 2 * arrow + ui.px(16)), height};
    list.AddRect(min_of(chip), max_of(chip), ui.palette().line, ui.px(4));
    ImGui::PushID("query chip");
    ButtonLook look;
    look.is_framed = false;
    look.tip = "The token before (Shift+Tab)";
    if (button(ui.style, "back", {chip.x, chip.y, arrow, height}, "‹", look))
        ui.ask(RunCommand{CommandId::kPreviousToken});
    look.tip = "The next token (Tab)";
    if (button(ui.style, "on", {chip.right() - arrow, chip.y, arrow, height}, "›", look))
        ui.ask(RunCommand{CommandId::kNextToken});
    ImGui::PopID();
    float x = chip.x + arrow + ui.px(4);
    draw_text_in(list, ui.style.fonts->normal, {x, chip.y, before, height}, ui.palette().text, "query: ", Align::kLeft);
    x += before;
    draw_text_in(list, ui.style.fonts->normal, {x + label.size.x + ui.px(6), chip.y, behind, height}, ui.palette().dim,
                 number, Align::kLeft);
    ui.labels.draw(list, {x, chip.y + (height - label.size.y) / 2}, label, ui.palette().query);
    return chip.w;
}

void draw_lesson_bar(const Ui& ui, const Rect& rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min_of(rect), max_of(rect), ui.palette().bar);
    list.AddLine({rect.x, rect.bottom() - 1}, {rect.right(), rect.bottom() - 1}, ui.palette().line);
    const LessonState& lesson = ui.state.lesson;
    const LessonPage& page = lesson_page(lesson.at.page);
    const float height = ui.px(32);
    const float top = rect.y + std::floor((rect.h - height) / 2);
    const float gap = ui.px(10);

    float right = rect.right() - ui.px(14);
    const auto place = [&](const char* label, CommandId id, bool is_main) {
        ButtonLook look;
        look.tip = get_command(id).tip;
        const float width = button_width(ui.style, label, look) + ui.px(4);
        right -= width;
        const Rect at{right, top, width, height};
        if (button(ui.style, label, at, label, look)) ui.ask(RunCommand{id});
        if (is_main) {
            list.AddRectFilled(min_of(at), max_of(at), ui.palette().query, ui.px(4));
            draw_text_in(list, ui.style.fonts->bold, at, ui.palette().bar, label, Align::kCentre);
        }
        right -= gap;
    };
    place("next ›", CommandId::kLessonNext, true);
    place("‹ back", CommandId::kLessonBack, false);
    place("Esc  maps", CommandId::kLesson, false);
    if (lesson.at.page == LessonPageId::kRow) {
        constexpr std::array<Segment, 3> kModes = {{
            {"this head", "One row of the selected head."},
            {"all heads", "The same row in every head of the layer."},
            {"one head of d_model", "The same projections read as a single head as wide as all heads together."},
        }};
        right -= segments_width(ui.style, kModes) + ui.px(6);
        const int pressed = segments(ui.style, "mode", {right, top + ui.px(3)}, kModes, static_cast<int>(lesson.mode));
        if (pressed >= 0) {
            LessonState changed = lesson;
            changed.mode = static_cast<RowMode>(pressed);
            change_lesson(ui, changed);
        }
        right -= gap;
    }

    float left = rect.x + ui.px(20);
    const float title = text_size(ui.style.fonts->large, page.question).x;
    const float title_room = std::min(title, right - left);
    draw_text_in(list, ui.style.fonts->large, {left, top, title_room, height}, ui.palette().text, page.question,
                 Align::kLeft);
    left += title_room + ui.px(14);
    const bool is_random = lesson.at.page == LessonPageId::kRow && lesson.random_sizes;
    if (!shows_a_row(lesson.at.page) || !ui.state.shown || ui.state.shown->is_empty() || is_random) return;
    const HeadRef head = ui.state.view.selected;
    const std::string name = "Layer " + std::to_string(head.layer) + " · Head " + std::to_string(head.head);
    if (left + ui.px(150) > right) return;
    left += draw_chip(ui, "head chip", {left, top}, height, name, CommandId::kPreviousHead, CommandId::kNextHead) + gap;
    if (left + ui.px(180) > right) return;
    draw_query_chip(ui, {left, top}, height);
}

void draw_page_list(const Ui& ui, const Rect& rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({rect.right() - 1, rect.y}, {rect.right() - 1, rect.bottom()}, ui.palette().line);
    const LessonState& lesson = ui.state.lesson;
    ImGui::SetCursorScreenPos(min_of(rect));
    ImGui::BeginChild("pages", {rect.w - 1, rect.h}, false);
    ImDrawList& child = *ImGui::GetWindowDrawList();
    const float row = ui.px(28);
    float y = ImGui::GetCursorScreenPos().y + ui.px(10);
    const float x = rect.x;
    const auto line = [&](int id, float indent, std::string_view number, std::string_view words, bool is_lit,
                          LessonPlace to) {
        const Rect at{x, y, rect.w - 1, row};
        ImGui::PushID(id);
        const AreaState pointer = area("line", at);
        ImGui::PopID();
        if (is_lit) {
            child.AddRectFilled(min_of(at), max_of(at), with_alpha(ui.palette().query, 0.10F));
            child.AddRectFilled(min_of(at), {at.x + ui.px(3), at.bottom()}, ui.palette().query);
        } else if (pointer.hovered) {
            child.AddRectFilled(min_of(at), max_of(at), ui.palette().raised_hover);
        }
        const float left = at.x + ui.px(10 + indent);
        draw_text_in(child, ui.style.fonts->small, {left, at.y, ui.px(18), row}, ui.palette().dim, number,
                     Align::kRight);
        draw_text_in(child, is_lit ? ui.style.fonts->bold : ui.style.fonts->normal,
                     {left + ui.px(26), at.y, at.right() - left - ui.px(28), row}, ui.palette().text, words,
                     Align::kLeft);
        if (pointer.clicked && to.step == 0) {
            const int first = static_cast<int>(CommandId::kLessonReading);
            ui.ask(RunCommand{static_cast<CommandId>(first + static_cast<int>(to.page))});
        } else if (pointer.clicked) {
            LessonState changed = lesson;
            changed.at = to;
            change_lesson(ui, changed);
        }
        y += row;
    };
    for (int i = 0; i < kLessonPageCount; ++i) {
        const LessonPage& page = lesson_pages()[static_cast<std::size_t>(i)];
        const bool is_here = page.id == lesson.at.page;
        const bool has_steps = is_here && !page.steps.empty();
        line(i, 0, std::to_string(i + 1), page.title, is_here && !has_steps, {page.id, 0});
        for (std::size_t step = 0; has_steps && step < page.steps.size(); ++step) {
            const int number = static_cast<int>(step);
            line(100 + number, 22, std::to_string(number + 1), page.steps[step], lesson.at.step == number,
                 {page.id, number});
        }
    }
    ImGui::SetCursorScreenPos({x, y});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

void draw_lesson_status(const Ui& ui, const Rect& rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min_of(rect), max_of(rect), ui.palette().bar);
    list.AddLine({rect.x, rect.y}, {rect.right(), rect.y}, ui.palette().line);
    const LessonState& lesson = ui.state.lesson;
    std::string facts;
    if (lesson.at.page == LessonPageId::kRow && lesson.random_sizes) {
        const PublishedSizes& sizes = all_published_sizes()[static_cast<std::size_t>(*lesson.random_sizes)];
        facts = std::string(sizes.name) + ", random weights    T = 2 · " + sizes_words(sizes.sizes);
    } else if (ui.state.shown && ui.state.model) {
        const ModelConfig& config = ui.state.model->config;
        const StackConfig& stack = ui.state.shown->set() == MapSet::kEncoder ? config : config.last_stack();
        facts = ui.state.model->name +
                ", real numbers of this sentence    T = " + std::to_string(ui.state.shown->query_tokens().size()) +
                " · d_model = " + std::to_string(stack.d_model) + " · H = " + std::to_string(stack.n_heads) +
                " · d_head = " + std::to_string(stack.d_head);
    }
    const Rect inner = rect.inset(ui.px(20), 0);
    ImFont* font = ui.style.fonts->small;
    const std::string_view keys = "← → step · 1–9, 0 page · hover a cell for its value · Esc back to the maps";
    const float width = text_size(font, keys).x;
    draw_text_in(list, font, {inner.x, inner.y, inner.w - width - ui.px(20), inner.h}, ui.palette().dim, facts,
                 Align::kLeft);
    draw_text_in(list, font, inner, ui.palette().dim, keys, Align::kRight);
}

}  // namespace

void draw_lesson(const Ui& ui, float width, float height) {
    const float bar = std::floor(ui.px(kBar));
    const float status = std::floor(ui.px(kStatus));
    const float pages = std::floor(std::min(ui.px(kList), width * 0.3F));
    const float body = std::max(1.0F, height - bar - status);
    draw_page_list(ui, {0, bar, pages, body});

    const LessonPlace at = ui.state.lesson.at;
    ImGui::SetCursorScreenPos({pages, bar});
    ImGui::PushID(static_cast<int>(at.page));
    ImGui::BeginChild("page", {std::max(1.0F, width - pages), body}, false, ImGuiWindowFlags_HorizontalScrollbar);
    if (ui.kept.lesson_at != at) {
        ImGui::SetScrollY(0);
        ui.kept.lesson_at = at;
    }
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float padding = ui.px(28);
    const Rect room{origin.x + padding, origin.y + ui.px(20),
                    std::max(ui.px(kLeastPage), width - pages - ui.px(12)) - 2 * padding, body - ui.px(40)};
    const float end = kDrawPage[static_cast<std::size_t>(at.page)](ui, room);
    ImGui::SetCursorScreenPos({room.right(), end + ui.px(16)});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
    ImGui::PopID();

    draw_lesson_bar(ui, {0, 0, width, bar});
    draw_lesson_status(ui, {0, height - status, width, status});
}

}  // namespace headscope
