#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/text/normalized_text.h"
#include "core/text/normalizer.h"
#include "core/text/token_model.h"

namespace headscope {

// A string that is one token wherever it stands in the text, such as [MASK].
struct AddedToken {
    std::string content;
    TokenId id = 0;
    bool single_word = false;  // not where a word character (\w) touches it
    bool lstrip = false;       // takes the white space before it along
    bool rstrip = false;       // and the white space behind it
    bool normalized = false;   // searched after normalizing, in its own normalized form; else in the raw text
    bool special = false;      // means something to the model; may be told to be ordinary text
};

// A stretch of text: one added token, or text for the rest of the pipeline (token null).
struct AddedSplit {
    CharRange chars;
    const AddedToken* token = nullptr;
};

// The added tokens of a tokenizer and the search for them. Immutable once made.
class AddedTokens {
  public:
    AddedTokens() = default;
    // The value of "added_tokens" in a tokenizer.json. Ids are those of the reference: the model's where the content is
    // a piece of it, else counted on from the vocabulary's size; others asked for are told in `warnings`. Empty
    // contents are left out. `normalizer` may be null.
    static Result<AddedTokens> parse(const nlohmann::json& value, const TokenModel& model, const Normalizer* normalizer,
                                     const std::string& name, std::vector<std::string>& warnings);
    // Those given, with ids as they are. Fails only where the normalizer does.
    static Result<AddedTokens> make(std::vector<AddedToken> tokens, const Normalizer* normalizer);

    enum class Stage { kRaw, kNormalized };
    // Cuts the text at the tokens of a stage: leftmost first, the longest of those that begin at one place. Stretches
    // come in order and are not empty; where a token with rstrip took white space that another token holds, they
    // overlap.
    std::vector<AddedSplit> split(const NormalizedText& text, Stage stage, bool specials_as_text) const;

    const AddedToken* find(TokenId id) const;
    const std::vector<AddedToken>& tokens() const { return tokens_; }

  private:
    // Finds patterns in a text: the patterns in order of their code points, narrowed down character by character.
    struct Search {
        struct Pattern {
            std::vector<char32_t> text;
            std::uint32_t token = 0;  // index into tokens_
        };
        std::vector<Pattern> patterns;
        std::unordered_map<char32_t, CharRange> by_first;  // first character -> patterns that begin with it

        void sort();
        struct Match {
            std::uint32_t token = 0;
            std::uint32_t end = 0;
        };
        // The longest pattern that begins at `begin`.
        std::optional<Match> match_at(const std::vector<char32_t>& text, std::uint32_t begin) const;
    };

    std::vector<AddedToken> tokens_;
    std::unordered_map<TokenId, std::uint32_t> by_id_;
    Search raw_;
    Search normalized_;
};

}  // namespace headscope
