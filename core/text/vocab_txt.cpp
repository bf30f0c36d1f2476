#include "core/text/vocab_txt.h"

#include <algorithm>
#include <optional>

#include "core/base/utf8.h"
#include "core/io/shown.h"
#include "core/text/unicode.h"

namespace headscope {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The line at `offset` without its line end; moves offset behind it.
std::string_view next_line(std::string_view text, std::size_t& offset) {
    const std::size_t end = std::min(text.find('\n', offset), text.size());
    const std::string_view line = text.substr(offset, end - offset);
    offset = end + 1;
    return line;
}

// Without white space at its end. The line must be valid UTF-8.
std::string_view trimmed(std::string_view line) {
    while (!line.empty()) {
        std::size_t last = line.size() - 1;
        while ((static_cast<unsigned char>(line[last]) & 0xC0) == 0x80) --last;
        if (!is_white_space(decode_at(line, last).value)) break;
        line = line.substr(0, last);
    }
    return line;
}

std::string quoted(std::string_view piece) {
    return "\"" + shown_text(piece, 60) + "\"";
}

}  // namespace

Result<Vocabulary> parse_vocab_txt(std::string_view text, const std::string& name, std::vector<std::string>& warnings) {
    if (text.empty()) return invalid(name + ": empty, expected one piece a line");
    if (text.starts_with(kByteOrderMark)) {
        warnings.push_back(name + ": begins with a byte-order mark, which is left out");
        text.remove_prefix(kByteOrderMark.size());
    }
    Vocabulary out;
    std::size_t repeated = 0;
    bool has_carriage_returns = false;
    TokenId id = 0;
    for (std::size_t offset = 0; offset < text.size(); ++id) {
        const std::string_view line = next_line(text, offset);
        const std::string here = ": line " + std::to_string(id + 1);
        if (!is_valid_utf8(line)) return invalid(name + here + ": bytes that are not UTF-8, expected UTF-8 text");
        has_carriage_returns = has_carriage_returns || line.ends_with('\r');
        const std::string_view piece = trimmed(line);
        if (piece.empty()) continue;
        switch (out.add(piece, id)) {
            case Vocabulary::Added::kNew:
                break;
            case Vocabulary::Added::kTooLong:
                return invalid(name + here + ": " + std::to_string(piece.size()) + " bytes long, expected at most " +
                               std::to_string(Vocabulary::kMaxPieceBytes));
            case Vocabulary::Added::kAlreadyThere:
                if (repeated++ == 0)
                    warnings.push_back(name + here + ": " + quoted(piece) + " comes again: its id is " +
                                       std::to_string(id) + ", no longer " + std::to_string(*out.find(piece)));
                out.change_id(piece, id);
                break;
        }
    }
    if (repeated > 1) warnings.back() += "; and so for " + std::to_string(repeated - 1) + " more";
    if (has_carriage_returns) warnings.push_back(name + ": lines end in CR LF; the CR is left out");
    out.sort_ids();
    return out;
}

std::string compare_vocab_txt(std::string_view text, const std::string& name, const Vocabulary& vocabulary) {
    if (!is_valid_utf8(text)) return name + ": not UTF-8; tokenizer.json is used";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    TokenId id = 0;
    for (std::size_t offset = 0; offset < text.size(); ++id) {
        const std::string_view piece = trimmed(next_line(text, offset));
        const std::optional<std::string_view> other = vocabulary.find_piece(id);
        if (piece.empty() || other == piece) continue;
        return name + ": line " + std::to_string(id + 1) + ": " + quoted(piece) + ", where tokenizer.json has " +
               (other ? quoted(*other) : "nothing") + " with the id " + std::to_string(id) + ": the latter is used";
    }
    const auto lines = static_cast<std::size_t>(id);
    if (lines < vocabulary.size())
        return name + ": " + std::to_string(lines) + " lines, where tokenizer.json has " +
               std::to_string(vocabulary.size()) + " pieces: the latter is used";
    return {};
}

}  // namespace headscope
