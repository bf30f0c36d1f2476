#pragma once

#include <string>

#include "core/base/result.h"

namespace headscope {

struct TranslatedRegex {
    std::string text;                // in ICU's syntax, all ASCII
    bool compares_captured = false;  // refers back to what groups matched
};

// Writes a regular expression of the reference (Oniguruma's own syntax) so that ICU takes it for the same. Classes of
// characters become explicit ranges, for they are those of Unicode 16 there. `where` is for messages.
Result<TranslatedRegex> translate_regex(const std::string& pattern, const std::string& where);

}  // namespace headscope
