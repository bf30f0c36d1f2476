#pragma once

#include <optional>

#include "core/text/char_set.h"
#include "core/text/regex_reader.h"

namespace headscope {

// […] at its bracket: the characters it matches. None after a failure.
std::optional<CharSet> parse_regex_class(RegexReader& reader, bool ignores_case);

}  // namespace headscope
