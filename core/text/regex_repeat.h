#pragma once

#include <cstdint>
#include <optional>

#include "core/text/regex_reader.h"

namespace headscope {

// How often something is to match.
struct Repeat {
    std::uint32_t low = 0;
    std::optional<std::uint32_t> high;  // without an upper end if none
    bool is_lazy = false;
    bool is_possessive = false;
    bool is_interval = false;
};

// *, +, ? or an interval with what makes it lazy or possessive; none, with nothing read, where no repetition comes
// next.
std::optional<Repeat> parse_repeat(RegexReader& reader);

// {n}, {n,}, {,m} or {n,m}; none, with nothing read, where the brace is a character like any.
std::optional<Repeat> parse_interval(RegexReader& reader);

}  // namespace headscope
