#pragma once

#include <vector>

#include "core/trace/attention_trace.h"

namespace headscope {

// What the formulas for heads need to know of a text, once for all heads.
struct TextFacts {
    std::vector<TokenId> ids;
    std::vector<Index> separators;     // positions of separator tokens, ascending
    std::vector<Index> previous_same;  // the last earlier position with the same id, −1: none
    // Which of two texts an ordinary token belongs to; −1: a special token.
    std::vector<int> sentence;
    bool is_pair = false;  // ordinary tokens of two texts
    // The ordinary token with the largest id: vocabularies count frequent pieces first. −1: fewer than three ordinary
    // tokens, or the id stands more than once.
    Index rarest = -1;

    Index size() const { return static_cast<Index>(ids.size()); }
};

// Separators are the special tokens that the tokenizer's template puts behind a text, such as [SEP] or </s>, wherever
// they stand; a model without a tokenizer has none.
TextFacts text_facts(const AttentionTrace& trace);

// The same for the decoder's tokens of an encoder–decoder model.
TextFacts target_text_facts(const AttentionTrace& trace);

}  // namespace headscope
