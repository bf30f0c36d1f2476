#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/text/normalized_text.h"
#include "core/text/tokenizer.h"

namespace headscope {

// A piece that a word was cut into.
struct ModelToken {
    TokenId id = 0;
    CharRange chars;          // in the normalized text; may be empty
    std::uint32_t word = 0;   // index into the words that were given
    bool is_unknown = false;  // stands for characters that the vocabulary cannot spell
    bool is_written = false;  // the reference calls the token by its characters, not by the vocabulary's string
    std::shared_ptr<const std::string> written = nullptr;  // or by this string, if there is one
};

// Cuts words into pieces of a vocabulary: WordPiece, BPE, Unigram and their like.
class TokenModel {
  public:
    virtual ~TokenModel() = default;
    // Appends the pieces of each word, in order. Fails where a word needs the token for unknowns and there is none.
    virtual Status tokenize(const NormalizedText& text, const std::vector<CharRange>& words,
                            std::vector<ModelToken>& out) const = 0;
    virtual std::optional<TokenId> find_id(std::string_view piece) const = 0;
    virtual std::optional<std::string_view> find_piece(TokenId id) const = 0;
    virtual std::size_t vocabulary_size() const = 0;
    virtual std::string kind() const = 0;  // "WordPiece"
};

// The error of a word that needs the token for unknowns where the vocabulary has none. `where` is "FILE: model".
Error missing_unknown_token(const std::string& where, const std::string& unk_token, const std::string& word);

}  // namespace headscope
