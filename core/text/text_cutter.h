#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/text/encoding_notes.h"
#include "core/text/tokenizer_parts.h"
#include "core/text/truncation.h"

namespace headscope {

// A token of a text before its strings are looked up.
struct TextToken {
    TokenId id = 0;
    ByteSpan span;
    std::uint32_t word = 0;
    bool is_unknown = false;
    bool continues_word = false;
    const AddedToken* added = nullptr;   // of the parts that cut the text; null: a piece of the model
    std::optional<std::string> written;  // what the reference calls it where that is not its piece
};

// One text, repaired, with its tokens and the windows of them that are kept: the first, and what overflows.
struct CutText {
    std::string bytes;  // what the spans refer to
    std::vector<TextToken> tokens;
    std::vector<TokenRange> windows;
};

// Repairs a text and cuts it with all parts up to the model. One window holds all of it. Notes repairs, special tokens
// in the text and what is unknown. Fails where a part does.
Status cut_text(const TokenizerParts& parts, std::string_view bytes, bool specials_as_text, CutText& out,
                EncodingNotes& notes);

// The vocabulary's string of a token that these parts cut.
std::string_view piece_of(const TokenizerParts& parts, const TextToken& token);

// The bytes of the text that a token of it spans.
inline std::string_view spanned(const CutText& text, const TextToken& token) {
    return std::string_view(text.bytes).substr(token.span.begin, token.span.end - token.span.begin);
}

}  // namespace headscope
