#include "core/text/wordpiece.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/utf8.h"
#include "core/io/json_read.h"
#include "core/io/shown.h"
#include "core/text/json_part.h"

namespace headscope {
namespace {

class WordPiece : public TokenModel {
  public:
    WordPiece(Vocabulary vocabulary, WordPieceOptions options, std::string where)
        : vocabulary_(std::move(vocabulary)),
          options_(std::move(options)),
          unknown_(vocabulary_.find(options_.unk_token)),
          where_(std::move(where)) {
        word_hash_.add(options_.word_prefix);
        prefix_hash_.add(options_.continuing_subword_prefix);
    }

    Status tokenize(const NormalizedText& text, const std::vector<CharRange>& words,
                    std::vector<ModelToken>& out) const override {
        std::string tail;
        for (std::uint32_t word = 0; word < words.size(); ++word) {
            const std::size_t before = out.size();
            if (words[word].size() <= options_.max_input_chars_per_word && cut(text, words[word], word, out, tail))
                continue;
            out.resize(before);
            if (!unknown_) return missing_unknown_token(where_, options_.unk_token, text.utf8(words[word]));
            out.push_back({*unknown_, words[word], word, true});
        }
        return {};
    }

    std::optional<TokenId> find_id(std::string_view piece) const override { return vocabulary_.find(piece); }
    std::optional<std::string_view> find_piece(TokenId id) const override { return vocabulary_.find_piece(id); }
    std::size_t vocabulary_size() const override { return vocabulary_.size(); }
    std::string kind() const override { return "WordPiece"; }

  private:
    // False if the vocabulary cannot spell the word. `tail` is room to work in.
    bool cut(const NormalizedText& text, CharRange range, std::uint32_t word, std::vector<ModelToken>& out,
             std::string& tail) const {
        for (std::uint32_t begin = range.begin; begin < range.end;) {
            const bool is_first = begin == range.begin;
            const std::string_view head = is_first ? options_.word_prefix : options_.continuing_subword_prefix;
            RollingHash hash = is_first ? word_hash_ : prefix_hash_;
            std::optional<ModelToken> longest;
            tail.clear();
            for (std::uint32_t end = begin; end < range.end;) {
                const std::size_t known = tail.size();
                append_utf8(tail, text[end++]);
                if (head.size() + tail.size() > vocabulary_.longest_piece()) break;
                hash.add(std::string_view(tail).substr(known));
                if (const std::optional<TokenId> id = vocabulary_.find(hash, head, tail))
                    longest = ModelToken{*id, {begin, end}, word, false};
            }
            if (!longest) return false;
            out.push_back(*longest);
            begin = longest->chars.end;
        }
        return true;
    }

    Vocabulary vocabulary_;
    WordPieceOptions options_;
    std::optional<TokenId> unknown_;
    std::string where_;
    RollingHash word_hash_;
    RollingHash prefix_hash_;
};

}  // namespace

std::unique_ptr<const TokenModel> make_wordpiece(Vocabulary vocabulary, WordPieceOptions options,
                                                 const std::string& where) {
    return std::make_unique<WordPiece>(std::move(vocabulary), std::move(options), where);
}

Result<WordPieceOptions> parse_wordpiece_options(const nlohmann::json& model, const std::string& where) {
    WordPieceOptions options;
    const Result<std::string> unknown = read_string(model, "unk_token", where);
    if (!unknown.has_value()) return unknown.error();
    options.unk_token = unknown.value();
    const Result<std::string> prefix = read_string(model, "continuing_subword_prefix", where);
    if (!prefix.has_value()) return prefix.error();
    options.continuing_subword_prefix = prefix.value();
    const Result<std::int64_t> longest =
        get_integer(model, "max_input_chars_per_word", 0, std::numeric_limits<std::int64_t>::max(), where);
    if (!longest.has_value()) return longest.error();
    options.max_input_chars_per_word = static_cast<std::uint64_t>(longest.value());
    return options;
}

}  // namespace headscope
