#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/text/added_tokens.h"
#include "core/text/display.h"
#include "core/text/normalizer.h"
#include "core/text/post_processor.h"
#include "core/text/pre_tokenizer.h"
#include "core/text/token_model.h"
#include "core/text/tokenizer.h"

namespace headscope {

// The parts of a tokenizer, each as its file says.
struct TokenizerParts {
    AddedTokens added;
    std::unique_ptr<const Normalizer> normalizer;       // may be null: text as it is
    std::unique_ptr<const PreTokenizer> pre_tokenizer;  // may be null: one word
    std::unique_ptr<const TokenModel> model;
    PostProcessor post_processor;
    PieceStyle style;  // for people; has no say in what is encoded
};

// The string of an id, an added token's before the model's; none where neither has one.
std::optional<std::string> find_piece(const TokenizerParts& parts, TokenId id);

// That string for people.
std::optional<std::string> find_display(const TokenizerParts& parts, TokenId id);

}  // namespace headscope
