#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/io/file_writer.h"
#include "core/trace/attention_trace.h"
#include "core/trace/links.h"

namespace headscope {

struct JsonExportOptions {
    std::vector<Index> layers;  // original numbers, ascending; empty: all
    std::vector<Index> heads;   // likewise
    int digits = 0;        // significant digits, up to 17; 0: the shortest text that reads back to the same float32
    int top_k = 0;         // > 0: sparse form, the k strongest keys of each row
    float min_weight = 0;  // > 0: sparse form, only weights of at least this
    SpecialsMode specials = SpecialsMode::kKeep;
    // Adds attention rollout: rollout_of_stacks of the run's weights, all layers and heads of it. Null: not.
    std::shared_ptr<const AttentionMaps> rollout = {};
    bool outputs = false;               // adds the last hidden state (the trace must hold it) and logits if it has them
    std::optional<std::string> sha256;  // of the weight file
    bool one_line = false;              // for .jsonl
    CancelToken cancel = {};
};

// A note as the export writes it: "kind: sentence".
std::string note_text(const Note& note);

// Writes a trace as "headscope.attention" version 1, one JSON object and a line end:
//
//   format, version, generator, model {name, family, n_layers, n_heads, n_kv_heads, d_model, d_head, causal, sha256},
//   text, text_pair      the texts as they were read; spans of tokens count their UTF-8 bytes
//   tokens [{index, id, piece, text, start, end, special, word, segment}]; index is the position in the model's input.
//                        A piece that is not UTF-8 is repaired and has its bytes in bytes_hex besides.
//   axes, index_base, layers, heads
//   normalization        "raw", "specials_dropped" or "specials_renormalised"; row_sum_max_error is of the raw rows.
//                        "norms", "norms_specials_dropped", "norms_specials_renormalised" where the numbers are not
//                        weights but ‖A_ij f(x_j)‖ (contribution.h)
//   switched_off         only where heads were: {by: "zero" or "mean", heads: [[layer, head]]}; heads are the
//   encoder's,
//                        and those of encoder–decoder models stand in decoder_heads and cross_heads besides
//   attention_mask       only where one was fed: a 0 or 1 a token of the model's input
//   special_tokens_in_text  only where the text holds [MASK] or the like, or was to be read without: "tokens" if they
//                        were special tokens for the model, "text" if they were ordinary text
//   notes                what a reader must know, such as a text cut short; "kind: sentence"
//   attention            [layer][head][query][key], 0-based, rows are queries; rows and columns follow `tokens`
//   target_tokens, decoder_layers, decoder_heads, decoder_attention, cross_attention
//                        encoder–decoder models only: the decoder's tokens, its layers and heads, its attention among
//                        them [layer][head][target][target] and to `tokens` [layer][head][target][token]; `attention`
//                        is the encoder's
//   rollout              with options.rollout: {variant, identity, heads: "mean", axes: ["layer", "query", "key"],
//                        layers, maps [layer][query][key]}; of encoder–decoder models decoder_layers and decoder_maps
//                        besides.
//                        No head's own: every head goes into it, whichever are chosen. Rows and columns follow the
//                        tokens above, special tokens as in `attention`; always in the dense form
//   non_finite           how many of the numbers written are null: NaN, infinite, or of a row that special tokens had
//                        all to themselves and that therefore cannot be renormalised
//   outputs              with options.outputs, of the last stack: last_hidden_state [token][d_model] of the tokens
//                        above; logits [piece] of the last position; logits_all [token][piece], masked models only;
//                        predictions [{position, top: [{id, piece, text, probability}]}], ten a place: the next token,
//                        or one for each mask token of the text
//
// With top_k or min_weight, `attention_sparse` stands in place of `attention`, and so for the others: {form: "[layer,
// head, query, key, weight]", top_k, min_weight, shape, entries}; layer and head are original numbers, query and key
// are positions in `tokens`, each row's entries come strongest first. Weights that are not finite are left out there,
// and counted.
//
// Streams: memory does not grow with the file. A failed write shows in out.commit(), which is the caller's to call.
// Errors: kInvalid (a layer or head that the model does not have, outputs that the trace does not hold), kCancelled.
Status write_trace_json(const AttentionTrace& trace, const JsonExportOptions& options, AtomicFileWriter& out);

// The same into a file, whole or not at all.
Status export_trace_json(const AttentionTrace& trace, const JsonExportOptions& options,
                         const std::filesystem::path& path);

}  // namespace headscope
