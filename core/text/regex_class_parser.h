#pragma once

#include <optional>
#include <string>

#include "core/text/char_set.h"
#include "core/text/regex_reader.h"

namespace headscope {

struct RegexClass {
    CharSet set;
    // Sequences that match as well, as characters of the class fold to them: "|…" for each, in ICU's syntax.
    std::string expansions = {};
};

// […] at its bracket. None after a failure.
std::optional<RegexClass> parse_regex_class(RegexReader& reader, bool ignores_case);

}  // namespace headscope
