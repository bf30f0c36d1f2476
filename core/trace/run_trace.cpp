#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/trace/attention_trace.h"
#include "core/trace/map_check.h"

namespace headscope {
namespace {

bool has_sinks(const Model& model) {
    return std::any_of(model.weights.layers.begin(), model.weights.layers.end(),
                       [](const LayerWeights& layer) { return !layer.sinks.empty(); });
}

// The token that a given id stands for.
Token token_of(const Tokenizer* tokenizer, TokenId id, std::int32_t type_id) {
    Token token;
    token.id = id;
    token.type_id = type_id;
    const std::optional<std::string> piece = tokenizer != nullptr ? tokenizer->find_piece(id) : std::nullopt;
    token.piece = piece ? *piece : '<' + std::to_string(id) + '>';
    token.display = piece ? tokenizer->find_display(id).value_or(*piece) : token.piece;
    token.is_special = tokenizer != nullptr && tokenizer->is_special(id);
    return token;
}

Result<std::shared_ptr<const AttentionTrace>> trace_input(std::shared_ptr<const Model> model, Encoding encoding,
                                                          Encoding target, ModelInput input, const RunOptions& options,
                                                          Workspace& workspace) {
    const auto start = std::chrono::steady_clock::now();
    auto maps = run_model(*model, input, options, workspace);
    const auto end = std::chrono::steady_clock::now();
    if (!maps.has_value()) return maps.error();
    auto trace = std::make_shared<AttentionTrace>();
    const MapCheck check = check_maps(*maps.value(), has_sinks(*model), workspace.pool());
    trace->model = std::move(model);
    trace->encoding = std::move(encoding);
    trace->target = std::move(target);
    trace->maps = std::move(maps).value();
    trace->milliseconds = std::chrono::duration<double, std::milli>(end - start).count();
    trace->row_sum_max_error = check.row_sum_max_error;
    trace->non_finite = check.non_finite;
    trace->attention_mask = std::move(input.attention_mask);
    trace->ablation = options.ablation;
    return std::shared_ptr<const AttentionTrace>(std::move(trace));
}

}  // namespace

Result<std::shared_ptr<const AttentionTrace>> trace_encoding(std::shared_ptr<const Model> model, Encoding encoding,
                                                             const RunOptions& options, Workspace& workspace,
                                                             Encoding target) {
    ModelInput input;
    for (const Token& token : encoding.tokens) {
        input.ids.push_back(token.id);
        input.type_ids.push_back(token.type_id);
    }
    if (model->config.decoder)
        target.tokens.insert(target.tokens.begin(),
                             token_of(model->target_tokenizer.get(), model->config.decoder_start_id, 0));
    for (const Token& token : target.tokens) input.decoder_ids.push_back(token.id);
    return trace_input(std::move(model), std::move(encoding), std::move(target), std::move(input), options, workspace);
}

ModelInput input_of(const AttentionTrace& trace) {
    ModelInput input;
    for (const Token& token : trace.encoding.tokens) {
        input.ids.push_back(token.id);
        input.type_ids.push_back(token.type_id);
    }
    for (const Token& token : trace.target.tokens) input.decoder_ids.push_back(token.id);
    input.attention_mask = trace.attention_mask;
    return input;
}

Result<std::shared_ptr<const AttentionTrace>> trace_again(const AttentionTrace& trace, const RunOptions& options,
                                                          Workspace& workspace) {
    return trace_input(trace.model, trace.encoding, trace.target, input_of(trace), options, workspace);
}

Result<std::shared_ptr<const AttentionTrace>> trace_ids(std::shared_ptr<const Model> model, ModelInput input,
                                                        const RunOptions& options, Workspace& workspace) {
    Encoding encoding;
    for (std::size_t i = 0; i < input.ids.size(); ++i) {
        const std::int32_t type_id = i < input.type_ids.size() ? input.type_ids[i] : 0;
        encoding.tokens.push_back(token_of(model->tokenizer.get(), input.ids[i], type_id));
    }
    if (model->config.decoder && input.decoder_ids.empty()) input.decoder_ids = {model->config.decoder_start_id};
    Encoding target;
    for (const TokenId id : input.decoder_ids) target.tokens.push_back(token_of(model->target_tokenizer.get(), id, 0));
    return trace_input(std::move(model), std::move(encoding), std::move(target), std::move(input), options, workspace);
}

}  // namespace headscope
