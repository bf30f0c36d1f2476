#include "core/text/word_level.h"

#include <optional>
#include <utility>

#include "core/base/utf8.h"

namespace headscope {
namespace {

class WordLevel : public TokenModel {
  public:
    WordLevel(Vocabulary vocabulary, const std::string& unk_token, std::string where)
        : vocabulary_(std::move(vocabulary)),
          unk_token_(unk_token),
          unknown_(vocabulary_.find(unk_token)),
          where_(std::move(where)) {}

    Status tokenize(const NormalizedText& text, const std::vector<CharRange>& words,
                    std::vector<ModelToken>& out) const override {
        std::string piece;
        for (std::uint32_t word = 0; word < words.size(); ++word) {
            piece.clear();
            for (std::uint32_t i = words[word].begin; i < words[word].end; ++i) append_utf8(piece, text[i]);
            const std::optional<TokenId> known = vocabulary_.find(piece);
            if (!known && !unknown_) return missing_unknown_token(where_, unk_token_, piece);
            out.push_back({known ? *known : *unknown_, words[word], word, !known});
        }
        return {};
    }

    std::optional<TokenId> find_id(std::string_view piece) const override { return vocabulary_.find(piece); }
    std::optional<std::string_view> find_piece(TokenId id) const override { return vocabulary_.find_piece(id); }
    std::size_t vocabulary_size() const override { return vocabulary_.size(); }
    std::string kind() const override { return "WordLevel"; }

  private:
    Vocabulary vocabulary_;
    std::string unk_token_;
    std::optional<TokenId> unknown_;
    std::string where_;
};

}  // namespace

std::unique_ptr<const TokenModel> make_word_level(Vocabulary vocabulary, const std::string& unk_token,
                                                  const std::string& where) {
    return std::make_unique<WordLevel>(std::move(vocabulary), unk_token, where);
}

}  // namespace headscope
