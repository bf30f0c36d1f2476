#include "app/platform/fonts.h"

#include <fontconfig/fontconfig.h>
#include <imgui.h>
#include <stb_truetype.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "core/io/file.h"

namespace headscope {
namespace {

constexpr std::uint64_t kLargestFontFile = std::uint64_t{64} << 20U;

// Em sizes in units of design.
constexpr float kSmallSize = 12;
constexpr float kNormalSize = 14;
constexpr float kLargeSize = 19;

// What the program's own words need, as first and last of each range.
constexpr ImWchar kGlyphRanges[] = {
    0x0020, 0x00FF,  // Latin, × ÷ ± · ² ³
    0x0100, 0x017F,  // Latin of names
    0x0391, 0x03C9,  // Greek
    0x1D40, 0x1D40,  // ᵀ
    0x2010, 0x203A,  // dashes, quotation marks, …
    0x2070, 0x2099,  // superscripts and subscripts
    0x2190, 0x21B5,  // arrows
    0x21E7, 0x21E7,  // ⇧
    0x2200, 0x2265,  // ∑ √ ∞ ≈ ≠ ≤ ≥
    0x25A0, 0x25CF,  // ▲ ▸ ▾ ● ○
    0x2605, 0x2606,  // ★ ☆
    0x2713, 0x2717,  // ✓ ✗
    0,
};

struct PatternDeleter {
    void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};
using Pattern = std::unique_ptr<FcPattern, PatternDeleter>;

const FcChar8* as_fc(const std::string& text) {
    return reinterpret_cast<const FcChar8*>(text.c_str());
}

bool has_family(FcPattern* pattern, const std::string& family) {
    FcChar8* name = nullptr;
    for (int i = 0; FcPatternGetString(pattern, FC_FAMILY, i, &name) == FcResultMatch; ++i) {
        if (FcStrCmpIgnoreCase(name, as_fc(family)) == 0) return true;
    }
    return false;
}

// The file of a family in a weight, only if the family itself is installed.
std::optional<FontFile> find_file(const std::string& family, int weight) {
    const Pattern wanted(FcPatternCreate());
    if (!wanted) return std::nullopt;
    FcPatternAddString(wanted.get(), FC_FAMILY, as_fc(family));
    FcPatternAddInteger(wanted.get(), FC_WEIGHT, weight);
    FcPatternAddInteger(wanted.get(), FC_SLANT, FC_SLANT_ROMAN);
    // ImGui's rasteriser draws a variable font in its default weight only.
    FcPatternAddBool(wanted.get(), FC_VARIABLE, FcFalse);
    FcConfigSubstitute(nullptr, wanted.get(), FcMatchPattern);
    FcDefaultSubstitute(wanted.get());
    FcResult result = FcResultNoMatch;
    const Pattern found(FcFontMatch(nullptr, wanted.get(), &result));
    if (!found || !has_family(found.get(), family)) return std::nullopt;
    FcChar8* path = nullptr;
    int face = 0;
    if (FcPatternGetString(found.get(), FC_FILE, 0, &path) != FcResultMatch) return std::nullopt;
    FcPatternGetInteger(found.get(), FC_INDEX, 0, &face);
    return FontFile{.path = reinterpret_cast<const char*>(path), .face = face & 0xFFFF, .bytes = {}};
}

// Reads the file; false if it is none that ImGui's rasteriser can draw.
bool load(FontFile& file) {
    Result<std::string> bytes = read_file(file.path, kLargestFontFile);
    if (!bytes.has_value()) return false;
    file.bytes = std::move(bytes).value();
    const auto* data = reinterpret_cast<const unsigned char*>(file.bytes.data());
    const int offset = stbtt_GetFontOffsetForIndex(data, file.face);
    stbtt_fontinfo info;
    if (offset < 0 || stbtt_InitFont(&info, data, offset) == 0) return false;
    file.em_factor = stbtt_ScaleForMappingEmToPixels(&info, 1) / stbtt_ScaleForPixelHeight(&info, 1);
    return std::isfinite(file.em_factor) && file.em_factor > 0;
}

std::optional<FontFile> find_and_load(const std::string& family, int weight) {
    std::optional<FontFile> file = find_file(family, weight);
    if (file && !load(*file)) return std::nullopt;
    return file;
}

ImFont* add_font(const FontFile& file, float em_pixels, bool merge) {
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.FontNo = file.face;
    config.OversampleH = 2;
    config.OversampleV = 1;
    config.MergeMode = merge;
    // The atlas only reads the bytes, though its interface does not say so.
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<char*>(file.bytes.data()),
                                                      static_cast<int>(file.bytes.size()), em_pixels * file.em_factor,
                                                      &config, kGlyphRanges);
}

}  // namespace

Result<FontSet> FontSet::find() {
    for (const char* family : {"Inter", "Noto Sans", "DejaVu Sans"}) {
        std::optional<FontFile> regular = find_and_load(family, FC_WEIGHT_REGULAR);
        if (!regular) continue;
        std::optional<FontFile> semi_bold = find_and_load(family, FC_WEIGHT_DEMIBOLD);
        FontSet set;
        set.family_ = family;
        set.semi_bold_ = semi_bold ? std::move(*semi_bold) : *regular;
        set.regular_ = std::move(*regular);
        if (std::optional<FontFile> signs = find_and_load("DejaVu Sans", FC_WEIGHT_REGULAR)) {
            set.fallbacks_.push_back(std::move(*signs));
        }
        return set;
    }
    return not_found("fonts: none of Inter, Noto Sans and DejaVu Sans is installed, expected one of them");
}

UiFonts FontSet::build_atlas(float scale) const {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
    const auto add = [&](const FontFile& file, float size) {
        const float pixels = std::max(std::round(size * scale), 6.0F);
        ImFont* font = add_font(file, pixels, false);
        for (const FontFile& signs : fallbacks_) add_font(signs, pixels, true);
        return font;
    };
    UiFonts fonts;
    fonts.normal = add(regular_, kNormalSize);
    fonts.small = add(regular_, kSmallSize);
    fonts.bold = add(semi_bold_, kNormalSize);
    fonts.large = add(semi_bold_, kLargeSize);
    atlas.Build();
    return fonts;
}

}  // namespace headscope
