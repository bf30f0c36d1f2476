#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/state/view_state.h"
#include "core/base/result.h"

namespace headscope {

// Reads keys of one object of a session's file; a key that is not there gives a default. `name` says in messages which
// object it is. Keeps the first error. The object must outlive it.
class SessionFields {
  public:
    using json = nlohmann::json;
    static constexpr Index kMostTokens = 1'000'000'000;

    SessionFields(const json& object, std::string name) : object_(object), name_(std::move(name)) {}

    std::string text(const char* key) {
        const json* value = find(key);
        if (value == nullptr) return {};
        if (value->is_string()) return value->get<std::string>();
        fail(key, "a string");
        return {};
    }
    bool flag(const char* key, bool otherwise) {
        const json* value = find(key);
        if (value == nullptr) return otherwise;
        if (value->is_boolean()) return value->get<bool>();
        fail(key, "true or false");
        return otherwise;
    }
    // [zoom, x, y]
    GridPlace place(const char* key) {
        const json* value = find(key);
        if (value == nullptr) return {};
        const bool is_place = value->is_array() && value->size() == 3 &&
                              std::all_of(value->begin(), value->end(), [](const json& n) { return n.is_number(); });
        if (!is_place) {
            fail(key, "[zoom, x, y]");
            return {};
        }
        const GridPlace place{(*value)[0].get<float>(), (*value)[1].get<float>(), (*value)[2].get<float>()};
        return {std::clamp(place.zoom, 1.0F, 64.0F), std::clamp(place.x, 0.0F, 1.0F), std::clamp(place.y, 0.0F, 1.0F)};
    }
    std::optional<Index> token(const char* key) {
        const json* value = find(key);
        if (value == nullptr) return std::nullopt;
        if (is_index(*value)) return value->get<Index>();
        fail(key, "a token's number");
        return std::nullopt;
    }
    // `count` numbers; none where the key is not there.
    std::optional<std::vector<double>> numbers(const char* key, std::size_t count) {
        const json* value = find(key);
        if (value == nullptr) return std::nullopt;
        std::vector<double> read;
        for (const json& number : *value)
            if (number.is_number()) read.push_back(number.get<double>());
        if (value->is_array() && value->size() == count && read.size() == count) return read;
        fail(key, "a list of as many numbers as this program writes");
        return std::nullopt;
    }
    HeadRef head(const char* key) {
        const json* value = find(key);
        return value == nullptr ? HeadRef() : head_of(key, *value);
    }
    std::vector<HeadRef> heads(const char* key) {
        const json* value = find(key);
        std::vector<HeadRef> heads;
        if (value == nullptr) return heads;
        if (!value->is_array()) fail(key, "a list of [layer, head]");
        for (std::size_t i = 0; value->is_array() && i < std::min(value->size(), kMostHeads); ++i)
            heads.push_back(head_of(key, (*value)[i]));
        return heads;
    }
    // The place of a word among those allowed; the enumerators stand in that order.
    template <class Enum, std::size_t n>
    Enum choice(const char* key, const std::array<const char*, n>& words, Enum otherwise) {
        const json* value = find(key);
        if (value == nullptr) return otherwise;
        for (std::size_t i = 0; i < n; ++i) {
            if (*value == words[i]) return static_cast<Enum>(i);
        }
        fail(key, "one of the words that this program writes");
        return otherwise;
    }
    const json* object(const char* key) {
        const json* value = find(key);
        if (value != nullptr && value->is_object()) return value;
        fail(key, "an object");
        return nullptr;
    }
    const json* find(const char* key) const {
        const auto found = object_.find(key);
        return found == object_.end() || found->is_null() ? nullptr : &*found;
    }
    const Status& status() const { return status_; }

  private:
    static bool is_index(const json& value) {
        return value.is_number_unsigned() && value.get<std::uint64_t>() <= static_cast<std::uint64_t>(kMostTokens);
    }
    HeadRef head_of(const char* key, const json& value) {
        if (value.is_array() && value.size() == 2 && is_index(value[0]) && is_index(value[1]))
            return {value[0].get<Index>(), value[1].get<Index>()};
        fail(key, "[layer, head]");
        return {};
    }
    void fail(const char* key, const char* expected) {
        if (status_.is_ok()) status_ = invalid(name_ + ": " + key + ": expected " + expected);
    }

    static constexpr std::size_t kMostHeads = 100'000;

    const json& object_;
    std::string name_;
    Status status_;
};

}  // namespace headscope
