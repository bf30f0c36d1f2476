#pragma once

#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/key_chord.h"
#include "app/state/text_edit.h"
#include "app/widgets/graphics.h"
#include "app/widgets/text_layout.h"

namespace headscope {

struct TextBoxColours {
    ImU32 background = 0;
    ImU32 border = 0;
    ImU32 focused_border = 0;
    ImU32 text = 0;
    ImU32 placeholder = 0;
    ImU32 selection = 0;
    ImU32 caret = 0;
};

// Bytes of the text that stand out, such as those of the token under the pointer.
struct TextHighlight {
    std::size_t begin = 0;
    std::size_t end = 0;
    ImU32 fill = 0;
};

// Lengths are ImGui units.
struct TextBoxStyle {
    const char* id = "text";  // unique among its neighbours
    ImVec2 size;              // of the whole box
    float padding = 10;       // left and right of the text
    float rounding = 6;
    TextStyle text = {};    // its size and weight
    float pixel_scale = 1;  // device pixels in one ImGui unit
    TextBoxColours colours = {};
    std::string_view placeholder = {};  // shown while there is no text
    std::span<const TextHighlight> highlights = {};
};

struct TextBoxTools {
    Clipboard& clipboard;
    Graphics& graphics;
    TextLayoutEngine& layouts;
};

struct TextBoxResult {
    bool changed = false;                          // the text is not what it was
    bool entered = false;                          // Enter was pressed
    bool hovered = false;                          // the pointer is on the box
    bool wants_frame = false;                      // a selection is being dragged past an end: draw again soon
    std::optional<std::size_t> hovered_byte = {};  // the first byte of the character under the pointer
    std::vector<InputEvent> unhandled = {};        // events that the box has no use for; all of them without focus
};

// What a box keeps from frame to frame. Owns a texture, so it must go before the Graphics it was drawn with.
class TextBoxState {
  public:
    TextBoxState() = default;
    ~TextBoxState();
    TextBoxState(const TextBoxState&) = delete;
    TextBoxState& operator=(const TextBoxState&) = delete;

    bool focused = false;  // takes the events; a click into the box sets it, a click elsewhere clears it

  private:
    friend class TextBoxFrame;
    enum class Drag { kNone, kCharacters, kWords };

    // The part of the text that is laid out, and its layout. Positions in the layout count from window_begin.
    std::size_t window_begin_ = 0;
    std::string window_text_;
    TextStyle layout_style_;
    TextLayout layout_;
    std::uint64_t layout_number_ = 0;  // counts layouts; 0 before the first

    float scroll_ = 0;             // device pixels from the layout's left end to the left end of what is seen
    std::size_t shown_caret_ = 0;  // when the view last followed the caret
    std::uint64_t shown_revision_ = 0;
    Drag drag_ = Drag::kNone;
    std::size_t drag_origin_ = 0;

    // What the texture shows.
    struct Drawn {
        std::uint64_t layout_number = 0;
        int x = 0;
        int y = 0;
        int width = 0;
        int height = 0;
        bool operator==(const Drawn&) const = default;
    };
    Graphics* graphics_ = nullptr;
    ImTextureID texture_ = {};
    int texture_width_ = 0;
    int texture_height_ = 0;
    Drawn drawn_;
    bool has_colour_ = false;
    std::vector<std::uint32_t> upload_;
};

// A box with one line of text that is edited in place, at ImGui's cursor. Any text is shown as Pango shapes it; long
// text scrolls so that the caret stays in sight, and of text over kWindowBytes only the neighbourhood of what is seen
// is laid out. The caret does not blink: an idle box asks for no frames. The texture is drawn anew only when what it
// shows changes.
//
// Mouse: a click sets the caret (with Shift it selects), dragging selects, a double click selects a word and dragging
// goes on by words, a third click selects all, the wheel scrolls.
TextBoxResult draw_text_box(TextBoxState& state, TextEdit& edit, const TextBoxStyle& style,
                            std::span<const InputEvent> events, const TextBoxTools& tools);

}  // namespace headscope
