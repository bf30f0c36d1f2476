#include "core/nn/transformer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <string>

#include "core/base/system_memory.h"
#include "core/io/shown_bytes.h"
#include "core/nn/head.h"
#include "core/nn/map_memory.h"
#include "core/nn/stack_pass.h"
#include "core/nn/workspace.h"

namespace headscope {
namespace {

// Maps that are together larger than this are written past the caches.
constexpr std::uint64_t kCachedMapBytes = 16U << 20;

Index size_of(const ModelInput& input) {
    return static_cast<Index>(input.ids.size());
}

Status check_length(const char* what, std::size_t found, Index tokens) {
    if (found == 0 || found == static_cast<std::size_t>(tokens)) return {};
    return invalid("input: " + std::string(what) + ": " + std::to_string(found) + " values, expected " +
                   std::to_string(tokens) + ", one a token");
}

Status check_ids(const char* token, const char* what, std::span<const std::int32_t> ids, Index limit) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] >= 0 && ids[i] < limit) continue;
        return invalid("input: " + std::string(token) + " " + std::to_string(i) + ": " + what + " " +
                       std::to_string(ids[i]) + ", expected 0 to " + std::to_string(limit - 1));
    }
    return {};
}

Status check_count(const char* what, std::size_t found, const StackConfig& config) {
    const auto tokens = static_cast<Index>(found);
    const Index most = config.max_positions > 0 ? config.max_positions : std::numeric_limits<Index>::max();
    if (tokens >= 1 && tokens <= most) return {};
    return invalid("input: " + std::to_string(tokens) + " " + what + ", expected " +
                   (config.max_positions > 0 ? "1 to " + std::to_string(most) : "at least 1"));
}

Status check_input(const Model& model, const ModelInput& input) {
    const ModelConfig& config = model.config;
    const Index tokens = size_of(input);
    // A model without types accepts the one type that means "no type".
    const Index types = std::max<Index>(1, model.weights.type_embeddings.rows);
    for (Status status :
         {check_count("tokens", input.ids.size(), config), check_length("type ids", input.type_ids.size(), tokens),
          check_length("attention mask", input.attention_mask.size(), tokens),
          check_ids("token", "id", input.ids, model.weights.word_embeddings.rows),
          check_ids("token", "type id", input.type_ids, types)}) {
        if (!status.is_ok()) return status;
    }
    if (!config.decoder) {
        if (input.decoder_ids.empty()) return {};
        return invalid("input: " + std::to_string(input.decoder_ids.size()) +
                       " target tokens, expected none: " + config.family + " models have no decoder of their own");
    }
    if (Status status = check_count("target tokens", input.decoder_ids.size(), *config.decoder); !status.is_ok())
        return status;
    return check_ids("target token", "id", input.decoder_ids, model.weights.decoder->word_embeddings.rows);
}

Status check_number(const std::string& what, Index found, Index limit) {
    if (found >= 0 && found < limit) return {};
    return invalid("input: " + what + " " + std::to_string(found) + ", expected 0 to " + std::to_string(limit - 1));
}

Status check_heads(const std::string& whose, const std::vector<HeadRef>& heads, const StackConfig& config) {
    for (const HeadRef& head : heads) {
        for (Status status : {check_number(whose + "layer", head.layer, config.n_layers),
                              check_number(whose + "head", head.head, config.n_heads)})
            if (!status.is_ok()) return status;
    }
    return {};
}

Status check_options(const ModelConfig& config, Index tokens, const RunOptions& options) {
    const Ablation& off = options.ablation;
    if (Status status = check_heads("switched off: ", off.heads, config); !status.is_ok()) return status;
    if (config.decoder) {
        for (Status status : {check_heads("switched off: decoder ", off.decoder_heads, *config.decoder),
                              check_heads("switched off: cross ", off.cross_heads, *config.decoder)})
            if (!status.is_ok()) return status;
    } else if (!off.decoder_heads.empty() || !off.cross_heads.empty()) {
        return invalid("input: switched off: heads of a decoder, expected none: " + config.family +
                       " models have no decoder of their own");
    }
    if (!options.start) return {};
    if (Status status = check_number("start: layer", options.start->layer, config.n_layers); !status.is_ok())
        return status;
    assert(!options.keep_maps && !options.keep_values && !options.keep_layer_inputs);
    const auto expected = static_cast<std::size_t>(tokens * config.d_model);
    if (options.start->stream.size() == expected) return {};
    return invalid("input: start: " + std::to_string(options.start->stream.size()) + " numbers, expected " +
                   std::to_string(expected) + ", d_model a token");
}

