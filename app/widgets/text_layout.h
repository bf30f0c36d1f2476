#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/display_text.h"

namespace headscope {

enum class FontWeight { kRegular, kMedium, kSemiBold, kBold };
enum class Ellipsis { kNone, kMiddle, kEnd };
// What a paragraph without a strong character, or cut out of a longer one, runs like.
enum class TextDirection { kAuto, kLeftToRight, kRightToLeft };

struct TextStyle {
    float size = 14;  // the em, in pixels of the image
    FontWeight weight = FontWeight::kRegular;
    Ellipsis ellipsis = Ellipsis::kNone;
    float max_width = 0;  // in pixels; used only with an ellipsis
    Invisibles invisibles = Invisibles::kControls;
    TextDirection direction = TextDirection::kAuto;

    bool operator==(const TextStyle&) const = default;
};

// Drawn text. Pixels are rows of `width`, bytes in the order R, G, B, A, straight alpha. `mask` is white with coverage
// as alpha, to be tinted. Glyphs that bring their own colours (emoji) are in `colour` instead, which is empty if there
// are none; it lies over `mask` and only its alpha should be tinted.
struct TextImage {
    int x = 0;  // where the image's top left corner lies, from the layout's top left corner
    int y = 0;
    int width = 0;
    int height = 0;
    std::vector<std::uint32_t> mask = {};
    std::vector<std::uint32_t> colour = {};

    bool has_colour() const { return !colour.empty(); }
};

struct XRange {
    float begin = 0;
    float end = 0;
};

// One shaped line of text. x runs in pixels from its left end. Byte offsets are those of the text given to the engine
// if that is valid UTF-8, and of its repaired form otherwise.
class TextLayout {
  public:
    TextLayout();  // an empty line of no height, to be assigned to
    ~TextLayout();
    TextLayout(TextLayout&&) noexcept;
    TextLayout& operator=(TextLayout&&) noexcept;

    float width() const;
    // Of the style's first font, in whole pixels, so that lines of one style align whatever they say.
    float height() const;
    float baseline() const;  // from the top

    // Where a caret stands that is in front of the character at `byte` (or behind the last one).
    float caret_x(std::size_t byte) const;
    // Where text of the other direction would be inserted there; differs from caret_x only where directions meet.
    float other_caret_x(std::size_t byte) const;
    // The caret position nearest to x.
    std::size_t byte_at(float x) const;
    // The character drawn at x, by its first byte; none beside the text.
    std::optional<std::size_t> hit(float x) const;
    // What the bytes [begin, end) cover, from left to right; more than one range where directions mix.
    std::vector<XRange> ranges(std::size_t begin, std::size_t end) const;
    // The caret position one step to the left (-1) or right (+1) on screen; none when it would leave the line.
    std::optional<std::size_t> step(std::size_t byte, int direction) const;

    // Everything drawn, as tight as the ink allows. At most kMaxImageWidth wide.
    TextImage render() const;
    // What falls into a rectangle of pixels, from the layout's top left corner; as large as the rectangle unless that
    // is empty or wider than kMaxImageWidth.
    TextImage render_window(int x, int y, int width, int height) const;

    static constexpr int kMaxImageWidth = 8000;

  private:
    friend class TextLayoutEngine;
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// Shapes text with Pango and draws it with Cairo: every script, right-to-left text, colour emoji; characters that no
// font has come out as boxes with their code. One thread at a time.
class TextLayoutEngine {
  public:
    explicit TextLayoutEngine(std::string_view families = "Inter, Noto Sans, sans-serif");
    ~TextLayoutEngine();
    TextLayoutEngine(const TextLayoutEngine&) = delete;
    TextLayoutEngine& operator=(const TextLayoutEngine&) = delete;

    // Any bytes; invalid UTF-8 shows as U+FFFD. The time grows with the length: cut long text first.
    TextLayout layout(std::string_view text, const TextStyle& style);

  private:
    friend class TextLayout;
    struct Impl;
    std::shared_ptr<Impl> impl_;  // layouts keep it alive
};

}  // namespace headscope
