#include "app/widgets/text_box.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headscope {
namespace {

// Text up to this size is laid out whole. Of longer text, this many bytes about the middle of what is seen are, and
// others as soon as fewer than kMarginBytes of them lie between there and an end of the window.
constexpr std::size_t kWindowBytes = 4096;
constexpr std::size_t kMarginBytes = 1024;
// Ink may reach this many ImGui units beyond the text's area, into the padding.
constexpr float kOverhang = 2;

std::size_t character_start(std::string_view text, std::size_t byte) {
    byte = std::min(byte, text.size());
    while (byte > 0 && byte < text.size() && (static_cast<unsigned char>(text[byte]) & 0xC0) == 0x80) --byte;
    return byte;
}

}  // namespace

TextBoxState::~TextBoxState() {
    if (texture_ != ImTextureID{}) graphics_->destroy_texture(texture_);
}

// One frame of a box: the steps of draw_text_box and what they share. Positions along the line are device pixels from
// the layout's left end; positions on screen are ImGui's.
class TextBoxFrame : public VisualOrder {
  public:
    TextBoxFrame(TextBoxState& state, TextEdit& edit, const TextBoxStyle& style, const TextBoxTools& tools)
        : state_(state), edit_(edit), style_(style), tools_(tools), scale_(style.pixel_scale) {
        min_ = ImGui::GetCursorScreenPos();
        max_ = ImVec2(min_.x + style.size.x, min_.y + style.size.y);
        const float left = std::round((min_.x + style.padding) * scale_);
        left_ = left / scale_;
        view_width_ = std::max(0.0F, std::floor((max_.x - style.padding) * scale_) - left);
        caret_width_ = std::max(1.0F, std::round(1.25F * scale_));
    }

    TextBoxResult run(std::span<const InputEvent> events) {
        TextBoxResult result;
        const std::uint64_t revision = edit_.revision();
        ImGui::InvisibleButton(style_.id, style_.size);
        follow_caret();  // the text may have been changed from outside
        take_mouse(result);
        take_events(events, result);
        follow_caret();
        keep_window_about_view();
        result.changed = edit_.revision() != revision;
        if (result.hovered && state_.drag_ == Drag::kNone && !edit_.text().empty()) {
            if (const auto byte = state_.layout_.hit(pointer_x())) result.hovered_byte = *byte + state_.window_begin_;
        }
        draw();
        return result;
    }

    std::optional<std::size_t> step(std::size_t caret, int direction) override {
        lay_out();
        if (!is_in_window(caret)) return std::nullopt;
        const auto next = state_.layout_.step(caret - state_.window_begin_, direction);
        if (!next) return std::nullopt;
        return *next + state_.window_begin_;
    }

  private:
    using Drag = TextBoxState::Drag;

    std::size_t window_end() const {
        return std::min(state_.window_begin_ + state_.window_text_.size(), edit_.text().size());
    }
    bool is_in_window(std::size_t byte) const { return byte >= state_.window_begin_ && byte <= window_end(); }
    bool is_near_window_end(std::size_t byte) const {
        return (state_.window_begin_ > 0 && byte < state_.window_begin_ + kMarginBytes) ||
               (window_end() < edit_.text().size() && byte + kMarginBytes > window_end());
    }

    void lay_out_about(std::size_t middle) {
        const std::size_t size = edit_.text().size();
        const std::size_t begin = middle - std::min(middle, kWindowBytes / 2);
        state_.window_begin_ = std::min(begin, size - std::min(size, kWindowBytes));
        lay_out();
    }

