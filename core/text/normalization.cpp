#include "core/text/normalization.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace headscope {
namespace {

struct Part {
    CharChange change;
    std::uint8_t combining = 0;
};

std::vector<Part> decomposed(const NormalizedText& text, NormalizationForm form) {
    const NormalizationForm taken_apart = form == NormalizationForm::kNfc || form == NormalizationForm::kNfd
                                              ? NormalizationForm::kNfd
                                              : NormalizationForm::kNfkd;
    std::vector<Part> parts;
    parts.reserve(text.size());
    for (const char32_t c : text.values()) {
        if (is_settled(c, taken_apart)) {
            parts.push_back({{c, 0}, 0});
            continue;
        }
        const Expansion expansion = decompose(c, form);
        for (std::uint32_t i = 0; i < expansion.size; ++i)
            parts.push_back({{expansion.values[i], i == 0 ? 0 : 1}, combining_class(expansion.values[i])});
    }
    return parts;
}

// Canonical ordering: each run of marks sorted by combining class, equals in place (Unicode 15, D109).
void order_marks(std::vector<Part>& parts) {
    for (auto begin = parts.begin(); begin != parts.end();) {
        begin = std::find_if(begin, parts.end(), [](const Part& part) { return part.combining != 0; });
        const auto end = std::find_if(begin, parts.end(), [](const Part& part) { return part.combining == 0; });
        if (end - begin > 1)
            std::stable_sort(begin, end, [](const Part& a, const Part& b) { return a.combining < b.combining; });
        begin = end;
    }
}

// Canonical composition (Unicode 15, D117): a character joins the last starter unless something between them blocks it.
void compose_parts(std::vector<Part>& parts) {
    std::size_t kept = 0;
    std::size_t starter = parts.size();  // none yet
    int last = -1;                       // the combining class of the mark before, −1 right behind the starter
    for (const Part& part : parts) {
        if (starter < kept && last < part.combining) {
            CharChange& before = parts[starter].change;
            if (const char32_t composed = compose(before.value, part.change.value)) {
                before.value = composed;
                before.change += part.change.change - 1;
                continue;
            }
        }
        if (part.combining == 0) {
            starter = kept;
            last = -1;
        } else {
            last = part.combining;
        }
        parts[kept++] = part;
    }
    parts.resize(kept);
}

}  // namespace

void normalize(NormalizedText& text, NormalizationForm form) {
    if (std::all_of(text.values().begin(), text.values().end(), [form](char32_t c) { return is_settled(c, form); }))
        return;
    std::vector<Part> parts = decomposed(text, form);
    order_marks(parts);
    if (form == NormalizationForm::kNfc || form == NormalizationForm::kNfkc) compose_parts(parts);
    std::vector<CharChange> changes;
    changes.reserve(parts.size());
    for (const Part& part : parts) changes.push_back(part.change);
    text.transform(changes);
}

void make_lowercase(NormalizedText& text) {
    constexpr char32_t kAsciiEnd = 0x80;
    constexpr char32_t kCapitalIWithDot = 0x130;  // the one character whose lower case is two
    if (std::find(text.values().begin(), text.values().end(), kCapitalIWithDot) == text.values().end()) {
        text.map([](char32_t c) -> char32_t {
            if (c >= kAsciiEnd) return lowercase(c).values[0];
            return c >= U'A' && c <= U'Z' ? c + (U'a' - U'A') : c;
        });
        return;
    }
    std::vector<CharChange> changes;
    changes.reserve(text.size());
    for (const char32_t c : text.values()) {
        const Expansion expansion = lowercase(c);
        for (std::uint32_t i = 0; i < expansion.size; ++i) changes.push_back({expansion.values[i], i == 0 ? 0 : 1});
    }
    text.transform(changes);
}

}  // namespace headscope
