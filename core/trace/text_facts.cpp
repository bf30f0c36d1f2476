#include "core/trace/text_facts.h"

#include <set>
#include <unordered_map>

namespace headscope {
namespace {

// Ids of what the template puts behind a text.
std::set<TokenId> separator_ids(const Tokenizer* tokenizer) {
    std::set<TokenId> ids;
    if (tokenizer == nullptr) return ids;
    const Result<Encoding> sample = tokenizer->encode("a", std::nullopt, {});
    if (!sample.has_value()) return ids;
    bool is_behind = false;
    for (const Token& token : sample.value().tokens) {
        if (is_behind && token.is_template) ids.insert(token.id);
        is_behind = is_behind || !token.is_template;
    }
    return ids;
}

TextFacts facts_of(const std::vector<Token>& tokens, const Tokenizer* tokenizer) {
    const std::set<TokenId> separators = separator_ids(tokenizer);
    TextFacts facts;
    std::unordered_map<TokenId, Index> last_seen;
    bool has_sentence[2] = {};
    Index n_ordinary = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Token& token = tokens[i];
        const auto at = static_cast<Index>(i);
        facts.ids.push_back(token.id);
        if (separators.contains(token.id)) facts.separators.push_back(at);
        const auto [seen, is_new] = last_seen.try_emplace(token.id, at);
        facts.previous_same.push_back(is_new ? -1 : seen->second);
        seen->second = at;
        facts.sentence.push_back(token.is_special ? -1 : token.segment);
        if (token.is_special) continue;
        ++n_ordinary;
        has_sentence[token.segment == 1 ? 1 : 0] = true;
        if (facts.rarest < 0 || token.id > facts.ids[static_cast<std::size_t>(facts.rarest)]) facts.rarest = at;
    }
    facts.is_pair = has_sentence[0] && has_sentence[1];
    if (n_ordinary < 3 || last_seen[facts.ids[static_cast<std::size_t>(facts.rarest)]] != facts.rarest)
        facts.rarest = -1;
    return facts;
}

}  // namespace

TextFacts text_facts(const AttentionTrace& trace) {
    return facts_of(trace.encoding.tokens, trace.model != nullptr ? trace.model->tokenizer.get() : nullptr);
}

TextFacts target_text_facts(const AttentionTrace& trace) {
    return facts_of(trace.target.tokens, trace.model->tokenizer.get());
}

}  // namespace headscope
