#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/text/post_processor.h"
#include "core/text/token_model.h"

namespace headscope {

struct RoleToken {
    std::string piece;
    TokenId id = 0;
};
// Special tokens by what they are for: "bos", "eos", "cls", "sep", …
using RoleTokens = std::map<std::string, RoleToken, std::less<>>;

// A post-processor from two templates in words: "A" and "B" are the texts, other words roles, and ":1" behind one is
// its type id, as in "cls A sep B:1 sep:1". A role that has no token is left out. `name` begins the errors.
Result<PostProcessor> make_role_template(std::string_view single, std::string_view pair, const RoleTokens& roles,
                                         const std::string& name);

}  // namespace headscope
