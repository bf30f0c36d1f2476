#include "core/text/model_json_scanner.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/base/utf8.h"
#include "core/text/reference_number.h"

namespace headscope {
namespace {

// Walks over JSON text. Every function returns false, or none, at the first thing that is not as it must be.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    std::size_t place() const { return at_; }
    void skip_space() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    }
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

    // A string, decoded: valid until `room` is used again.
    std::optional<std::string_view> take_string(std::string& room);
    std::optional<TokenId> take_id();
    std::optional<double> take_score();
    // Over a value of any kind, roughly: brackets are counted, not matched.
    bool skip_value();

  private:
    static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
    static bool is_plain(char c) { return c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20; }
    bool skip_string();
    bool take_escape(std::string& out);
    std::optional<std::uint32_t> take_hex();

    std::string_view text_;
    std::size_t at_ = 0;
};

std::optional<std::string_view> Scanner::take_string(std::string& room) {
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

bool Scanner::take_escape(std::string& out) {
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

std::optional<std::uint32_t> Scanner::take_hex() {
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

std::optional<TokenId> Scanner::take_id() {
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

std::optional<double> Scanner::take_score() {
    skip_space();
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ']' && !is_space(text_[at_])) ++at_;
    return reference_number(text_.substr(begin, at_ - begin));
}

bool Scanner::skip_string() {
    for (++at_; at_ < text_.size(); ++at_) {
        if (text_[at_] == '\\')
            ++at_;
        else if (text_[at_] == '"')
            return ++at_, true;
    }
    return false;
}

bool Scanner::skip_value() {
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

bool take_vocabulary(Scanner& scanner, Vocabulary& out) {
    std::string room;
    if (!scanner.take('{')) return false;
    if (scanner.take('}')) return true;
    for (bool is_open = true; is_open;) {
        const auto piece = scanner.take_string(room);
        if (!piece || !scanner.take(':')) return false;
        const auto id = scanner.take_id();
        if (!id || out.add(*piece, *id) != Vocabulary::Added::kNew) return false;
        if (!scanner.take_comma_or('}', is_open)) return false;
    }
    return true;
}

bool take_scored_pieces(Scanner& scanner, ScoredPieces& out) {
    std::string room;
    if (!scanner.take('[')) return false;
    if (scanner.take(']')) return true;
    for (bool is_open = true; is_open;) {
        if (!scanner.take('[')) return false;
        const auto piece = scanner.take_string(room);
        if (!piece || !scanner.take(',')) return false;
        const auto score = scanner.take_score();
        if (!score || !out.add(*piece, *score) || !scanner.take(']')) return false;
        if (!scanner.take_comma_or(']', is_open)) return false;
    }
    return true;
}

bool take_merges(Scanner& scanner, MergeList& out) {
    std::string left_room;
    std::string right_room;
    if (!scanner.take('[')) return false;
    if (scanner.take(']')) return true;
    const bool is_old_style = scanner.peek() == '"';
    for (bool is_open = true; is_open;) {
        if (is_old_style) {
            const auto line = scanner.take_string(left_room);
            if (!line) return false;
            if (!line->starts_with(kMergesVersion)) {
                const auto parts = split_merge(*line);
                if (!parts || !out.add(parts->first, parts->second)) return false;
            }
        } else {
            if (!scanner.take('[')) return false;
            const auto left = scanner.take_string(left_room);
            if (!left || !scanner.take(',')) return false;
            const auto right = scanner.take_string(right_room);
            if (!right || !scanner.take(']') || !out.add(*left, *right)) return false;
        }
        if (!scanner.take_comma_or(']', is_open)) return false;
    }
    return true;
}

class ModelScanner {
  public:
    explicit ModelScanner(std::string_view text) : text_(text), scanner_(text) {}

    std::optional<ScannedModelJson> scan() {
        if (!members([&](std::string_view key) {
                return key == "model" && scanner_.peek() == '{'
                           ? members([&](std::string_view part) { return take_part(part); })
                           : scanner_.skip_value();
            }))
            return std::nullopt;
        out_.rest.append(text_.substr(kept_));
        return std::move(out_);
    }

  private:
    // Calls f(key) before the value of each member of an object, to go over it.
    template <class F>
    bool members(F&& f) {
        std::string room;
        if (!scanner_.take('{')) return false;
        if (scanner_.take('}')) return true;
        for (bool is_open = true; is_open;) {
            const auto key = scanner_.take_string(room);
            if (!key || !scanner_.take(':') || !f(*key)) return false;
            if (!scanner_.take_comma_or('}', is_open)) return false;
        }
        return true;
    }

    bool take_part(std::string_view key) {
        const char first = scanner_.peek();
        const std::size_t begin = scanner_.place();
        ModelParts& parts = out_.parts;
        if (key == "vocab" && first == '{' && !parts.vocabulary) {
            if (!take_vocabulary(scanner_, parts.vocabulary.emplace())) return false;
        } else if (key == "vocab" && first == '[' && !parts.scored_pieces) {
            if (!take_scored_pieces(scanner_, parts.scored_pieces.emplace())) return false;
        } else if (key == "merges" && first == '[' && !parts.merges) {
            if (!take_merges(scanner_, parts.merges.emplace())) return false;
        } else {
            return scanner_.skip_value();
        }
        out_.rest.append(text_.substr(kept_, begin - kept_)).append(first == '{' ? "{}" : "[]");
        kept_ = scanner_.place();
        return true;
    }

    std::string_view text_;
    Scanner scanner_;
    std::size_t kept_ = 0;  // up to where the text is in out_.rest
    ScannedModelJson out_;
};

}  // namespace

std::optional<ScannedModelJson> scan_model_json(std::string_view text) {
    return ModelScanner(text).scan();
}

std::optional<Vocabulary> scan_vocabulary(std::string_view text) {
    Scanner scanner(text);
    Vocabulary out;
    if (!take_vocabulary(scanner, out) || !scanner.is_at_end()) return std::nullopt;
    return out;
}

}  // namespace headscope
