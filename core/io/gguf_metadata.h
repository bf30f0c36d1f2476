#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"

namespace headscope {

// The types of metadata values and the numbers they have in a file.
enum class GgufType : std::uint32_t {
    kU8,
    kI8,
    kU16,
    kI16,
    kU32,
    kI32,
    kF32,
    kBool,
    kString,
    kArray,
    kU64,
    kI64,
    kF64
};

// A list of numbers or switches as it is stored.
struct GgufNumbers {
    GgufType element = GgufType::kU8;
    std::uint64_t count = 0;
    std::string bytes;  // little-endian
};

// A list of strings, all in one buffer. They need not be UTF-8.
struct GgufStrings {
    std::string bytes;
    std::vector<std::uint64_t> ends;  // of each string in `bytes`

    std::size_t size() const { return ends.size(); }
    std::string_view operator[](std::size_t i) const {
        const std::uint64_t begin = i == 0 ? 0 : ends[i - 1];
        return std::string_view(bytes).substr(begin, ends[i] - begin);
    }
};

struct GgufValue {
    GgufType type = GgufType::kU8;
    std::variant<std::uint64_t, std::int64_t, double, bool, std::string, GgufNumbers, GgufStrings> value;
};

// "u32", "a list".
const char* name_of(GgufType type);

// The metadata of a file: keys and values, and reading them as what they must be. Errors name file and key.
class GgufMetadata {
  public:
    explicit GgufMetadata(std::string name) : name_(std::move(name)) {}

    const std::string& name() const { return name_; }  // of the file, for messages
    // False if the key is there already.
    bool add(std::string key, GgufValue value) { return values_.emplace(std::move(key), std::move(value)).second; }
    bool has(const std::string& key) const { return values_.contains(key); }
    const std::map<std::string, GgufValue>& values() const { return values_; }

    // The value of a key; none (a null pointer for lists) where the key is absent.
    Result<std::optional<std::string>> find_string(const std::string& key) const;
    Result<std::optional<bool>> find_bool(const std::string& key) const;
    // A whole number of any type, from 0 to `max`.
    Result<std::optional<std::uint64_t>> find_integer(const std::string& key, std::uint64_t max) const;
    Result<const GgufStrings*> find_strings(const std::string& key) const;
    // A list of elements of one of two types.
    Result<const GgufNumbers*> find_numbers(const std::string& key, GgufType element, GgufType or_element) const;

    // "FILE: KEY: found …, expected …".
    Error unexpected(const std::string& key, const std::string& found, const std::string& expected) const;

  private:
    const GgufValue* find(const std::string& key) const;
    Error wrong_type(const std::string& key, const GgufValue& value, const std::string& expected) const;

    std::string name_;
    std::map<std::string, GgufValue> values_;
};

}  // namespace headscope
