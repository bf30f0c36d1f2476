#include "core/text/json_part.h"

#include "core/io/shown.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

// object[key] if it is there and of the kind asked for.
template <class T>
Result<T> read_member(const Json& object, const char* key, const std::string& where,
                      bool (Json::*is_kind)() const noexcept, const char* kind) {
    const auto found = object.find(key);
    if (found == object.end()) return invalid(where + ": " + key + ": missing, expected " + kind);
    if (!(*found.*is_kind)())
        return invalid(where + ": " + key + ": found " + shown_json(*found) + ", expected " + kind);
    return found->template get<T>();
}

}  // namespace

Result<std::string> read_part_type(const Json& part, const std::string& where) {
    if (!part.is_object()) return invalid(where + ": found " + shown_json(part) + ", expected an object or null");
    return read_string(part, "type", where);
}

Error unknown_part_type(const std::string& type, const std::string& where, const std::string& expected) {
    return unsupported(where + ": unknown type \"" + shown_text(type, 60) + "\", expected " + expected);
}

Result<bool> read_bool(const Json& object, const char* key, const std::string& where) {
    return read_member<bool>(object, key, where, &Json::is_boolean, "true or false");
}

Result<std::string> read_string(const Json& object, const char* key, const std::string& where) {
    return read_member<std::string>(object, key, where, &Json::is_string, "a string");
}

std::string shown_json(const Json& value) {
    return shown_text(value.dump(-1, ' ', false, Json::error_handler_t::replace), 60);
}

}  // namespace headscope
