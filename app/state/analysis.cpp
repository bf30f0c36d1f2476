#include "app/state/analysis.h"

#include <string_view>
#include <utility>

#include "app/state/switch_off.h"
#include "app/state/typed_ids.h"

namespace headscope {
namespace {

// The trace of a model that cuts texts into tokens.
Result<std::shared_ptr<const AttentionTrace>> trace_texts(const AnalysisRequest& request, const RunOptions& options,
                                                          Workspace& workspace) {
    std::optional<std::string_view> pair;
    if (request.pair) pair = *request.pair;
    EncodeOptions encode;
    encode.specials_as_text = request.specials_as_text;
    Result<Encoding> encoding = encode_for_model(*request.model, request.text, pair, encode);
    if (!encoding.has_value()) return encoding.error();
    Encoding target;
    if (request.model->config.decoder && !request.target.empty()) {
        Result<Encoding> encoded = encode_target_for_model(*request.model, request.target);
        if (!encoded.has_value()) return encoded.error();
        target = std::move(encoded).value();
    }
    return trace_encoding(request.model, std::move(encoding).value(), options, workspace, std::move(target));
}

// The trace of a model that has no tokenizer: its texts are numbers.
Result<std::shared_ptr<const AttentionTrace>> trace_typed_ids(const AnalysisRequest& request, const RunOptions& options,
                                                              Workspace& workspace) {
    Result<TypedIds> typed = read_typed_ids(request.text);
    if (!typed.has_value()) return typed.error();
    ModelInput input;
    input.ids = std::move(typed.value().ids);
    if (request.model->config.decoder && !request.target.empty()) {
        Result<TypedIds> target = read_typed_ids(request.target);
        if (!target.has_value()) return target.error();
        input.decoder_ids = std::move(target.value().ids);
    }
    if (Status status = check_weight_file(*request.model); !status.is_ok()) return status.error();
    auto trace = trace_ids(request.model, std::move(input), options, workspace);
    if (!trace.has_value()) return trace.error();
    return with_typed_texts(*trace.value(), request.text, request.target);
}

}  // namespace

Result<std::shared_ptr<const ShownTrace>> show_trace(std::shared_ptr<const AttentionTrace> trace, ShownAs as,
                                                     const CancelToken& cancel, Workspace& workspace) {
    std::shared_ptr<const AttentionTrace> drawn;
    if (can_show_values(*trace, as.set, as.values)) {
        auto valued = with_values(trace, as.values, cancel, workspace);
        if (!valued.has_value()) return valued.error();
        drawn = std::move(valued).value();
    }
    return std::shared_ptr<const ShownTrace>(
        std::make_shared<ShownTrace>(std::move(trace), as, workspace.pool(), std::move(drawn)));
}

Result<std::shared_ptr<const ShownTrace>> analyse_and_show(const AnalysisRequest& request, const CancelToken& cancel,
                                                           Workspace& workspace) {
    RunOptions options;
    options.cancel = cancel;
    options.ablation = ablation_of_model(request.ablation, request.model->config);
    auto trace = request.model->tokenizer != nullptr ? trace_texts(request, options, workspace)
                                                     : trace_typed_ids(request, options, workspace);
    if (!trace.has_value()) return trace.error();
    return show_trace(std::move(trace).value(), request.as, cancel, workspace);
}

}  // namespace headscope
