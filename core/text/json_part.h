#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/result.h"

// Reading the parts of a tokenizer.json: what is missing or of the wrong kind is an error that names file, part and
// key.
namespace headscope {

// The "type" of a part such as {"type":"BertNormalizer", …}. `where` is "FILE: normalizer".
Result<std::string> read_part_type(const nlohmann::json& part, const std::string& where);

Error unknown_part_type(const std::string& type, const std::string& where, const std::string& expected);

Result<bool> read_bool(const nlohmann::json& object, const char* key, const std::string& where);
Result<std::string> read_string(const nlohmann::json& object, const char* key, const std::string& where);

// The start of a value as JSON text, for messages.
std::string shown_json(const nlohmann::json& value);

}  // namespace headscope
