#include "core/trace/predictions.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>

namespace headscope {
namespace {

Prediction prediction_of(const Tokenizer* tokenizer, TokenId id, double probability) {
    const std::optional<std::string> piece = tokenizer != nullptr ? tokenizer->find_piece(id) : std::nullopt;
    if (!piece) return {id, '<' + std::to_string(id) + '>', '<' + std::to_string(id) + '>', probability};
    return {id, *piece, tokenizer->find_display(id).value_or(*piece), probability};
}

std::vector<Prediction> strongest(std::span<const float> logits, const Tokenizer* tokenizer, std::size_t top) {
    std::vector<TokenId> ids;
    for (std::size_t i = 0; i < logits.size(); ++i)
        if (!std::isnan(logits[i])) ids.push_back(static_cast<TokenId>(i));
    top = std::min(top, ids.size());
    const auto logit = [&](TokenId id) { return logits[static_cast<std::size_t>(id)]; };
    std::partial_sort(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(top), ids.end(),
                      [&](TokenId a, TokenId b) { return logit(a) != logit(b) ? logit(a) > logit(b) : a < b; });
    std::vector<Prediction> found;
    if (top == 0) return found;
    const auto largest = static_cast<double>(logit(ids.front()));
    double sum = 0;
    for (const TokenId id : ids) sum += std::exp(static_cast<double>(logit(id)) - largest);
    for (std::size_t i = 0; i < top; ++i)
        found.push_back(prediction_of(tokenizer, ids[i], std::exp(static_cast<double>(logit(ids[i])) - largest) / sum));
    return found;
}

}  // namespace

bool is_mask_token(const Token& token) {
    return token.is_special && (token.piece == "[MASK]" || token.piece == "<mask>");
}

Logits logits_for_predictions(const ModelConfig& config) {
    return config.is_masked_model() ? Logits::kAll : Logits::kLast;
}

std::vector<PredictedToken> predict_tokens(const AttentionTrace& trace, std::size_t top) {
    std::vector<PredictedToken> predicted;
    const AttentionMaps& last = trace.maps->last();
    const std::span<const float> logits = last.logits;
    if (logits.empty()) return predicted;
    const auto pieces = static_cast<std::size_t>(trace.model->weights.head.matrix.rows);
    const Model& model = *trace.model;
    const Tokenizer* tokenizer = model.config.decoder ? model.target_tokenizer.get() : model.tokenizer.get();
    if (!trace.model->config.is_masked_model()) {
        predicted.push_back({last.n_queries(), strongest(logits.last(pieces), tokenizer, top)});
        return predicted;
    }
    assert(logits.size() == pieces * trace.encoding.tokens.size());
    for (std::size_t i = 0; i < trace.encoding.tokens.size(); ++i) {
        if (!is_mask_token(trace.encoding.tokens[i])) continue;
        predicted.push_back({static_cast<Index>(i), strongest(logits.subspan(i * pieces, pieces), tokenizer, top)});
    }
    return predicted;
}

}  // namespace headscope