Error too_large(const ModelConfig& config, const std::vector<MapSetSize>& sizes, double bytes, double limit) {
    std::string tokens = std::to_string(sizes.front().queries) + " tokens";
    if (sizes.size() > 1) tokens += " and " + std::to_string(sizes.back().queries) + " target tokens";
    return {ErrorKind::kTooLarge,
            "input: " + tokens + ": the attention maps need " + shown_bytes(bytes) + ", expected at most " +
                shown_bytes(limit) + " (half of the free memory), room for " +
                std::to_string(tokens_that_fit(config, limit)) + " tokens" + (sizes.size() > 1 ? " of each" : "")};
}

// Memory for the maps of a run, used again where possible. May throw std::bad_alloc.
Result<std::shared_ptr<AttentionMaps>> take_maps(const ModelConfig& config, const std::vector<MapSetSize>& sizes,
                                                 Workspace::Buffers& buffers) {
    const double most = static_cast<double>(std::numeric_limits<Index>::max());
    double bytes = 0;
    for (const MapSetSize& size : sizes) bytes += size.bytes();
    if (bytes >= most) return too_large(config, sizes, bytes, most);
    MapRecycler* const recyclers[] = {&buffers.maps, &buffers.decoder_maps, &buffers.cross_maps};
    std::vector<std::shared_ptr<AttentionMaps>> sets;
    double fresh = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const double wanted = sizes[i].bytes();
        sets.push_back(recyclers[i]->take(static_cast<std::size_t>(wanted) / sizeof(float)));
        // What hangs on a set that nobody holds any more is free as well.
        sets.back()->decoder.reset();
        sets.back()->cross.reset();
        if (wanted > static_cast<double>(sets.back()->capacity())) fresh += wanted;
    }
    if (fresh > 0) {
        const std::optional<std::uint64_t> available = available_memory();
        const double limit = available ? static_cast<double>(*available) / 2 : most;
        if (fresh > limit) return too_large(config, sizes, bytes, limit);
    }
    for (std::size_t i = 0; i < sizes.size(); ++i)
        sets[i]->resize(sizes[i].layers, sizes[i].heads, sizes[i].queries, sizes[i].keys);
    if (sets.size() > 1) {
        sets[0]->decoder = sets[1];
        sets[0]->cross = sets[2];
    }
    return sets.front();
}

MapOutput maps_of_layer(AttentionMaps& maps, Index layer) {
    if (maps.n_layers() == 0) return {};
    const MatrixView first = maps.head(layer, 0);
    const Index head_stride = first.rows * first.stride;
    const auto bytes = static_cast<std::uint64_t>(maps.n_layers() * maps.n_heads() * head_stride) * sizeof(float);
    return {first.data, head_stride, first.stride, bytes > kCachedMapBytes};
}

// Runs the layers of one stack after another, telling and asking after each.
class LayerRun {
  public:
    LayerRun(const RunOptions& options, Index n_layers) : options_(options), n_layers_(n_layers) {}

    // False once the run is cancelled.
    bool run(StackPass& pass, const StackConfig& config, AttentionMaps& maps, AttentionMaps* cross) {
        const bool is_first = cross == nullptr;  // the only stack, or the encoder
        Index first = 0;
        if (is_first && options_.start) {
            pass.resume(options_.start->stream);
            done_ = first = options_.start->layer;
        } else {
            pass.embed();
        }
        const Ablation& off = options_.ablation;
        if (is_first) {
            pass.switch_off(off.heads, {}, off.by);
        } else {
            pass.switch_off(off.decoder_heads, off.cross_heads, off.by);
        }
        const bool keeps_inputs = is_first && options_.keep_layer_inputs;
        const Index rows = maps.n_queries();
        if (keeps_inputs) maps.layer_inputs.resize(static_cast<std::size_t>(config.n_layers * rows * config.d_model));
        const Index kv_width = config.n_kv_heads * config.d_head;
        if (options_.keep_values) maps.values.resize(static_cast<std::size_t>(config.n_layers * rows * kv_width));
        const Index cross_size = is_first ? 0 : cross->n_keys() * config.n_heads * config.d_head;
        if (options_.keep_values && !is_first)
            cross->values.resize(static_cast<std::size_t>(config.n_layers * cross_size));
        for (Index layer = first; layer < config.n_layers; ++layer) {
            if (keeps_inputs) copy_rows(pass.hidden_state(), maps.layer_inputs.data() + layer * rows * config.d_model);
            LayerOutput out;
            out.maps = maps_of_layer(maps, layer);
            if (!is_first) out.cross_maps = maps_of_layer(*cross, layer);
            if (options_.keep_values) out.values = maps.values.data() + layer * rows * kv_width;
            if (options_.keep_values && !is_first) out.cross_values = cross->values.data() + layer * cross_size;
            pass.run_layer(layer, out);
            if (options_.progress) options_.progress(++done_, n_layers_);
            if (options_.cancel.is_requested()) return false;
        }
        pass.apply_final_norm();
        if (!options_.keep_last_hidden_state) return true;
        maps.last_hidden_state.resize(static_cast<std::size_t>(rows * config.d_model));
        copy_rows(pass.hidden_state(), maps.last_hidden_state.data());
        return true;
    }

