#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/model/model.h"
#include "core/nn/attention_maps.h"
#include "core/nn/transformer.h"
#include "core/text/tokenizer.h"

namespace headscope {

// Everything one run produced. Immutable, shared between views, statistics and exports.
struct AttentionTrace {
    std::shared_ptr<const Model> model;
    Encoding encoding;  // text, pair, tokens, notes
    Encoding target;    // encoder–decoder models: the decoder's tokens, its start token first
    std::shared_ptr<const AttentionMaps> maps;
    double milliseconds = 0;                    // of the forward pass
    double row_sum_max_error = 0;               // max over all rows of |Σ_key a − 1|, summed in float64
    std::size_t non_finite = 0;                 // cells that are NaN or infinite
    std::vector<unsigned char> attention_mask;  // as fed; empty: all 1
    Ablation ablation;                          // heads that were switched off
    bool holds_contributions = false;           // the maps are those of contribution_maps, not weights

    Index n_tokens() const { return maps->n_queries(); }
};

// run_model on an encoding, wrapped up with its tokens. An encoder–decoder model reads `target` behind its start token;
// other models must have none. Errors as run_model's.
Result<std::shared_ptr<const AttentionTrace>> trace_encoding(std::shared_ptr<const Model> model, Encoding encoding,
                                                             const RunOptions& options, Workspace& workspace,
                                                             Encoding target = {});

// The same for ids that a caller gives directly. Pieces come from the model's tokenizer where it has one, else they
// are the ids in angle brackets. Without decoder_ids an encoder–decoder model reads its start token alone.
Result<std::shared_ptr<const AttentionTrace>> trace_ids(std::shared_ptr<const Model> model, ModelInput input,
                                                        const RunOptions& options, Workspace& workspace);

// The input that a trace was made from, for another run over the same tokens.
ModelInput input_of(const AttentionTrace& trace);

// Runs the same tokens again with other options, such as heads switched off. Errors as run_model's.
Result<std::shared_ptr<const AttentionTrace>> trace_again(const AttentionTrace& trace, const RunOptions& options,
                                                          Workspace& workspace);

}  // namespace headscope
