#pragma once

#include <string>
#include <vector>

#include "core/text/regex_reader.h"

namespace headscope {

// A run of characters for ICU without regard to case: each by itself, or what folds to several of them in their place.
// Fails (see the reader) where that would be a matter of choice.
std::string folded_literals(const std::vector<char32_t>& run, RegexReader& reader);

// What characters of a class that fold to several match as well: "|…" for each such sequence; may be empty.
std::string expanded_members(const CharSet& set);

}  // namespace headscope
