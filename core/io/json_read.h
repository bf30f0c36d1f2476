#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace headscope {

// Strict JSON (RFC 8259): duplicate keys, bytes behind an embedded NUL, a byte-order mark and invalid UTF-8 are errors.
// `name` stands in front of every message, so it should be the file's path.
Result<nlohmann::json> parse_json(std::string_view text, const std::string& name);
Result<nlohmann::json> read_json_file(const std::filesystem::path& path, std::uint64_t max_bytes);

// A whole number in [min, max] at object[key]; `fallback` where the key is absent. Floats such as 4.0, strings,
// booleans and null are errors that name the file and the key.
Result<std::int64_t> get_integer(const nlohmann::json& object, const char* key, std::int64_t min, std::int64_t max,
                                 const std::string& name);
Result<std::int64_t> get_integer_or(const nlohmann::json& object, const char* key, std::int64_t min, std::int64_t max,
                                    const std::string& name, std::int64_t fallback);

}  // namespace headscope
