#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/result.h"
#include "core/text/regex.h"

namespace headscope {

// The "pattern" of a part of a tokenizer.json, {"String": …} or {"Regex": …}. A string is found in linear time, an
// empty one everywhere. `where` is "FILE: pre_tokenizer" or the like.
Result<std::unique_ptr<const Regex>> read_pattern(const nlohmann::json& part, const std::string& where);

}  // namespace headscope
