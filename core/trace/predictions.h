#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/trace/attention_trace.h"

namespace headscope {

struct Prediction {
    TokenId id = 0;
    std::string piece;    // the vocabulary's string; the id in angle brackets where there is no tokenizer
    std::string display;  // for people
    double probability = 0;
};

// What a model expects at one place.
struct PredictedToken {
    Index position = 0;           // where the token would stand: a mask token, or one behind the last token
    std::vector<Prediction> top;  // most probable first
};

// Whether a token hides a word that a masked model predicts: [MASK], <mask>.
bool is_mask_token(const Token& token);

// Which logits a run must keep for predictions: of every position in masked models, else of the last.
Logits logits_for_predictions(const ModelConfig& config);

// The next token of causal and encoder–decoder models; for masked models one for each mask token in the text ([MASK],
// <mask>). Empty where the weights have no head, or the run kept no logits. Probabilities are the softmax of the logits
// over the whole vocabulary, in float64.
std::vector<PredictedToken> predict_tokens(const AttentionTrace& trace, std::size_t top = 10);

}  // namespace headscope
