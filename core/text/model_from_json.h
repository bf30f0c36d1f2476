#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/text/token_model.h"
#include "core/text/tokenizer_files.h"
#include "core/text/tokenizer_json.h"

namespace headscope {

// The "model" of a tokenizer.json; takes the large parts out of `file`. A file that does not name the type is taken for
// the first of BPE, WordPiece, WordLevel and Unigram whose members it has. `name` is the file's, for messages.
Result<std::unique_ptr<const TokenModel>> model_from_json(TokenizerJson& file, const std::string& name,
                                                          const TokenizerSiblings& siblings,
                                                          std::vector<std::string>& warnings);

// Tells of ids that no piece has, below the largest. `where` is "FILE: model.vocab".
void warn_of_gaps(const Vocabulary& vocabulary, const std::string& where, std::vector<std::string>& warnings);

}  // namespace headscope
