#include "core/io/gguf_metadata.h"

#include <array>

namespace headscope {

const char* name_of(GgufType type) {
    static constexpr std::array<const char*, 13> names{"u8",   "i8",     "u16",    "i16", "u32", "i32", "f32",
                                                       "bool", "string", "a list", "u64", "i64", "f64"};
    return names[static_cast<std::size_t>(type)];
}

const GgufValue* GgufMetadata::find(const std::string& key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : &found->second;
}

Error GgufMetadata::unexpected(const std::string& key, const std::string& found, const std::string& expected) const {
    return invalid(name_ + ": " + key + ": found " + found + ", expected " + expected);
}

Error GgufMetadata::wrong_type(const std::string& key, const GgufValue& value, const std::string& expected) const {
    std::string found = "a value of type ";
    if (const auto* numbers = std::get_if<GgufNumbers>(&value.value))
        found = std::string("a list of ") + name_of(numbers->element);
    else if (std::holds_alternative<GgufStrings>(value.value))
        found = "a list of strings";
    else
        found += name_of(value.type);
    return unexpected(key, found, expected);
}

Result<std::optional<std::string>> GgufMetadata::find_string(const std::string& key) const {
    const GgufValue* value = find(key);
    if (value == nullptr) return std::optional<std::string>();
    if (const auto* text = std::get_if<std::string>(&value->value)) return std::optional<std::string>(*text);
    return wrong_type(key, *value, "a string");
}

Result<std::optional<bool>> GgufMetadata::find_bool(const std::string& key) const {
    const GgufValue* value = find(key);
    if (value == nullptr) return std::optional<bool>();
    if (const auto* flag = std::get_if<bool>(&value->value)) return std::optional<bool>(*flag);
    return wrong_type(key, *value, "a bool");
}

Result<std::optional<std::uint64_t>> GgufMetadata::find_integer(const std::string& key, std::uint64_t max) const {
    const GgufValue* value = find(key);
    if (value == nullptr) return std::optional<std::uint64_t>();
    std::uint64_t number = 0;
    if (const auto* natural = std::get_if<std::uint64_t>(&value->value)) {
        number = *natural;
    } else if (const auto* whole = std::get_if<std::int64_t>(&value->value)) {
        if (*whole < 0) return unexpected(key, std::to_string(*whole), "0 to " + std::to_string(max));
        number = static_cast<std::uint64_t>(*whole);
    } else {
        return wrong_type(key, *value, "a whole number");
    }
    if (number > max) return unexpected(key, std::to_string(number), "0 to " + std::to_string(max));
    return std::optional<std::uint64_t>(number);
}

Result<const GgufStrings*> GgufMetadata::find_strings(const std::string& key) const {
    const GgufValue* value = find(key);
    if (value == nullptr) return static_cast<const GgufStrings*>(nullptr);
    if (const auto* strings = std::get_if<GgufStrings>(&value->value)) return strings;
    return wrong_type(key, *value, "a list of strings");
}

Result<const GgufNumbers*> GgufMetadata::find_numbers(const std::string& key, GgufType element,
                                                      GgufType or_element) const {
    const GgufValue* value = find(key);
    if (value == nullptr) return static_cast<const GgufNumbers*>(nullptr);
    const auto* numbers = std::get_if<GgufNumbers>(&value->value);
    if (numbers && (numbers->element == element || numbers->element == or_element)) return numbers;
    return wrong_type(key, *value, std::string("a list of ") + name_of(element));
}

}  // namespace headscope
