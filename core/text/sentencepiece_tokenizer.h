#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/text/sentencepiece_model.h"
#include "core/text/token_model.h"
#include "core/text/vocabulary.h"

namespace headscope {

// The ids that are given for the pieces of a model, and the strings that those ids have.
struct SentencepieceIds {
    std::vector<TokenId> of_piece;  // by the piece's place in the model
    TokenId unknown = 0;            // pieces with this id stand for what the vocabulary cannot spell
    Vocabulary vocabulary;
    // A dummy prefix, if the model has one, only where the text begins, and only if it does not begin with a space.
    bool prefix_at_start_only = false;
    bool has_language_codes = false;  // ">>fr<<" at the start of a text is one token of the vocabulary
};

// The place of a piece is its id.
SentencepieceIds own_ids(const SentencepieceModel& model);

// Cuts stretches of text with the system's libsentencepiece, which also normalizes them as the model says: there is to
// be no normalizer before it. Ids, pieces and ranges are the library's; of the byte pieces of a character all but the
// last have an empty range before it. Linear in the length of the text, runs of unknown characters included, which the
// library alone joins in quadratic time. Fails where the library refuses the model. `where` begins the errors.
Result<std::unique_ptr<const TokenModel>> make_sentencepiece(const SentencepieceModel& model, SentencepieceIds ids,
                                                             const std::string& where);

}  // namespace headscope
