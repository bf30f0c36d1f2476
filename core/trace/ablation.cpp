#include "core/trace/ablation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <new>

namespace headscope {
namespace {

std::shared_ptr<AttentionMaps> difference_of(const AttentionMaps& before, const AttentionMaps& after) {
    assert(before.n_layers() == after.n_layers() && before.n_heads() == after.n_heads());
    assert(before.n_queries() == after.n_queries() && before.n_keys() == after.n_keys());
    auto out =
        std::make_shared<AttentionMaps>(before.n_layers(), before.n_heads(), before.n_queries(), before.n_keys());
    for (Index i = 0; i < before.n_layers() * before.n_heads(); ++i) {
        const Index layer = i / before.n_heads();
        const Index head = i % before.n_heads();
        const ConstMatrixView from = before.head(layer, head);
        const ConstMatrixView to = after.head(layer, head);
        const MatrixView difference = out->head(layer, head);
        for (Index query = 0; query < from.rows; ++query) {
            for (Index key = 0; key < from.cols; ++key) difference(query, key) = to(query, key) - from(query, key);
            std::fill(difference.row(query) + from.cols, difference.row(query) + difference.stride, 0.0F);
        }
    }
    return out;
}

Result<std::vector<HeadImportance>> rank(const Model& model, const ModelInput& input, const RankOptions& options,
                                         Workspace& workspace) {
    RunOptions run;
    run.keep_maps = false;
    run.keep_last_hidden_state = true;
    run.keep_layer_inputs = true;
    run.cancel = options.cancel;
    const Result<std::shared_ptr<AttentionMaps>> before = run_model(model, input, run, workspace);
    if (!before.has_value()) return before.error();
    const AttentionMaps& whole = *before.value();
    const std::span<const float> inputs = whole.layer_inputs;
    const auto layer_size = inputs.size() / static_cast<std::size_t>(model.config.n_layers);
    const Index width = model.config.last_stack().d_model;

    run.keep_layer_inputs = false;
    run.ablation.by = options.by;
    const StackConfig& stack = options.set == MapSet::kEncoder ? model.config : *model.config.decoder;
    std::vector<HeadImportance> heads;
    for (Index layer = 0; layer < stack.n_layers; ++layer) {
        const Index from = options.set == MapSet::kEncoder ? layer : model.config.n_layers - 1;
        run.start = LayerStart{from, inputs.subspan(static_cast<std::size_t>(from) * layer_size, layer_size)};
        for (Index head = 0; head < stack.n_heads; ++head) {
            heads_off(run.ablation, options.set) = {{layer, head}};
            const Result<std::shared_ptr<AttentionMaps>> after = run_model(model, input, run, workspace);
            if (!after.has_value()) return after.error();
            HeadImportance importance{{layer, head}, 0, 0};
            const std::vector<VectorChange> changes =
                row_changes(whole.last().last_hidden_state, after.value()->last().last_hidden_state, width);
            for (const VectorChange& change : changes) {
                importance.change += change.relative / static_cast<double>(changes.size());
                importance.cosine += change.cosine / static_cast<double>(changes.size());
            }
            heads.push_back(importance);
            if (options.progress) options.progress(static_cast<Index>(heads.size()), stack.n_layers * stack.n_heads);
        }
    }
    std::stable_sort(heads.begin(), heads.end(),
                     [](const HeadImportance& a, const HeadImportance& b) { return a.change > b.change; });
    return heads;
}

}  // namespace

const std::vector<HeadRef>& heads_off(const Ablation& ablation, MapSet set) {
    if (set == MapSet::kDecoder) return ablation.decoder_heads;
    return set == MapSet::kCross ? ablation.cross_heads : ablation.heads;
}

std::vector<HeadRef>& heads_off(Ablation& ablation, MapSet set) {
    if (set == MapSet::kDecoder) return ablation.decoder_heads;
    return set == MapSet::kCross ? ablation.cross_heads : ablation.heads;
}

std::string find_missing_heads(const Ablation& ablation, const ModelConfig& config) {
    const auto missing = [&](const std::vector<HeadRef>& heads, const std::string& prefix, const StackConfig& stack) {
        for (const HeadRef& head : heads) {
            if (head.layer < stack.n_layers && head.head < stack.n_heads) continue;
            return prefix + std::to_string(head.layer) + ":" + std::to_string(head.head) + ", expected " + prefix +
                   "0:0 to " + prefix + std::to_string(stack.n_layers - 1) + ":" + std::to_string(stack.n_heads - 1);
        }
        return std::string();
    };
    std::string fault = missing(ablation.heads, "", config);
    if (!fault.empty() || (ablation.decoder_heads.empty() && ablation.cross_heads.empty())) return fault;
    if (!config.decoder) return "heads of a decoder, expected none: the model has one stack of layers";
    fault = missing(ablation.decoder_heads, "decoder:", *config.decoder);
    return fault.empty() ? missing(ablation.cross_heads, "cross:", *config.decoder) : fault;
}

const char* switch_off_name(SwitchOff by) {
    return by == SwitchOff::kZero ? "zero" : "mean";
}

std::vector<VectorChange> row_changes(std::span<const float> before, std::span<const float> after, Index width) {
    assert(before.size() == after.size() && width > 0 && before.size() % static_cast<std::size_t>(width) == 0);
    std::vector<VectorChange> changes(before.size() / static_cast<std::size_t>(width));
    for (std::size_t row = 0; row < changes.size(); ++row) {
        double dot = 0;
        double old_square = 0;
        double new_square = 0;
        double square = 0;
        for (std::size_t i = row * static_cast<std::size_t>(width); i < (row + 1) * static_cast<std::size_t>(width);
             ++i) {
            const auto x = static_cast<double>(before[i]);
            const auto y = static_cast<double>(after[i]);
            dot += x * y;
            old_square += x * x;
            new_square += y * y;
            square += (y - x) * (y - x);
        }
        VectorChange& change = changes[row];
        change.norm = std::sqrt(square);
        change.relative = square == 0 ? 0 : change.norm / std::sqrt(old_square);
        if (square != 0) change.cosine = dot / std::sqrt(old_square * new_square);
    }
    return changes;
}

std::shared_ptr<const AttentionMaps> difference_maps(const AttentionMaps& before, const AttentionMaps& after) {
    std::shared_ptr<AttentionMaps> out = difference_of(before, after);
    if (before.decoder != nullptr) out->decoder = difference_of(*before.decoder, *after.decoder);
    if (before.cross != nullptr) out->cross = difference_of(*before.cross, *after.cross);
    return out;
}

Result<std::vector<HeadImportance>> rank_heads(const Model& model, const ModelInput& input, const RankOptions& options,
                                               Workspace& workspace) {
    try {
        return rank(model, input, options, workspace);
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kTooLarge, "input: " + std::to_string(input.ids.size()) +
                                               " tokens: the system refused the memory for the run"};
    }
}

}  // namespace headscope
