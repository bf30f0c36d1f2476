// Which part of a box's text is laid out, and how far the line is scrolled.

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/state/text_boundaries.h"
#include "app/widgets/text_box_frame.h"

namespace headscope {
namespace {

// Text up to this size is laid out whole. Of longer text, this many bytes about the middle of what is seen are, and
// others as soon as fewer than kMarginBytes of them lie between there and an end of the window.
constexpr std::size_t kWindowBytes = 4096;
constexpr std::size_t kMarginBytes = 1024;

}  // namespace

bool TextBoxFrame::is_near_window_end(std::size_t byte) const {
    return (state_.window_begin_ > 0 && byte < state_.window_begin_ + kMarginBytes) ||
           (window_end() < edit_.text().size() && byte + kMarginBytes > window_end());
}

void TextBoxFrame::lay_out_about(std::size_t middle) {
    const std::size_t size = edit_.text().size();
    const std::size_t begin = middle - std::min(middle, kWindowBytes / 2);
    state_.window_begin_ = std::min(begin, size - std::min(size, kWindowBytes));
    lay_out();
}

void TextBoxFrame::lay_out() {
    const std::string_view text = edit_.text();
    if (text.size() <= kWindowBytes) state_.window_begin_ = 0;
    state_.window_begin_ = code_point_start(text, state_.window_begin_);
    const std::size_t end = code_point_start(text, state_.window_begin_ + kWindowBytes);
    const std::string_view shown =
        text.empty() ? style_.placeholder : text.substr(state_.window_begin_, end - state_.window_begin_);
    TextStyle text_style = style_.text;
    text_style.size *= scale_;
    text_style.ellipsis = Ellipsis::kNone;
    text_style.direction = edit_.runs_right_to_left() ? TextDirection::kRightToLeft : TextDirection::kLeftToRight;
    if (state_.layout_number_ > 0 && state_.layout_style_ == text_style && state_.window_text_ == shown) return;
    state_.layout_ = tools_.layouts.layout(shown, text_style);
    state_.layout_style_ = text_style;
    state_.window_text_ = shown;
    ++state_.layout_number_;
}

void TextBoxFrame::clamp_scroll() {
    const float free = view_width_ - caret_width_ - (edit_.text().empty() ? 0 : state_.layout_.width());
    const float lowest = free > 0 && edit_.runs_right_to_left() ? -free : 0;
    state_.scroll_ = std::round(std::clamp(state_.scroll_, lowest, std::max(lowest, -free)));
}

void TextBoxFrame::move_window(std::size_t byte) {
    const bool was_laid_out = is_in_window(byte);
    const float on_screen = was_laid_out ? caret_x(byte) - state_.scroll_ : 0;
    lay_out_about(byte);
    state_.scroll_ = caret_x(byte) - on_screen;
}

void TextBoxFrame::follow_caret() {
    lay_out();
    const std::size_t caret = edit_.caret();
    if (caret != state_.shown_caret_ || edit_.revision() != state_.shown_revision_) {
        if (!is_in_window(caret) || is_near_window_end(caret)) move_window(caret);
        const float x = caret_x(caret);
        state_.scroll_ = std::clamp(state_.scroll_, x - std::max(0.0F, view_width_ - caret_width_), x);
        state_.shown_caret_ = caret;
        state_.shown_revision_ = edit_.revision();
    }
    clamp_scroll();
}

void TextBoxFrame::keep_window_about_view() {
    const std::size_t middle = byte_at(state_.scroll_ + view_width_ / 2);
    if (!is_near_window_end(middle)) return;
    move_window(middle);
    clamp_scroll();
}

}  // namespace headscope
