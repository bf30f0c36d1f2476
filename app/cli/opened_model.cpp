#include "app/cli/opened_model.h"

#include <optional>

#include "app/cli/messages.h"
#include "core/model/catalog.h"

namespace headscope {

Result<std::shared_ptr<const Model>> open_model(const std::string& model, Workspace& workspace) {
    const Result<std::filesystem::path> folder = find_model(model);
    if (!folder.has_value()) return folder.error();
    LoadOptions options;
    options.pool = &workspace.pool();
    Result<std::shared_ptr<const Model>> loaded = load_model(folder.value(), options);
    if (loaded.has_value()) warn_all(loaded.value()->warnings);
    return loaded;
}

Result<std::shared_ptr<const AttentionTrace>> run_input(const std::shared_ptr<const Model>& model, Input input,
                                                        const RunOptions& options, Workspace& workspace) {
    if (input.ids) {
        if (Status status = check_weight_file(*model); !status.is_ok()) return status.error();
        return trace_ids(model, std::move(*input.ids), options, workspace);
    }
    Result<Encoding> encoding = encode_for_model(
        *model, input.text, input.pair ? std::optional<std::string_view>(*input.pair) : std::nullopt, input.encode);
    if (!encoding.has_value()) return encoding.error();
    warn_notes(encoding.value().notes, input.place);
    Encoding target;
    if (input.target) {
        Result<Encoding> encoded = encode_target_for_model(*model, *input.target);
        if (!encoded.has_value()) return encoded.error();
        warn_notes(encoded.value().notes, input.place);
        target = std::move(encoded).value();
    }
    return trace_encoding(model, std::move(encoding).value(), options, workspace, std::move(target));
}

}  // namespace headscope
