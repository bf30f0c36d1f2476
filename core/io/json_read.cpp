#include "core/io/json_read.h"

#include <utility>

#include "core/io/file.h"
#include "core/io/shown.h"
#include "core/io/strict_json.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

std::string value_text(const Json& value) {
    return shown_text(value.dump(-1, ' ', false, Json::error_handler_t::replace), 60);
}

Result<std::int64_t> checked_integer(const Json& value, std::int64_t min, std::int64_t max, const std::string& where) {
    if (value.is_number_unsigned()) {
        const auto number = value.get<std::uint64_t>();
        if (max >= 0 && number <= static_cast<std::uint64_t>(max) && static_cast<std::int64_t>(number) >= min)
            return static_cast<std::int64_t>(number);
    } else if (value.is_number_integer()) {
        const auto number = value.get<std::int64_t>();
        if (number >= min && number <= max) return number;
    }
    return invalid(where + ": " + value_text(value) + ", expected a whole number from " + std::to_string(min) + " to " +
                   std::to_string(max));
}

}  // namespace

Result<Json> parse_json(std::string_view text, const std::string& name) {
    StrictJsonBuilder builder;
    const Status parsed = parse_strict_json(text, name, builder);
    if (!parsed.is_ok()) return parsed.error();
    return std::move(builder.root);
}

Result<Json> read_json_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
    const Result<std::string> text = read_file(path, max_bytes);
    if (!text.has_value()) return text.error();
    return parse_json(text.value(), shown_path(path));
}

Result<std::int64_t> get_integer(const Json& object, const char* key, std::int64_t min, std::int64_t max,
                                 const std::string& name) {
    const std::string where = name + ": " + key;
    const auto found = object.find(key);
    if (found == object.end())
        return invalid(where + ": missing, expected a whole number from " + std::to_string(min) + " to " +
                       std::to_string(max));
    return checked_integer(*found, min, max, where);
}

Result<std::int64_t> get_integer_or(const Json& object, const char* key, std::int64_t min, std::int64_t max,
                                    const std::string& name, std::int64_t fallback) {
    const auto found = object.find(key);
    if (found == object.end()) return fallback;
    return checked_integer(*found, min, max, name + ": " + key);
}

}  // namespace headscope
