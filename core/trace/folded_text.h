#pragma once

#include <string>
#include <string_view>

namespace headscope {

// What two spellings are compared by: full case folding, each run of white space one space, none at the ends. UTF-8.
std::string folded_text(std::string_view utf8);

}  // namespace headscope
