#pragma once

#include <memory>

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

// The pipeline of the reference: added tokens out of the raw text, normalize, added tokens out of the normalized text,
// cut into words, words into pieces, truncate, put the template around.
std::shared_ptr<const Tokenizer> make_pipeline_tokenizer(TokenizerParts parts);

}  // namespace headscope
