#include "core/text/regex_scanners.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/text/unicode.h"

// Each scanner is a pattern read from left to right: the first alternative that matches is taken, and within it every
// repetition takes all it can. Where the pattern would give characters back, the comments say why it is enough to look
// at the end of the run.
namespace headscope {
namespace {

using Text = std::span<const char32_t>;

enum class Kind : std::uint8_t { kSpace, kLetter, kNumber, kOther };

Kind kind_of(char32_t c) {
    if (c < 0x80) {
        if ((c | 0x20) >= U'a' && (c | 0x20) <= U'z') return Kind::kLetter;
        if (c >= U'0' && c <= U'9') return Kind::kNumber;
        return c == U' ' || (c >= 0x09 && c <= 0x0D) ? Kind::kSpace : Kind::kOther;
    }
    switch (general_category(c)) {
        case Category::Lu:
        case Category::Ll:
        case Category::Lt:
        case Category::Lm:
        case Category::Lo:
            return Kind::kLetter;
        case Category::Nd:
        case Category::Nl:
        case Category::No:
            return Kind::kNumber;
        default:
            return is_white_space(c) ? Kind::kSpace : Kind::kOther;
    }
}

bool is_line_end(char32_t c) {
    return c == U'\n' || c == U'\r';
}

bool is_mark(char32_t c) {
    if (c < 0x300) return false;
    const Category category = general_category(c);
    return category == Category::Mn || category == Category::Mc || category == Category::Me;
}

std::uint32_t run_of(Text text, std::uint32_t i, Kind kind) {
    while (i < text.size() && kind_of(text[i]) == kind) ++i;
    return i;
}

// `'s|'t|'re|'ve|'m|'ll|'d` at `i`: its length or 0. Folding takes ſ for s as well; no other character folds to a
// letter of these.
template <bool kFoldsCase>
std::uint32_t contraction(Text text, std::uint32_t i) {
    if (i + 1 >= text.size() || text[i] != U'\'') return 0;
    const auto at = [&](std::uint32_t k) -> char32_t {
        if (k >= text.size()) return 0;
        const char32_t c = text[k];
        if constexpr (!kFoldsCase) return c;
        if (c == 0x17F) return U's';
        return c >= U'A' && c <= U'Z' ? c + 0x20 : c;
    };
    switch (at(i + 1)) {
        case U's':
        case U't':
        case U'm':
        case U'd':
            return 2;
        case U'r':
        case U'v':
            return at(i + 2) == U'e' ? 3 : 0;
        case U'l':
            return at(i + 2) == U'l' ? 3 : 0;
        default:
            return 0;
    }
}

// `\s+(?!\S)|\s+`: white space up to its end, but one character less if something follows; a single one is taken then.
std::uint32_t space_run(Text text) {
    const std::uint32_t end = run_of(text, 0, Kind::kSpace);
    return end < text.size() && end > 1 ? end - 1 : end;
}

// `\s*[\r\n]+|\s+(?!\S)|\s+`: if the white space holds line ends, up to behind the last of them.
std::uint32_t space_run_with_lines(Text text) {
    const std::uint32_t end = run_of(text, 0, Kind::kSpace);
    for (std::uint32_t i = end; i > 0; --i)
        if (is_line_end(text[i - 1])) return i;
    return end < text.size() && end > 1 ? end - 1 : end;
}

// What the patterns after GPT-2's share: contractions, letters with one other character before them, numbers of up to
// kMaxDigits, anything else with the line ends behind it, white space. With kWithMarks marks count as letters.
template <std::uint32_t kMaxDigits, bool kWithMarks>
std::uint32_t scan_line_aware(Text text) {
    if (const std::uint32_t size = contraction<true>(text, 0)) return size;
    const auto is_letter_here = [](char32_t c) { return kind_of(c) == Kind::kLetter || (kWithMarks && is_mark(c)); };
    const auto letters_end = [&](std::uint32_t i) {
        while (i < text.size() && is_letter_here(text[i])) ++i;
        return i;
    };
    const auto size = static_cast<std::uint32_t>(text.size());
    const Kind first = kind_of(text[0]);
    // A mark may also be the one character before the letters; it is one of the run either way.
    if (is_letter_here(text[0])) return letters_end(1);
    if (first == Kind::kNumber) {
        std::uint32_t i = 1;
        while (i < size && i < kMaxDigits && kind_of(text[i]) == Kind::kNumber) ++i;
        return i;
    }
    if (!is_line_end(text[0]) && size > 1 && is_letter_here(text[1])) return letters_end(2);
    std::uint32_t i = text[0] == U' ' ? 1 : 0;
    const auto is_other = [&](char32_t c) { return kind_of(c) == Kind::kOther && !(kWithMarks && is_mark(c)); };
    if (i < size && is_other(text[i])) {
        while (i < size && is_other(text[i])) ++i;
        while (i < size && is_line_end(text[i])) ++i;
        return i;
    }
    return space_run_with_lines(text);
}

constexpr std::array<std::pair<std::string_view, RegexScanner>, 7> kScanners{{
    {R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)", scan_gpt2},
    {R"('(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)", scan_gpt2},
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
     scan_line_aware<1, false>},
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
     scan_line_aware<3, false>},
    {R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
     scan_line_aware<3, false>},
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
     scan_line_aware<1, true>},
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}{1,3}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
     scan_line_aware<3, true>},
}};

}  // namespace

std::uint32_t scan_gpt2(Text text) {
    if (const std::uint32_t size = contraction<false>(text, 0)) return size;
    const std::uint32_t i = text[0] == U' ' && text.size() > 1 ? 1 : 0;
    const Kind kind = kind_of(text[i]);
    return kind == Kind::kSpace ? space_run(text) : run_of(text, i + 1, kind);
}

RegexScanner find_scanner(std::string_view pattern) {
    for (const auto& [text, scanner] : kScanners)
        if (pattern == text) return scanner;
    return nullptr;
}

}  // namespace headscope
