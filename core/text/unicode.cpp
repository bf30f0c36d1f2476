#include "core/text/unicode.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/utf16.h>

#include <algorithm>
#include <cassert>

namespace headscope {
namespace {

// What all characters of one kind have in common.
struct CharacterClass {
    std::uint32_t flags;
    std::uint8_t category;
    std::uint8_t grapheme;
};

// Letters first to last are lower-cased by adding `delta`.
struct LowercaseRun {
    char32_t first;
    char32_t last;
    std::int32_t delta;
};

#include "core/text/unicode_tables.inc"

constexpr char32_t kCodePointEnd = 0x110000;

CharacterClass class_of(char32_t c) {
    if (c >= kCodePointEnd) return {0, 0, 0};
    return kClasses[kClassCells[kClassBlocks[c / kClassBlockSize] * kClassBlockSize + c % kClassBlockSize]];
}

bool has_flag(char32_t c, std::uint32_t flag) {
    return (class_of(c).flags & flag) != 0;
}

// True if the character was assigned by Unicode `major`.0 at the latest.
bool is_known_since(char32_t c, std::uint8_t major) {
    UVersionInfo age;
    u_charAge(static_cast<UChar32>(c), age);
    return age[0] < major || (age[0] == major && age[1] == 0);
}

// ICU 72, the oldest supported, knows Unicode 15. Lower case of later letters comes from our own table.
constexpr std::uint8_t kCaseVersion = 15;

// ICU's data of one form. It is asked only about characters that the reference knows to change or to move, whose
// decompositions and combining classes do not change with later versions (Unicode stability policies).
const UNormalizer2* icu_form(NormalizationForm form) {
    struct Instances {
        const UNormalizer2* nfc = nullptr;
        const UNormalizer2* nfkc = nullptr;
    };
    static const Instances instances = [] {
        UErrorCode status = U_ZERO_ERROR;
        Instances out{unorm2_getNFCInstance(&status), unorm2_getNFKCInstance(&status)};
        assert(U_SUCCESS(status));  // the data is part of the library
        return out;
    }();
    const bool is_canonical = form == NormalizationForm::kNfc || form == NormalizationForm::kNfd;
    return is_canonical ? instances.nfc : instances.nfkc;
}

Expansion only(char32_t c) {
    Expansion out;
    out.values[0] = c;
    out.size = 1;
    return out;
}

}  // namespace

bool is_removed_by_bert(char32_t c) {
    return has_flag(c, kBertRemoved);
}
bool is_space_for_bert(char32_t c) {
    return has_flag(c, kBertSpace);
}
bool is_accent(char32_t c) {
    return has_flag(c, kBertAccent);
}
bool is_bert_punctuation(char32_t c) {
    return has_flag(c, kBertPunctuation);
}
bool is_cjk_for_bert(char32_t c) {
    return has_flag(c, kBertCjk);
}
bool is_white_space(char32_t c) {
    return has_flag(c, kWhiteSpace);
}
bool is_word_character(char32_t c) {
    return has_flag(c, kWord);
}
bool is_numeric(char32_t c) {
    return has_flag(c, kNumeric);
}
bool is_combining_mark(char32_t c) {
    return has_flag(c, kCombiningMark);
}

Category general_category(char32_t c) {
    return static_cast<Category>(class_of(c).category);
}
bool is_letter(char32_t c) {
    const Category category = general_category(c);
    return category >= Category::Lu && category <= Category::Lo;
}
bool is_number(char32_t c) {
    const Category category = general_category(c);
    return category >= Category::Nd && category <= Category::No;
}
bool is_alphabetic(char32_t c) {
    return has_flag(c, kAlphabetic);
}
bool is_uppercase(char32_t c) {
    return has_flag(c, kUppercase);
}
bool is_lowercase(char32_t c) {
    return has_flag(c, kLowercase);
}
bool is_regex_word(char32_t c) {
    return has_flag(c, kRegexWord) && (c >= 0x100 || general_category(c) != Category::No);
}
bool is_lone_regex_word(char32_t c) {
    return has_flag(c, kRegexWord);
}

GraphemeClass grapheme_class(char32_t c) {
    return static_cast<GraphemeClass>(class_of(c).grapheme);
}

bool is_settled(char32_t c, NormalizationForm form) {
    switch (form) {
        case NormalizationForm::kNfc:
            return !has_flag(c, kNfcUnsettled);
        case NormalizationForm::kNfd:
            return !has_flag(c, kNfdChanges | kMovingMark);
        case NormalizationForm::kNfkc:
            return !has_flag(c, kNfkcUnsettled);
        case NormalizationForm::kNfkd:
            return !has_flag(c, kNfkdChanges | kMovingMark);
    }
    return true;
}

Expansion decompose(char32_t c, NormalizationForm form) {
    const bool is_canonical = form == NormalizationForm::kNfc || form == NormalizationForm::kNfd;
    if (!has_flag(c, is_canonical ? kNfdChanges : kNfkdChanges)) return only(c);
    std::array<UChar, 2 * Expansion::kMost> units{};
    UErrorCode status = U_ZERO_ERROR;
    const std::int32_t length = unorm2_getDecomposition(icu_form(form), static_cast<UChar32>(c), units.data(),
                                                        static_cast<std::int32_t>(units.size()), &status);
    if (U_FAILURE(status) || length < 0) return only(c);
    Expansion out;
    for (std::int32_t i = 0; i < length;) {
        UChar32 value = 0;
        U16_NEXT(units.data(), i, length, value);
        assert(out.size < out.values.size());
        out.values[out.size++] = static_cast<char32_t>(value);
    }
    return out;
}

std::uint8_t combining_class(char32_t c) {
    if (!has_flag(c, kMovingMark | kNfdChanges)) return 0;
    return unorm2_getCombiningClass(icu_form(NormalizationForm::kNfd), static_cast<UChar32>(c));
}

char32_t compose(char32_t first, char32_t second) {
    if (!has_flag(second, kComposesBack)) return 0;
    const UChar32 found = unorm2_composePair(icu_form(NormalizationForm::kNfc), static_cast<UChar32>(first),
                                             static_cast<UChar32>(second));
    return found >= 0 && has_flag(static_cast<char32_t>(found), kNfdChanges) ? static_cast<char32_t>(found) : 0;
}

Expansion lowercase(char32_t c) {
    if (c < 0x80) return only(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    constexpr char32_t kCapitalIWithDot = 0x130;  // the one character whose lower case is two
    if (c == kCapitalIWithDot) {
        Expansion out = only('i');
        out.values[out.size++] = 0x307;
        return out;
    }
    const UChar32 known = u_tolower(static_cast<UChar32>(c));
    if (static_cast<char32_t>(known) != c && is_known_since(c, kCaseVersion)) return only(static_cast<char32_t>(known));
    for (const LowercaseRun& run : kLowercaseNewer)
        if (c >= run.first && c <= run.last)
            return only(static_cast<char32_t>(static_cast<std::int32_t>(c) + run.delta));
    return only(c);
}

}  // namespace headscope
