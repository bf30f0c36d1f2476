#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/tokenizer.h"

namespace headscope {

// Walks over JSON text, which must outlive it. What takes or skips passes over white space first, and returns false, or
// none, at the first thing that is not as it must be; the scanner is of no use then.
class JsonScanner {
  public:
    explicit JsonScanner(std::string_view text) : text_(text) {}

    // The byte that comes next.
    std::size_t place() const { return at_; }
    bool is_at_end() {
        skip_space();
        return at_ == text_.size();
    }
    // The next character that is not white space; 0 at the end.
    char peek() {
        skip_space();
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(char expected) {
        if (peek() != expected) return false;
        ++at_;
        return true;
    }
    // Takes the comma before a further entry, or the bracket that closes; `is_open` is then false.
    bool take_comma_or(char closing, bool& is_open) {
        is_open = !take(closing);
        return !is_open || take(',');
    }

    // A string, decoded: valid UTF-8, and only until `room` is used again.
    std::optional<std::string_view> take_string(std::string& room);
    // A whole number that is an id: no sign, no fraction, no zero in front.
    std::optional<TokenId> take_id();
    // A number as reference_number reads it.
    std::optional<double> take_score();
    // Over a value of any kind, roughly: brackets are counted, not matched.
    bool skip_value();

  private:
    static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
    static bool is_plain(char c) { return c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20; }
    void skip_space() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    }
    bool skip_string();
    bool take_escape(std::string& out);
    std::optional<std::uint32_t> take_hex();

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace headscope
