#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/trace/attention_trace.h"

namespace headscope {

// Token ids as a person types them for a model that has no tokenizer: whole numbers with spaces or commas between them.
struct TypedIds {
    std::vector<TokenId> ids;
    std::vector<ByteSpan> spans;  // where each stands in the text
};

// kInvalid says what is no number, or that there is none.
Result<TypedIds> read_typed_ids(std::string_view text);

// Gives a trace of such ids the texts that they were typed in, so that tokens are found there and the other way round.
// `target` may be empty: then the decoder's tokens keep theirs.
std::shared_ptr<const AttentionTrace> with_typed_texts(const AttentionTrace& trace, std::string_view text,
                                                       std::string_view target);

}  // namespace headscope
