#include "core/trace/folded_text.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <cstdint>

namespace headscope {

std::string folded_text(std::string_view utf8) {
    const auto source = icu::UnicodeString::fromUTF8({utf8.data(), static_cast<std::int32_t>(utf8.size())});
    icu::UnicodeString result;
    bool is_gap = false;
    for (std::int32_t at = 0; at < source.length(); at = source.moveIndex32(at, 1)) {
        const UChar32 c = source.char32At(at);
        if (u_isUWhiteSpace(c) != 0) {
            is_gap = !result.isEmpty();
            continue;
        }
        if (is_gap) result.append(static_cast<UChar>(' '));
        is_gap = false;
        result.append(c);
    }
    std::string folded;
    result.foldCase().toUTF8String(folded);
    return folded;
}

}  // namespace headscope
