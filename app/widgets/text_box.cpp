#include "app/widgets/text_box.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/widgets/text_box_frame.h"

namespace headscope {

TextBoxState::~TextBoxState() {
    if (texture_ != ImTextureID{}) graphics_->destroy_texture(texture_);
}

TextBoxFrame::TextBoxFrame(TextBoxState& state, TextEdit& edit, const TextBoxStyle& style, const TextBoxTools& tools)
    : state_(state), edit_(edit), style_(style), tools_(tools), scale_(style.pixel_scale) {
    min_ = ImGui::GetCursorScreenPos();
    max_ = ImVec2(min_.x + style.size.x, min_.y + style.size.y);
    const float left = std::round((min_.x + style.padding) * scale_);
    left_ = left / scale_;
    view_width_ = std::max(0.0F, std::floor((max_.x - style.padding) * scale_) - left);
    caret_width_ = std::max(1.0F, std::round(1.25F * scale_));
}

TextBoxResult TextBoxFrame::run(std::span<const InputEvent> events) {
    TextBoxResult result;
    const std::uint64_t revision = edit_.revision();
    ImGui::InvisibleButton(style_.id, style_.size);
    follow_caret();  // the text may have been changed from outside
    take_mouse(result);
    take_events(events, result);
    follow_caret();
    keep_window_about_view();
    result.changed = edit_.revision() != revision;
    if (result.hovered && state_.drag_ == Drag::kNone && !edit_.text().empty()) result.hovered_byte = hit_byte();
    draw();
    return result;
}

std::optional<std::size_t> TextBoxFrame::step(std::size_t caret, int direction) {
    lay_out();
    if (!is_in_window(caret)) return std::nullopt;
    const auto next = state_.layout_.step(caret - state_.window_begin_, direction);
    if (!next) return std::nullopt;
    return *next + state_.window_begin_;
}

std::optional<std::size_t> TextBoxFrame::hit_byte() const {
    const auto byte = state_.layout_.hit(pointer_x());
    return byte ? std::optional(*byte + state_.window_begin_) : std::nullopt;
}

std::size_t TextBoxFrame::pointer_byte(bool of_word) const {
    if (of_word) {
        if (const auto byte = hit_byte()) return *byte;
    }
    return byte_at(pointer_x());
}

void TextBoxFrame::take_mouse(TextBoxResult& result) {
    const ImGuiIO& io = ImGui::GetIO();
    result.hovered = ImGui::IsItemHovered();
    if (result.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        state_.focused = result.hovered;
        if (result.hovered) start_selecting();
    } else if (!ImGui::IsItemActive() || !ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        state_.drag_ = Drag::kNone;
    } else {
        drag_selection(result);
    }
    const float wheel = io.MouseWheel != 0 ? io.MouseWheel : io.MouseWheelH;
    if (result.hovered && wheel != 0) {
        state_.scroll_ -= wheel * 4 * style_.text.size * scale_;
        clamp_scroll();
    }
}

void TextBoxFrame::start_selecting() {
    const int clicks = ImGui::GetMouseClickedCount(ImGuiMouseButton_Left);
    state_.drag_ = Drag::kNone;
    if (clicks == 1) {
        const std::size_t byte = pointer_byte(false);
        edit_.move_to(byte, ImGui::GetIO().KeyShift ? Selecting::kYes : Selecting::kNo);
        state_.drag_ = Drag::kCharacters;
    } else if (clicks == 2) {
        state_.drag_origin_ = pointer_byte(true);
        edit_.select_word(state_.drag_origin_);
        state_.drag_ = Drag::kWords;
    } else {
        edit_.select_all();
        state_.shown_caret_ = edit_.caret();  // the view stays where it is
    }
}

void TextBoxFrame::drag_selection(TextBoxResult& result) {
    const float x = ImGui::GetIO().MousePos.x;
    const bool is_outside = x < min_.x || x > max_.x;
    const bool has_moved = ImGui::GetIO().MouseDelta.x != 0;
    if (state_.drag_ == Drag::kNone || (!is_outside && !has_moved)) return;
    const std::size_t before = edit_.caret();
    if (state_.drag_ == Drag::kWords) {
        edit_.select_words(state_.drag_origin_, pointer_byte(true));
    } else {
        edit_.move_to(pointer_byte(false), Selecting::kYes);
    }
    result.wants_frame = is_outside && edit_.caret() != before;
}

void TextBoxFrame::take_events(std::span<const InputEvent> events, TextBoxResult& result) {
    for (const InputEvent& event : events) {
        const auto* press = std::get_if<KeyPress>(&event);
        if (state_.focused && press != nullptr && press->chord == KeyChord{Key::kEnter}) {
            result.entered = true;
        } else if (!state_.focused || !handle_event(edit_, event, tools_.clipboard, this)) {
            result.unhandled.push_back(event);
        }
    }
}

TextBoxResult draw_text_box(TextBoxState& state, TextEdit& edit, const TextBoxStyle& style,
                            std::span<const InputEvent> events, const TextBoxTools& tools) {
    return TextBoxFrame(state, edit, style, tools).run(events);
}

}  // namespace headscope
