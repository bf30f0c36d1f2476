#include "core/text/regex_reader.h"

#include <array>
#include <utility>

#include "core/base/utf8.h"
#include "core/io/shown.h"
#include "core/text/normalized_text.h"
#include "core/text/regex_classes.h"

namespace headscope {
namespace {

std::optional<std::uint32_t> hexadecimal_value(char32_t c) {
    if (c >= U'0' && c <= U'9') return c - U'0';
    if ((c | 0x20) >= U'a' && (c | 0x20) <= U'f') return (c | 0x20) - U'a' + 10;
    return std::nullopt;
}

void append_hexadecimal(std::string& out, char32_t c) {
    std::array<char, 8> digits{};
    std::size_t count = 0;
    do {
        digits[count++] = "0123456789abcdef"[c & 0xF];
        c >>= 4;
    } while (c != 0);
    while (count > 0) out += digits[--count];
}

}  // namespace

RegexReader::RegexReader(const std::string& pattern, std::string where)
    : text_(NormalizedText(pattern).values()), where_(std::move(where)), pattern_(pattern) {}

bool RegexReader::take(char32_t c) {
    if (at_end() || next() != c) return false;
    skip();
    return true;
}

bool RegexReader::take(std::string_view ascii) {
    if (text_.size() - place_ < ascii.size()) return false;
    for (std::size_t i = 0; i < ascii.size(); ++i)
        if (text_[place_ + i] != static_cast<unsigned char>(ascii[i])) return false;
    place_ += ascii.size();
    return true;
}

bool RegexReader::comes_later(char32_t c) const {
    for (std::size_t i = place_; i < text_.size(); ++i)
        if (text_[i] == c) return true;
    return false;
}

std::optional<std::uint32_t> RegexReader::take_number(std::uint32_t most) {
    std::optional<std::uint32_t> out;
    for (; !at_end() && next() >= U'0' && next() <= U'9'; skip()) {
        out = out.value_or(0) * 10 + (next() - U'0');
        if (*out > most) {
            fail_invalid("a repetition of more than " + std::to_string(most) + " times");
            return std::nullopt;
        }
    }
    return out;
}

std::optional<char32_t> RegexReader::take_hexadecimal(int most) {
    std::optional<char32_t> out;
    for (int i = 0; i < most && !at_end(); ++i, skip()) {
        const std::optional<std::uint32_t> value = hexadecimal_value(next());
        if (!value) break;
        out = out.value_or(0) << 4 | *value;
    }
    return out;
}

bool RegexReader::skip_group_name() {
    const std::size_t start = place_;
    for (; !at_end(); skip()) {
        const char32_t c = next();
        if (c == U'>' || c == U'\'') {
            if (place_ == start) break;
            skip();
            return true;
        }
        const bool is_letter = (c | 0x20) >= U'a' && (c | 0x20) <= U'z';
        const bool is_digit = c >= U'0' && c <= U'9';
        if (!is_letter && c != U'_' && (!is_digit || place_ == start)) break;
    }
    fail_unsupported("a group whose name is not of Latin letters, digits and underscores");
    return false;
}

std::string RegexReader::shown_rest() const {
    std::string out;
    for (std::size_t i = place_; i < text_.size() && i < place_ + 8; ++i) append_utf8(out, text_[i]);
    return shown_text(out);
}

std::string RegexReader::message(const std::string& found, const char* expected) const {
    return where_ + ": the pattern " + shown_text(pattern_) + ": found " + found + " at character " +
           std::to_string(place_) + ", expected " + expected;
}

void RegexReader::fail_invalid(const std::string& found) {
    if (!error_) error_ = invalid(message(found, "a regular expression that Oniguruma takes"));
}

void RegexReader::fail_unsupported(const std::string& found) {
    if (!error_) error_ = unsupported(message(found, "what has the same meaning here"));
}

std::optional<char32_t> parse_escaped_character(RegexReader& reader) {
    reader.skip();
    if (reader.at_end()) {
        reader.fail_invalid("a \\ at the end");
        return std::nullopt;
    }
    const char32_t c = reader.next();
    const std::string shown = "\\" + reader.shown_rest();
    reader.skip();
    switch (c) {
        case U't':
            return U'\t';
        case U'n':
            return U'\n';
        case U'r':
            return U'\r';
        case U'f':
            return U'\f';
        case U'v':
            return U'\v';
        case U'a':
            return U'\a';
        case U'e':
            return 0x1B;
        case U'x':
        case U'u': {
            const bool has_braces = c == U'x' && reader.take(U'{');
            const std::size_t start = reader.place();
            const std::optional<char32_t> value = reader.take_hexadecimal(has_braces ? 8 : c == U'x' ? 2 : 4);
            const bool is_whole = has_braces ? reader.take(U'}') : c == U'x' || reader.place() == start + 4;
            const bool is_scalar = value && *value <= kLastCodePoint && (*value < 0xD800 || *value > 0xDFFF);
            // \x80 to \xff are bytes of UTF-8 and no characters.
            if (is_whole && is_scalar && (has_braces || c == U'u' || *value < 0x80)) return value;
            break;
        }
        case U'0': {
            char32_t value = 0;
            for (int i = 0; i < 2 && !reader.at_end() && reader.next() >= U'0' && reader.next() <= U'7'; ++i) {
                value = value * 8 + (reader.next() - U'0');
                reader.skip();
            }
            return value;
        }
        default: {
            const bool is_letter = (c | 0x20) >= U'a' && (c | 0x20) <= U'z';
            const bool is_digit = c >= U'1' && c <= U'9';
            // The other letters have a meaning, or may get one.
            if (is_digit || (is_letter && c != U'q')) break;
            return c;
        }
    }
    reader.fail_unsupported("the escape " + shown);
    return std::nullopt;
}

std::optional<CharSet> parse_regex_property(RegexReader& reader) {
    reader.skip();
    bool is_inverted = reader.next() == U'P';
    reader.skip();
    if (!reader.take(U'{')) {
        reader.fail_unsupported("a property without braces");
        return std::nullopt;
    }
    if (reader.take(U'^')) is_inverted = !is_inverted;
    std::string name;
    for (; !reader.at_end() && reader.next() != U'}'; reader.skip()) append_utf8(name, reader.next());
    if (!reader.take(U'}')) {
        reader.fail_invalid("a property without its }");
        return std::nullopt;
    }
    std::optional<CharSet> set = property_class(name);
    if (!set) {
        reader.fail_unsupported("the property {" + shown_text(name, 60) + "}");
        return std::nullopt;
    }
    return is_inverted ? set->inverted() : *std::move(set);
}

std::string escaped(char32_t c) {
    std::string out = "\\x{";
    append_hexadecimal(out, c);
    return out + "}";
}

std::string set_text(const CharSet& set) {
    if (set.is_empty()) return "(?:(?!))";
    std::string out = "[";
    for (const CodePointRange& range : set.ranges()) {
        out += "\\x{";
        append_hexadecimal(out, range.first);
        if (range.first < range.last) {
            out += "}-\\x{";
            append_hexadecimal(out, range.last);
        }
        out += "}";
    }
    return out + "]";
}

}  // namespace headscope