    // Makes the layout that of the present text in the window, or of the placeholder, unless it is.
    void lay_out() {
        const std::string_view text = edit_.text();
        if (text.size() <= kWindowBytes) state_.window_begin_ = 0;
        state_.window_begin_ = character_start(text, state_.window_begin_);
        const std::size_t end = character_start(text, state_.window_begin_ + kWindowBytes);
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

    float caret_x(std::size_t byte) const { return state_.layout_.caret_x(byte - state_.window_begin_); }
    std::size_t byte_at(float x) const { return state_.layout_.byte_at(x) + state_.window_begin_; }

    void clamp_scroll() {
        const float free = view_width_ - caret_width_ - (edit_.text().empty() ? 0 : state_.layout_.width());
        const float lowest = free > 0 && edit_.runs_right_to_left() ? -free : 0;
        state_.scroll_ = std::round(std::clamp(state_.scroll_, lowest, std::max(lowest, -free)));
    }

    // Moves the window to lie about `byte`, which stays where it is on screen if it was laid out before.
    void move_window(std::size_t byte) {
        const bool was_laid_out = is_in_window(byte);
        const float on_screen = was_laid_out ? caret_x(byte) - state_.scroll_ : 0;
        lay_out_about(byte);
        state_.scroll_ = caret_x(byte) - on_screen;
    }

    // After the caret or the text has changed, brings the caret into view.
    void follow_caret() {
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

    void keep_window_about_view() {
        const std::size_t middle = byte_at(state_.scroll_ + view_width_ / 2);
        if (!is_near_window_end(middle)) return;
        move_window(middle);
        clamp_scroll();
    }

    float pointer_x() const { return (ImGui::GetIO().MousePos.x - left_) * scale_ + state_.scroll_; }
    std::size_t pointer_byte(bool of_word) const {
        if (of_word) {
            if (const auto byte = state_.layout_.hit(pointer_x())) return *byte + state_.window_begin_;
        }
        return byte_at(pointer_x());
    }

    void take_mouse(TextBoxResult& result) {
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

    void start_selecting() {
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

    void drag_selection(TextBoxResult& result) {
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

    void take_events(std::span<const InputEvent> events, TextBoxResult& result) {
        for (const InputEvent& event : events) {
            const auto* press = std::get_if<KeyPress>(&event);
            if (state_.focused && press != nullptr && press->chord == KeyChord{Key::kEnter}) {
                result.entered = true;
            } else if (!state_.focused || !handle_event(edit_, event, tools_.clipboard, this)) {
                result.unhandled.push_back(event);
            }
        }
    }

    void fill_bytes(ImDrawList& list, TextRange bytes, ImU32 colour) const {
        const std::size_t begin = std::max(bytes.begin, state_.window_begin_);
        const std::size_t end = std::min(bytes.end, window_end());
        if (begin >= end) return;
        for (const XRange& range : state_.layout_.ranges(begin - state_.window_begin_, end - state_.window_begin_)) {
            list.AddRectFilled(ImVec2(screen_x(range.begin), line_top_ - 2),
                               ImVec2(screen_x(range.end), line_top_ + state_.layout_.height() / scale_ + 2), colour,
                               2);
        }
    }
    float screen_x(float x) const { return left_ + std::round(x - state_.scroll_) / scale_; }

    void draw() {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float line_height = state_.layout_.height();
        line_top_ = std::round((min_.y + max_.y) / 2 * scale_ - line_height / 2) / scale_;
        list.AddRectFilled(min_, max_, style_.colours.background, style_.rounding);
        list.AddRect(min_, max_, state_.focused ? style_.colours.focused_border : style_.colours.border,
                     style_.rounding);
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

    // Where directions meet, a short second caret shows where text of the other direction would go.
    void draw_caret(ImDrawList& list) const {
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

    void draw_text(ImDrawList& list) {
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

    // The texture holds the mask, a clear row, and below it the coloured glyphs if there are any.
    void render(const TextBoxState::Drawn& wanted) {
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

    TextBoxState& state_;
    TextEdit& edit_;
    const TextBoxStyle& style_;
    const TextBoxTools& tools_;
    float scale_;
    ImVec2 min_;
    ImVec2 max_;
    float left_ = 0;         // of the text's area, on screen
    float view_width_ = 0;   // of the text's area, in device pixels
    float caret_width_ = 1;  // in device pixels
    float line_top_ = 0;     // on screen
};

TextBoxResult draw_text_box(TextBoxState& state, TextEdit& edit, const TextBoxStyle& style,
                            std::span<const InputEvent> events, const TextBoxTools& tools) {
    return TextBoxFrame(state, edit, style, tools).run(events);
}

}  // namespace headscope
