#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/state/shown_trace.h"
#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/model.h"

namespace headscope {

// A text for a model, to be made into maps that can be drawn.
struct AnalysisRequest {
    std::shared_ptr<const Model> model;
    std::string text;
    std::optional<std::string> pair = {};
    std::string target = {};  // for the decoder of an encoder–decoder model; others ignore it
    ShownAs as = {};
    bool specials_as_text = false;  // see EncodeOptions
    Ablation ablation = {};         // heads that the model does not have are left out of it
};

// Cuts the texts into tokens (of a model without a tokenizer they are token ids), runs the model and prepares its maps.
// Errors as encode_for_model's, read_typed_ids' and run_model's; std::bad_alloc passes through. One thread at a time
// may use a workspace.
Result<std::shared_ptr<const ShownTrace>> analyse_and_show(const AnalysisRequest& request, const CancelToken& cancel,
                                                           Workspace& workspace);

// Prepares the maps of a trace that exists. Errors as with_values', for maps of other values than weights; the same
// holds for memory and threads.
Result<std::shared_ptr<const ShownTrace>> show_trace(std::shared_ptr<const AttentionTrace> trace, ShownAs as,
                                                     const CancelToken& cancel, Workspace& workspace);

}  // namespace headscope
