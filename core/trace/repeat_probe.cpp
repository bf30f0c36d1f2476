#include "core/trace/repeat_probe.h"

#include <algorithm>
#include <random>
#include <unordered_set>

namespace headscope {
namespace {

// What the template puts in front of every text.
std::vector<TokenId> start_ids(const Tokenizer* tokenizer) {
    std::vector<TokenId> ids;
    if (tokenizer == nullptr) return ids;
    const Result<Encoding> sample = tokenizer->encode("a", std::nullopt, {});
    if (!sample.has_value()) return ids;
    for (const Token& token : sample.value().tokens) {
        if (!token.is_template) break;
        ids.push_back(token.id);
    }
    return ids;
}

// Up to `count` distinct ids of ordinary pieces; fewer where the vocabulary has not enough of them.
std::vector<TokenId> draw_ids(const Model& model, Index count, std::mt19937& random) {
    const Tokenizer* tokenizer = model.tokenizer.get();
    const auto vocabulary = static_cast<std::uint32_t>(model.config.vocab_size);
    std::unordered_set<TokenId> seen;
    std::vector<TokenId> ids;
    for (Index tries = 0; tries < 20 * count && static_cast<Index>(ids.size()) < count; ++tries) {
        const auto id = static_cast<TokenId>(random() % vocabulary);
        if (tokenizer != nullptr && (!tokenizer->find_piece(id) || tokenizer->is_special(id))) continue;
        if (seen.insert(id).second) ids.push_back(id);
    }
    return ids;
}

}  // namespace

Result<FactsSummary> probe_repeats(std::shared_ptr<const Model> model, const RepeatProbe& probe, Workspace& workspace) {
    const ModelConfig& config = model->config;
    if (!config.is_causal())
        return unsupported("probe: " + config.family + " models are not causal, expected a causal one");
    const std::vector<TokenId> start = start_ids(model->tokenizer.get());
    Index length = std::min(probe.length, config.vocab_size / 2);
    if (config.max_positions > 0)
        length = std::min(length, (config.max_positions - static_cast<Index>(start.size())) / 2);
    if (length < 2) return unsupported("probe: no room for two repeated tokens");
    RunOptions options;
    options.cancel = probe.cancel;
    std::mt19937 random(probe.seed);
    FactsSummary summary;
    for (Index i = 0; i < probe.sequences; ++i) {
        const std::vector<TokenId> part = draw_ids(*model, length, random);
        ModelInput input;
        input.ids = start;
        for (int copy = 0; copy < 2; ++copy) input.ids.insert(input.ids.end(), part.begin(), part.end());
        const auto trace = trace_ids(model, std::move(input), options, workspace);
        if (!trace.has_value()) return trace.error();
        summary.add(facts_of_trace(*trace.value(), workspace.pool()));
        if (probe.progress) probe.progress(i + 1, probe.sequences);
    }
    return summary;
}

}  // namespace headscope
