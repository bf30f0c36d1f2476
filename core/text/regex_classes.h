#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/text/char_set.h"

// Classes of characters of the reference's regular expressions.
namespace headscope {

// \d \w \s \h and their opposites, `name` being the letter. \w and \W know six characters more outside of brackets.
std::optional<CharSet> escaped_class(char32_t name, bool is_in_brackets);

// \p{…}, whatever its case, spaces, hyphens and underscores: general categories, scripts, and the names of POSIX.
std::optional<CharSet> property_class(std::string_view name);

// [:…:].
std::optional<CharSet> posix_class(std::string_view name);

}  // namespace headscope
