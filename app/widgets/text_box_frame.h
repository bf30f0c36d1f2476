#pragma once

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>

#include "app/widgets/text_box.h"

namespace headscope {

// One frame of a text box: the steps of draw_text_box and what they share. Refers to all it is made with. Positions
// along the line are device pixels from the layout's left end; positions on screen are ImGui's.
class TextBoxFrame : public VisualOrder {
  public:
    TextBoxFrame(TextBoxState& state, TextEdit& edit, const TextBoxStyle& style, const TextBoxTools& tools);

    TextBoxResult run(std::span<const InputEvent> events);
    std::optional<std::size_t> step(std::size_t caret, int direction) override;

  private:
    using Drag = TextBoxState::Drag;

    // The part of the text that is laid out, the window, and how far it is scrolled (text_box_line.cpp).
    std::size_t window_end() const {
        return std::min(state_.window_begin_ + state_.window_text_.size(), edit_.text().size());
    }
    bool is_in_window(std::size_t byte) const { return byte >= state_.window_begin_ && byte <= window_end(); }
    // Whether so little of the text lies between there and an end of the window that another window is due.
    bool is_near_window_end(std::size_t byte) const;
    void lay_out_about(std::size_t middle);
    // Makes the layout that of the present text in the window, or of the placeholder, unless it is.
    void lay_out();
    float caret_x(std::size_t byte) const { return state_.layout_.caret_x(byte - state_.window_begin_); }
    std::size_t byte_at(float x) const { return state_.layout_.byte_at(x) + state_.window_begin_; }
    void clamp_scroll();
    // Moves the window to lie about `byte`, which stays where it is on screen if it was laid out before.
    void move_window(std::size_t byte);
    // After the caret or the text has changed, brings the caret into view.
    void follow_caret();
    void keep_window_about_view();

    // The pointer and the keys (text_box.cpp).
    float pointer_x() const { return (ImGui::GetIO().MousePos.x - left_) * scale_ + state_.scroll_; }
    std::size_t pointer_byte(bool of_word) const;
    // The first byte of the character under the pointer; none beside the text.
    std::optional<std::size_t> hit_byte() const;
    void take_mouse(TextBoxResult& result);
    void start_selecting();
    void drag_selection(TextBoxResult& result);
    void take_events(std::span<const InputEvent> events, TextBoxResult& result);

    // What is drawn (text_box_drawing.cpp).
    float screen_x(float x) const { return left_ + std::round(x - state_.scroll_) / scale_; }
    void fill_bytes(ImDrawList& list, TextRange bytes, ImU32 colour) const;
    void draw();
    // Where directions meet, a short second caret shows where text of the other direction would go.
    void draw_caret(ImDrawList& list) const;
    void draw_text(ImDrawList& list);
    // The texture holds the mask, a clear row, and below it the coloured glyphs if there are any.
    void render(const TextBoxState::Drawn& wanted);

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

}  // namespace headscope
