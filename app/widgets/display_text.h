#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

// Line breaks, tabs and other controls never act; they are always drawn as a glyph (↵ ⇥ ␀ …). kSpaces draws spaces
// as ␣ too.
enum class Invisibles { kControls, kSpaces };

// A line of text as it is drawn, each invisible character by the glyph that stands for it, and how its bytes lie to
// those of the source.
struct DisplayText {
    struct Replaced {  // the ends of a character that stands for another
        std::size_t source_end = 0;
        std::size_t display_end = 0;
    };
    std::string text;  // valid UTF-8
    std::size_t source_size = 0;
    std::vector<Replaced> replaced;  // in the order of the text

    // Byte offsets; those behind the end are taken for the end.
    std::size_t to_display(std::size_t source) const;
    std::size_t to_source(std::size_t display) const;
};

// `valid` must be valid UTF-8.
DisplayText display_text(std::string_view valid, Invisibles invisibles);

}  // namespace headscope
