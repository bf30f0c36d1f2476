// A box as it looks: its frame, marks, text and caret.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "app/widgets/text_box_frame.h"

namespace headscope {
namespace {

// Ink may reach this many ImGui units beyond the text's area, into the padding.
constexpr float kOverhang = 2;

}  // namespace

void TextBoxFrame::fill_bytes(ImDrawList& list, TextRange bytes, ImU32 colour) const {
    const std::size_t begin = std::max(bytes.begin, state_.window_begin_);
    const std::size_t end = std::min(bytes.end, window_end());
    if (begin >= end) return;
    for (const XRange& range : state_.layout_.ranges(begin - state_.window_begin_, end - state_.window_begin_)) {
        list.AddRectFilled(ImVec2(screen_x(range.begin), line_top_ - 2),
                           ImVec2(screen_x(range.end), line_top_ + state_.layout_.height() / scale_ + 2), colour, 2);
    }
}

void TextBoxFrame::draw() {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line_height = state_.layout_.height();
    line_top_ = std::round((min_.y + max_.y) / 2 * scale_ - line_height / 2) / scale_;
    list.AddRectFilled(min_, max_, style_.colours.background, style_.rounding);
    list.AddRect(min_, max_, state_.focused ? style_.colours.focused_border : style_.colours.border, style_.rounding);
    if (view_width_ < 1) return;
    list.PushClipRect(ImVec2(left_ - kOverhang, min_.y + 1),
                      ImVec2(left_ + view_width_ / scale_ + kOverhang, max_.y - 1), true);
    for (const TextHighlight& highlight : style_.highlights) {
        fill_bytes(list, {highlight.begin, highlight.end}, highlight.fill);
    }
    fill_bytes(list, edit_.selection(), style_.colours.selection);
    draw_text(list);
    if (state_.focused && is_in_window(edit_.caret())) draw_caret(list);
    list.PopClipRect();
}

void TextBoxFrame::draw_caret(ImDrawList& list) const {
    const std::size_t byte = edit_.caret() - state_.window_begin_;
    const float bottom = line_top_ + state_.layout_.height() / scale_ + 2;
    const float x = state_.layout_.caret_x(byte);
    const float other_x = edit_.text().empty() ? x : state_.layout_.other_caret_x(byte);
    const auto bar = [&](float at, float top) {
        const float left = screen_x(at);
        list.AddRectFilled(ImVec2(left, top), ImVec2(left + caret_width_ / scale_, bottom), style_.colours.caret);
    };
    bar(x, line_top_ - 2);
    if (std::abs(other_x - x) > 1) bar(other_x, (line_top_ + bottom) / 2);
}

void TextBoxFrame::draw_text(ImDrawList& list) {
    const int overhang = static_cast<int>(std::ceil(kOverhang * scale_));
    const int top = static_cast<int>(std::ceil((min_.y + 1 - line_top_) * scale_));
    const int bottom = static_cast<int>(std::floor((max_.y - 1 - line_top_) * scale_));
    const TextBoxState::Drawn wanted = {
        .layout_number = state_.layout_number_,
        .x = static_cast<int>(state_.scroll_) - overhang,
        .y = top,
        .width = std::min(static_cast<int>(view_width_) + 2 * overhang, TextLayout::kMaxImageWidth),
        .height = bottom - top};
    if (wanted.height <= 0) return;
    if (wanted != state_.drawn_) {
        render(wanted);
        state_.drawn_ = wanted;
    }
    if (state_.texture_ == ImTextureID{}) return;
    const auto width = static_cast<float>(wanted.width);
    const auto height = static_cast<float>(wanted.height);
    const ImVec2 from(left_ - static_cast<float>(overhang) / scale_, line_top_ + static_cast<float>(top) / scale_);
    const ImVec2 to(from.x + width / scale_, from.y + height / scale_);
    const auto texture_height = static_cast<float>(state_.texture_height_);
    const ImU32 tint = edit_.text().empty() ? style_.colours.placeholder : style_.colours.text;
    list.AddImage(state_.texture_, from, to, ImVec2(0, 0), ImVec2(1, height / texture_height), tint);
    if (state_.has_colour_) {
        list.AddImage(state_.texture_, from, to, ImVec2(0, 1 - height / texture_height), ImVec2(1, 1),
                      tint | ~IM_COL32_A_MASK);
    }
}

void TextBoxFrame::render(const TextBoxState::Drawn& wanted) {
    TextImage image = state_.layout_.render_window(wanted.x, wanted.y, wanted.width, wanted.height);
    state_.has_colour_ = image.has_colour();
    const int height = state_.has_colour_ ? 2 * wanted.height + 1 : wanted.height;
    const std::size_t size = static_cast<std::size_t>(wanted.width) * static_cast<std::size_t>(height);
    state_.upload_ = std::move(image.mask);
    state_.upload_.resize(size - image.colour.size());
    state_.upload_.insert(state_.upload_.end(), image.colour.begin(), image.colour.end());
    if (state_.texture_width_ != wanted.width || state_.texture_height_ != height ||
        state_.graphics_ != &tools_.graphics) {
        if (state_.texture_ != ImTextureID{}) state_.graphics_->destroy_texture(state_.texture_);
        state_.graphics_ = &tools_.graphics;
        state_.texture_ = tools_.graphics.create_texture(wanted.width, height);
        state_.texture_width_ = wanted.width;
        state_.texture_height_ = height;
    }
    if (state_.texture_ == ImTextureID{}) return;
    tools_.graphics.update_texture(state_.texture_, 0, 0, wanted.width, height, state_.upload_);
}

}  // namespace headscope
