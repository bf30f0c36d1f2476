#include "core/text/regex_case.h"

#include <unicode/uchar.h>
#include <unicode/uset.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

#include <array>
#include <memory>

namespace headscope {
namespace {

// Pairs of the same length first to last, first' to last' that came with Unicode 16; ICU 72 does not know them.
struct NewerPairs {
    char32_t first;
    char32_t other;
    char32_t count;
};
constexpr std::array<NewerPairs, 6> kNewerPairs{{
    {0x1C89, 0x1C8A, 1},
    {0xA7CB, 0x264, 1},
    {0xA7CC, 0xA7CD, 1},
    {0xA7DA, 0xA7DB, 1},
    {0xA7DC, 0x19B, 1},
    {0x10D50, 0x10D70, 22},
}};

}  // namespace

const std::vector<CaseExpansion>& case_expansions() {
    static const std::vector<CaseExpansion> found = [] {
        std::vector<CaseExpansion> out;
        // All lie in the first plane and none is newer than Unicode 5.
        for (char32_t c = 0x80; c <= 0xFFFF; ++c) {
            if (c >= 0xD800 && c <= 0xDFFF) continue;
            const auto from = static_cast<UChar>(c);
            std::array<UChar, 8> to{};
            UErrorCode status = U_ZERO_ERROR;
            const std::int32_t size =
                u_strFoldCase(to.data(), static_cast<std::int32_t>(to.size()), &from, 1, U_FOLD_CASE_DEFAULT, &status);
            if (U_SUCCESS(status) && size > 1 && !U16_IS_SURROGATE(to[0]))
                out.push_back({c, std::vector<char32_t>(to.begin(), to.begin() + size)});
        }
        return out;
    }();
    return found;
}

char32_t simple_fold(char32_t c) {
    return static_cast<char32_t>(u_foldCase(static_cast<UChar32>(c), U_FOLD_CASE_DEFAULT));
}

CharSet with_other_case(const CharSet& set) {
    const std::unique_ptr<USet, decltype(&uset_close)> closed(uset_openEmpty(), uset_close);
    for (const CodePointRange& range : set.ranges())
        uset_addRange(closed.get(), static_cast<UChar32>(range.first), static_cast<UChar32>(range.last));
    for (const NewerPairs& pairs : kNewerPairs)
        for (char32_t i = 0; i < pairs.count; ++i) {
            if (!set.contains(pairs.first + i) && !set.contains(pairs.other + i)) continue;
            uset_add(closed.get(), static_cast<UChar32>(pairs.first + i));
            uset_add(closed.get(), static_cast<UChar32>(pairs.other + i));
        }
    uset_closeOver(closed.get(), USET_CASE_INSENSITIVE);
    CharSet out;
    const std::int32_t count = uset_getRangeCount(closed.get());
    for (std::int32_t i = 0; i < count; ++i) {
        UChar32 first = 0;
        UChar32 last = 0;
        UErrorCode status = U_ZERO_ERROR;
        uset_getItem(closed.get(), i, &first, &last, nullptr, 0, &status);
        out.add(static_cast<char32_t>(first), static_cast<char32_t>(last));
    }
    return out;
}

}  // namespace headscope
