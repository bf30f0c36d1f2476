#pragma once

#include <memory>

#include "core/text/tokenizer.h"
#include "core/text/tokenizer_parts.h"

namespace headscope {

// The pipeline of the reference: added tokens out of the raw text, normalize, added tokens out of the normalized text,
// cut into words, words into pieces, truncate, put the template around.
std::shared_ptr<const Tokenizer> make_pipeline_tokenizer(TokenizerParts parts);

}  // namespace headscope