  private:
    const RunOptions& options_;
    Index n_layers_;
    Index done_ = 0;
};

Status keep_logits(const Model& model, ConstMatrixView hidden, const RunOptions& options, std::vector<float>& logits,
                   ThreadPool& pool) {
    const Index pieces = model.weights.head.matrix.rows;
    if (options.logits == Logits::kNone || pieces == 0) return {};
    if (options.logits == Logits::kLast) hidden = {hidden.row(hidden.rows - 1), 1, hidden.cols, hidden.stride};
    const double bytes = static_cast<double>(hidden.rows) * static_cast<double>(pieces) * sizeof(float);
    if (const std::optional<std::uint64_t> available = available_memory();
        available && bytes > static_cast<double>(*available) / 2)
        return Error{ErrorKind::kTooLarge, "input: " + std::to_string(hidden.rows) + " tokens: their logits need " +
                                               shown_bytes(bytes) + ", expected at most " +
                                               shown_bytes(static_cast<double>(*available) / 2) +
                                               " (half of the free memory)"};
    logits.resize(static_cast<std::size_t>(hidden.rows * pieces));
    apply_head(model, hidden, logits, pool);
    return {};
}

Result<std::shared_ptr<AttentionMaps>> run_checked(const Model& model, const ModelInput& input,
                                                   const RunOptions& options, Workspace::Buffers& buffers) {
    const Error cancelled = {ErrorKind::kCancelled, "run: cancelled"};
    const ModelConfig& config = model.config;
    if (options.cancel.is_requested()) return cancelled;
    std::vector<MapSetSize> sizes = map_set_sizes(config, size_of(input), static_cast<Index>(input.decoder_ids.size()));
    if (!options.keep_maps)
        for (MapSetSize& size : sizes) size.layers = 0;
    auto taken = take_maps(config, sizes, buffers);
    if (!taken.has_value()) return taken;
    std::shared_ptr<AttentionMaps> maps = std::move(taken).value();
    LayerRun layers(options, config.n_layers + (config.decoder ? config.decoder->n_layers : 0));

    const StackInput source = {input.ids, input.type_ids, input.attention_mask};
    StackPass first(config, model.weights, source, buffers.stack, buffers.pool);
    if (!layers.run(first, config, *maps, nullptr)) return cancelled;
    if (!config.decoder) {
        Status kept = keep_logits(model, first.hidden_state(), options, maps->logits, buffers.pool);
        if (!kept.is_ok()) return kept.error();
        return maps;
    }
    const StackInput target = {input.decoder_ids, {}, {}};
    StackPass second(*config.decoder, *model.weights.decoder, target, buffers.decoder, buffers.pool);
    second.attend_also_to(first.hidden_state(), input.attention_mask);
    if (!layers.run(second, *config.decoder, *maps->decoder, maps->cross.get())) return cancelled;
    Status kept = keep_logits(model, second.hidden_state(), options, maps->decoder->logits, buffers.pool);
    if (!kept.is_ok()) return kept.error();
    return maps;
}

}  // namespace

Result<std::shared_ptr<AttentionMaps>> run_model(const Model& model, const ModelInput& input, const RunOptions& options,
                                                 Workspace& workspace) {
    if (Status status = check_input(model, input); !status.is_ok()) return status.error();
    if (Status status = check_options(model.config, size_of(input), options); !status.is_ok()) return status.error();
    if (Status status = check_weight_file(model); !status.is_ok()) return status.error();
    try {
        return run_checked(model, input, options, workspace.buffers());
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kTooLarge, "input: " + std::to_string(input.ids.size()) +
                                               " tokens: the system refused the memory for the run"};
    }
}

}  // namespace headscope
