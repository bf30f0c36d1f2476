#pragma once

#include <memory>
#include <string>

#include "app/cli/inputs.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/nn/transformer.h"
#include "core/trace/attention_trace.h"

namespace headscope {

// The model of a MODEL argument, loaded with the threads of `workspace`, its warnings told.
Result<std::shared_ptr<const Model>> open_model(const std::string& model, Workspace& workspace);

// Runs a model on an input and tells the notes about it.
Result<std::shared_ptr<const AttentionTrace>> run_input(const std::shared_ptr<const Model>& model, Input input,
                                                        const RunOptions& options, Workspace& workspace);

}  // namespace headscope
