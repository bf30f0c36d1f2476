#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/text/char_set.h"

namespace headscope {

// A place in the text of a pattern, and the first thing found wrong with it.
class RegexReader {
  public:
    RegexReader(const std::string& pattern, std::string where);

    bool at_end() const { return place_ == text_.size(); }
    // Not at the end:
    char32_t next() const { return text_[place_]; }
    void skip() { ++place_; }

    std::size_t place() const { return place_; }
    void rewind(std::size_t place) { place_ = place; }
    // Goes past what is asked for if it comes next.
    bool take(char32_t c);
    bool take(std::string_view ascii);
    // True if a character comes later on.
    bool comes_later(char32_t c) const;
    // Digits; none if there are none or, a failure, they make more than `most`.
    std::optional<std::uint32_t> take_number(std::uint32_t most);
    // Up to `most` hexadecimal digits.
    std::optional<char32_t> take_hexadecimal(int most);
    // The name of a group and its closing > or '.
    bool skip_group_name();
    // What follows, for messages.
    std::string shown_rest() const;

    // Keeps the first failure. `found` completes "found …".
    void fail_invalid(const std::string& found);
    void fail_unsupported(const std::string& found);
    bool failed() const { return error_.has_value(); }
    const Error& error() const { return *error_; }

  private:
    std::string message(const std::string& found, const char* expected) const;

    std::vector<char32_t> text_;
    std::size_t place_ = 0;
    std::string where_;
    std::string pattern_;
    std::optional<Error> error_;
};

// An escape such as \n or \x{1F600} for one character, at its backslash. None after a failure.
std::optional<char32_t> parse_escaped_character(RegexReader& reader);

// \p{…} or \P{…}, at its backslash. None after a failure.
std::optional<CharSet> parse_regex_property(RegexReader& reader);

// In ICU's syntax.
std::string escaped(char32_t c);
std::string set_text(const CharSet& set);

}  // namespace headscope
