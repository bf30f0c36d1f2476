#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/matrix.h"
#include "core/io/json_write.h"

namespace headscope {

// Text of a JSON object that is put together from its start to its end. Members begin with a comma, so the object's
// first has to be written by hand. What is done may be taken out of `text` at any time.
struct JsonText {
    std::string text;
    const char* line_end = "\n";  // where a long object may be broken; "" keeps it on one line

    void key(const char* name) { text += std::string(", \"") + name + "\": "; }
    void string(const char* name, std::string_view value) {
        key(name);
        append_json_string(text, value);
    }
    void number(const char* name, Index value) {
        key(name);
        text += std::to_string(value);
    }
    void flag(const char* name, bool value) {
        key(name);
        text += value ? "true" : "false";
    }
    template <class Values, class Append>
    void list(const char* name, const Values& values, Append append) {
        key(name);
        text += '[';
        bool is_first = true;
        for (const auto& value : values) {
            if (!is_first) text += ", ";
            is_first = false;
            append(value);
        }
        text += ']';
    }
    void numbers(const char* name, const std::vector<Index>& values) {
        list(name, values, [&](Index value) { text += std::to_string(value); });
    }
    void new_line() { text += line_end; }

    void optional_string(const char* name, const std::optional<std::string>& value) {
        key(name);
        if (value) {
            append_json_string(text, *value);
        } else {
            text += "null";
        }
    }
};

}  // namespace headscope
