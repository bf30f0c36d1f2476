#pragma once

#include <optional>
#include <string_view>

#include "core/text/tokenizer.h"

namespace headscope::fuzz {

// Encodes any bytes and ends the program if the answer breaks a promise of Tokenizer::encode: spans inside their
// text, strings that are valid UTF-8, and with `has_own_ids` pieces that are those of their ids: a stranger's file may
// give an added token the id of a piece, as the reference numbers them on. A refusal is an answer too.
void checked_encode(const Tokenizer& tokenizer, bool has_own_ids, std::string_view text,
                    const std::optional<std::string_view>& pair, const EncodeOptions& options);

// Encodes some fixed texts of every kind of character and the end of `bytes`, alone and as a pair, with and without
// limits.
void encode_samples(const Tokenizer& tokenizer, std::string_view bytes);

}  // namespace headscope::fuzz
