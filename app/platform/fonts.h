#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/widgets/ui_fonts.h"
#include "core/base/result.h"

namespace headscope {

// A font file that was found and can be drawn with.
struct FontFile {
    std::filesystem::path path;
    int face = 0;  // in a collection
    std::string bytes;
    float em_factor = 1;  // ImGui's size (ascent to descent) divided by the em size, which is what sizes here mean
};

// The typeface of the program's own words: Inter, else Noto Sans, else DejaVu Sans, in regular and semi-bold, filled up
// with the signs of DejaVu Sans that the typeface lacks.
class FontSet {
  public:
    // Asks fontconfig. ErrorKind::kNotFound where none of the typefaces is installed.
    static Result<FontSet> find();

    // Replaces all fonts of the current ImGui context's atlas and builds it. `scale`: pixels a unit of design. The
    // atlas refers to the bytes of this object. Not while a frame is being drawn.
    UiFonts build_atlas(float scale) const;

    const std::string& family() const { return family_; }

  private:
    std::string family_;
    FontFile regular_;
    FontFile semi_bold_;
    std::vector<FontFile> fallbacks_;  // at most one
};

}  // namespace headscope
