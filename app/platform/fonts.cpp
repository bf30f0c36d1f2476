#include "app/platform/fonts.h"

#include <fontconfig/fontconfig.h>
#include <imgui.h>
#include <stb_truetype.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "core/io/file.h"

namespace headscope {
namespace {

constexpr std::uint64_t kLargestFontFile = std::uint64_t{64} << 20U;

// Em sizes in units of design.
constexpr float kSmallSize = 12;
constexpr float kNormalSize = 14;
constexpr float kLargeSize = 19;

// What the program's own words are written with, as first and last of each range.
constexpr ImWchar kLetters[] = {
    0x0020, 0x00FF,  // Latin, × ÷ ± ·
    0x0100, 0x017F,  // Latin of names
    0x0391, 0x03C9,  // Greek
    0x2010, 0x203A,  // dashes, quotation marks, …
};
constexpr std::u32string_view kSigns = U"⁰¹²³⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₆₇₈₉ᵀ←↑→↓↔↕↵⇧∂∇∈∏∑−√∝∞∫≈≠≤≥■□▲△▴▶▷▸▼▽▾◀◁◂●○◆◇★☆✓✗";

// Where signs come from that the typeface lacks, by preference.
constexpr const char* kSignFamilies[] = {"DejaVu Sans", "Noto Sans", "Noto Sans Symbols2", "Noto Sans Math"};

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
    FontFile file;
    file.path = reinterpret_cast<const char*>(path);
    file.face = face & 0xFFFF;
    return file;
}

const unsigned char* data_of(const FontFile& file) {
    return reinterpret_cast<const unsigned char*>(file.bytes.data());
}

// False if the file is none that ImGui's rasteriser can draw.
bool open_font(const FontFile& file, stbtt_fontinfo& info) {
    const int offset = stbtt_GetFontOffsetForIndex(data_of(file), file.face);
    return offset >= 0 && stbtt_InitFont(&info, data_of(file), offset) != 0;
}

// Reads the file; false if it is none that ImGui's rasteriser can draw.
bool load(FontFile& file) {
    Result<std::string> bytes = read_file(file.path, kLargestFontFile);
    if (!bytes.has_value()) return false;
    file.bytes = std::move(bytes).value();
    stbtt_fontinfo info;
    if (!open_font(file, info)) return false;
    file.em_factor = stbtt_ScaleForMappingEmToPixels(&info, 1) / stbtt_ScaleForPixelHeight(&info, 1);
    return std::isfinite(file.em_factor) && file.em_factor > 0;
}

std::optional<FontFile> find_and_load(const std::string& family, int weight) {
    std::optional<FontFile> file = find_file(family, weight);
    if (file && !load(*file)) return std::nullopt;
    return file;
}

// The letters and all signs; ImGui leaves out what a font does not have.
std::vector<ImWchar> ranges_of_typeface() {
    std::vector<ImWchar> ranges(std::begin(kLetters), std::end(kLetters));
    for (const char32_t sign : kSigns) ranges.insert(ranges.end(), 2, static_cast<ImWchar>(sign));
    ranges.push_back(0);
    return ranges;
}

// Fonts that have the signs that `typeface` lacks, each with the signs to take from it.
std::vector<FontFile> find_fallbacks(const FontFile& typeface) {
    const auto take_present = [](const FontFile& file, std::u32string& missing) {
        std::vector<ImWchar> present;
        stbtt_fontinfo info;
        if (!open_font(file, info)) return present;
        std::erase_if(missing, [&](char32_t sign) {
            if (stbtt_FindGlyphIndex(&info, static_cast<int>(sign)) == 0) return false;
            present.insert(present.end(), 2, static_cast<ImWchar>(sign));
            return true;
        });
        return present;
    };
    std::u32string missing(kSigns);
    take_present(typeface, missing);
    std::vector<FontFile> fallbacks;
    for (const char* family : kSignFamilies) {
        if (missing.empty()) break;
        std::optional<FontFile> file = find_and_load(family, FC_WEIGHT_REGULAR);
        if (!file) continue;
        file->ranges = take_present(*file, missing);
        if (file->ranges.empty()) continue;
        file->ranges.push_back(0);
        fallbacks.push_back(std::move(*file));
    }
    return fallbacks;
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
                                                      &config, file.ranges.data());
}

}  // namespace

Result<FontSet> FontSet::find() {
    for (const char* family : {"Inter", "Noto Sans", "DejaVu Sans"}) {
        std::optional<FontFile> regular = find_and_load(family, FC_WEIGHT_REGULAR);
        if (!regular) continue;
        std::optional<FontFile> semi_bold = find_and_load(family, FC_WEIGHT_DEMIBOLD);
        FontSet set;
        set.family_ = family;
        set.regular_ = std::move(*regular);
        set.regular_.ranges = ranges_of_typeface();
        set.semi_bold_ = semi_bold ? std::move(*semi_bold) : set.regular_;
        set.semi_bold_.ranges = set.regular_.ranges;
        set.fallbacks_ = find_fallbacks(set.regular_);
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
