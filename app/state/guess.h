#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/trace/predictions.h"

namespace headscope {

struct AppState;

struct GuessRequest {
    std::shared_ptr<const AttentionTrace> trace;

    bool operator==(const GuessRequest&) const = default;
};

// What the model expects next, or where the text holds mask tokens.
struct Guess {
    GuessRequest request;
    std::vector<PredictedToken> tokens;
};

// Runs the same tokens, with the same heads off, for their logits. Errors as run_model's.
Result<std::shared_ptr<const Guess>> make_guess(const GuessRequest& request, const CancelToken& cancel,
                                                Workspace& workspace);

// Why the shown text has no prediction, and what to do about it; empty if it has one.
std::string why_no_guess(const AppState& state);

// Writes a prediction into the text that it belongs to: behind it, or in place of the mask token. Nothing happens where
// it cannot stand there.
void use_guess(AppState& state, Index position, TokenId id);

}  // namespace headscope
