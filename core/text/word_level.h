#pragma once

#include <memory>
#include <string>

#include "core/text/token_model.h"
#include "core/text/vocabulary.h"

namespace headscope {

// Each word is one piece, or the unknown token. `where` ("FILE: model") begins the error where that is needed and not
// in the vocabulary.
std::unique_ptr<const TokenModel> make_word_level(Vocabulary vocabulary, const std::string& unk_token,
                                                  const std::string& where);

}  // namespace headscope
