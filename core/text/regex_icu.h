#pragma once

#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/text/regex.h"

namespace headscope {

// A regular expression that ICU runs. `translated` is in ICU's syntax, UTF-8; `pattern` is what it was in the file and
// `where` the place, both for messages. With `compares_captured` the pattern refers back to groups, so that one step
// may take as long as the text is.
Result<std::unique_ptr<const Regex>> compile_icu_regex(const std::string& translated, const std::string& pattern,
                                                       const std::string& where, bool compares_captured);

}  // namespace headscope
