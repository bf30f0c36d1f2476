#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/text/added_tokens.h"
#include "core/text/tokenizer_files.h"
#include "core/text/vocabulary.h"

namespace headscope {

// The added tokens that lie beside a vocabulary.
struct NamedTokens {
    std::map<std::string, std::string> roles;  // "cls_token" -> "<s>"; only those that are named
    std::vector<AddedToken> added;             // those and all others, each once
};

// From tokenizer_config.json (the roles, added_tokens_decoder, additional_special_tokens), special_tokens_map.json (the
// roles that the former does not name) and added_tokens.json. A token that is a piece of the vocabulary has its id;
// others have the id that is given for them, or are counted on from the largest id so far. A mask_token without flags
// of its own takes the space before it along if `mask_takes_space`.
Result<NamedTokens> read_named_tokens(const TokenizerSiblings& siblings, const Vocabulary& vocabulary,
                                      bool mask_takes_space);

}  // namespace headscope
