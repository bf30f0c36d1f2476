#pragma once

#include <memory>

#include "tests/app/small_trace.h"

namespace headscope {

// The small trace of "[CLS] un like ly cats [SEP]", whose first three pieces are one word.
inline std::shared_ptr<const AttentionTrace> make_word_trace() {
    auto trace = std::make_shared<AttentionTrace>(*make_small_trace({"un", "like", "ly", "cats"}));
    for (std::size_t i = 1; i <= 3; ++i) {
        trace->encoding.tokens[i].word = 0;
        trace->encoding.tokens[i].continues_word = i > 1;
    }
    return trace;
}

// The small trace of two texts: "[CLS] a b [SEP] c [SEP]", the last two of the second text.
inline std::shared_ptr<const AttentionTrace> make_pair_trace() {
    auto trace = std::make_shared<AttentionTrace>(*make_small_trace({"a", "b", "sep", "c"}));
    Token& separator = trace->encoding.tokens[3];
    separator.is_special = separator.is_template = true;
    separator.word.reset();
    trace->encoding.text = "a b";
    trace->encoding.pair = "c";
    for (std::size_t i = 4; i < 6; ++i) trace->encoding.tokens[i].segment = 1;
    trace->encoding.tokens[4].span = {0, 1};
    return trace;
}

inline std::shared_ptr<const ShownTrace> show_as(const std::shared_ptr<const AttentionTrace>& trace,
                                                 const ShownAs& as) {
    ThreadPool pool(1);
    return std::make_shared<ShownTrace>(trace, as, pool);
}

}  // namespace headscope
