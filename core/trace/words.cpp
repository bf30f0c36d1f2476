#include "core/trace/words.h"

#include <algorithm>

namespace headscope {

std::vector<TextWord> words_of(const AttentionTrace& trace) {
    std::vector<TextWord> words;
    for (std::size_t i = 0; i < trace.encoding.tokens.size(); ++i) {
        const Token& token = trace.encoding.tokens[i];
        if (!token.word) continue;
        // A pre-tokenized word may be a whole sentence; then spaces in it begin words.
        if (words.empty() || words.back().segment != token.segment || words.back().number != *token.word ||
            !token.continues_word)
            words.push_back({token.segment, *token.word, token.span, {}});
        TextWord& word = words.back();
        word.span.begin = std::min(word.span.begin, token.span.begin);
        word.span.end = std::max(word.span.end, token.span.end);
        word.pieces.push_back(static_cast<Index>(i));
    }
    return words;
}

std::string_view text_between(const AttentionTrace& trace, const TextWord& first, const TextWord& last) {
    const std::string_view text =
        first.segment == 1 && trace.encoding.pair ? *trace.encoding.pair : trace.encoding.text;
    if (last.span.end > text.size() || last.span.end < first.span.begin) return {};
    return text.substr(first.span.begin, last.span.end - first.span.begin);
}

}  // namespace headscope
