#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/text/char_set.h"

namespace headscope {

// A number for the script of a character as the UnicodeScripts pre-tokenizer takes it: kana and Han are one. 0 for what
// goes with any script.
std::uint8_t cut_script(char32_t c);

// The characters of a script of the reference's regular expressions. `name` is its long or short name in lower case
// without separators, such as "oldturkic" or "orkh"; empty where there is no such script.
CharSet script_members(std::string_view name);

}  // namespace headscope
