#include "core/text/json_scanner.h"

#include <limits>

#include "core/base/utf8.h"
#include "core/text/reference_number.h"

namespace headscope {

std::optional<std::string_view> JsonScanner::take_string(std::string& room) {
    if (!take('"')) return std::nullopt;
    const std::size_t begin = at_;
    unsigned char seen = 0;
    while (at_ < text_.size() && is_plain(text_[at_])) seen |= static_cast<unsigned char>(text_[at_++]);
    if (at_ == text_.size()) return std::nullopt;
    std::string_view out = text_.substr(begin, at_ - begin);
    if (text_[at_] != '"') {
        room.assign(out);
        while (at_ < text_.size() && text_[at_] != '"') {
            if (text_[at_] == '\\') {
                if (!take_escape(room)) return std::nullopt;
            } else if (is_plain(text_[at_])) {
                seen |= static_cast<unsigned char>(text_[at_]);
                room.push_back(text_[at_++]);
            } else {
                return std::nullopt;
            }
        }
        if (at_ == text_.size()) return std::nullopt;
        out = room;
    }
    ++at_;
    if (seen >= 0x80 && !is_valid_utf8(out)) return std::nullopt;
    return out;
}

bool JsonScanner::take_escape(std::string& out) {
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    if (++at_ == text_.size()) return false;
    const char letter = text_[at_++];
    if (const std::size_t which = kLetters.find(letter); which != std::string_view::npos) {
        out.push_back(kMeanings[which]);
        return true;
    }
    if (letter != 'u') return false;
    const std::optional<std::uint32_t> unit = take_hex();
    if (!unit) return false;
    char32_t point = *unit;
    if (point >= 0xD800 && point < 0xE000) {
        if (point >= 0xDC00 || !text_.substr(at_).starts_with("\\u")) return false;
        at_ += 2;
        const std::optional<std::uint32_t> low = take_hex();
        if (!low || *low < 0xDC00 || *low >= 0xE000) return false;
        point = 0x10000 + ((point - 0xD800) << 10) + (*low - 0xDC00);
    }
    append_utf8(out, point);
    return true;
}

std::optional<std::uint32_t> JsonScanner::take_hex() {
    if (text_.size() - at_ < 4) return std::nullopt;
    std::uint32_t out = 0;
    for (int i = 0; i < 4; ++i) {
        const char c = text_[at_++];
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0) return std::nullopt;
        out = out << 4 | static_cast<std::uint32_t>(digit);
    }
    return out;
}

std::optional<TokenId> JsonScanner::take_id() {
    skip_space();
    const std::size_t begin = at_;
    std::int64_t value = 0;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
        value = value * 10 + (text_[at_++] - '0');
        if (value > std::numeric_limits<TokenId>::max()) return std::nullopt;
    }
    const std::size_t digits = at_ - begin;
    if (digits == 0 || (digits > 1 && text_[begin] == '0')) return std::nullopt;
    return static_cast<TokenId>(value);
}

std::optional<double> JsonScanner::take_score() {
    skip_space();
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ']' && !is_space(text_[at_])) ++at_;
    return reference_number(text_.substr(begin, at_ - begin));
}

bool JsonScanner::skip_string() {
    for (++at_; at_ < text_.size(); ++at_) {
        if (text_[at_] == '\\')
            ++at_;
        else if (text_[at_] == '"')
            return ++at_, true;
    }
    return false;
}

bool JsonScanner::skip_value() {
    std::size_t depth = 0;
    do {
        switch (peek()) {
            case '\0':
            case ',':
            case ':':
                if (depth == 0 || at_ == text_.size()) return false;
                ++at_;
                break;
            case '{':
            case '[':
                ++depth;
                ++at_;
                break;
            case '}':
            case ']':
                if (depth == 0) return false;
                --depth;
                ++at_;
                break;
            case '"':
                if (!skip_string()) return false;
                break;
            default:
                while (at_ < text_.size() && !is_space(text_[at_]) &&
                       std::string_view(",:{}[]\"").find(text_[at_]) == std::string_view::npos)
                    ++at_;
        }
    } while (depth > 0);
    return true;
}

}  // namespace headscope
