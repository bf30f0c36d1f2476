#include "core/model/tensor_table.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace headscope {
namespace {

std::string fact(std::string_view key, Index value) {
    return std::string(key) + " " + std::to_string(value);
}

// The names that a tensor with any of these stems may have.
template <class Stems>
std::vector<std::string> weight_names(const Stems& stems) {
    std::vector<std::string> names;
    for (const auto& stem : stems) names.push_back(std::string(stem) + ".weight");
    return names;
}

// Adds the tensors of one stack to a table.
class StackTable {
  public:
    StackTable(ExpectedTensors& table, StackPlaces& places, const StackConfig& config, const StackNames& names)
        : table_(table), places_(places), config_(config), names_(names) {
        width_ = fact(names.width_key, config.d_model);
        inner_ = width_ + ", " + fact(names.inner_key, config.d_ff);
    }

    void add() {
        places_.norm_offset = names_.norm_offset;
        add_embeddings();
        prefix_reason_ = fact(names_.layers_key, config_.n_layers);
        for (const std::string& prefix : names_.layers) {
            prefix_ = prefix;
            add_layer();
        }
        prefix_.clear();
        prefix_reason_.clear();
        if (config_.has_final_norm) places_.final_norm = norm(names_.final_norm, config_.d_model);
    }

  private:
    Place tensor(std::string name, std::vector<std::int64_t> shape, std::string reason) {
        if (!prefix_reason_.empty()) reason += ", " + prefix_reason_;
        table_.all.push_back({{prefix_ + name}, std::move(shape), std::move(reason)});
        return table_.all.size() - 1;
    }
    Place weight(std::string_view stem, Index rows, Index cols, const std::string& reason) {
        return tensor(std::string(stem) + ".weight", {rows, cols}, reason);
    }
    NormPlace norm(std::string_view stem, Index width) {
        if (stem.empty()) return {};
        NormPlace place;
        place.weight = tensor(std::string(stem) + ".weight", {width}, width_);
        if (config_.norm == NormKind::kLayer && config_.biases.norm)
            place.bias = tensor(std::string(stem) + ".bias", {width}, width_);
        return place;
    }
    // A whole tensor as one run.
    OutputRun run(std::string_view stem, Index out, Index in, bool has_bias, const std::string& reason) {
        OutputRun run;
        run.weight = names_.is_in_out ? weight(stem, in, out, reason) : weight(stem, out, in, reason);
        if (has_bias) run.bias = tensor(std::string(stem) + ".bias", {out}, reason);
        run.count = out;
        return run;
    }
    LinearPlace linear(std::string_view stem, Index out, Index in, bool has_bias, const std::string& reason) {
        return {{run(stem, out, in, has_bias, reason)}, names_.is_in_out};
    }

    void add_embeddings() {
        const Index d = config_.d_embedding;
        places_.word_embeddings =
            tensor("", {config_.vocab_size, d}, fact(names_.vocabulary_key, config_.vocab_size) + ", " + width_);
        table_.all.back().names = weight_names(names_.word_embeddings);
        if (!names_.position_embeddings.empty()) {
            places_.position_embeddings =
                weight(names_.position_embeddings, config_.max_positions + config_.position_offset, d,
                       fact(names_.positions_key, config_.max_positions + config_.position_offset) + ", " + width_);
            table_.all.back().least_rows = config_.position_offset + 1;
            table_.all.back().is_optional = config_.has_sinusoids;
        }
        if (config_.type_vocab_size > 0)
            places_.type_embeddings = weight(names_.type_embeddings, config_.type_vocab_size, d,
                                             fact(names_.types_key, config_.type_vocab_size) + ", " + width_);
        places_.embedding_norm = norm(names_.embedding_norm, d);
        if (!names_.embedding_projection.empty()) {
            const bool is_in_out = false;
            places_.embedding_projection = {{run(names_.embedding_projection, config_.d_model, d, true, width_)},
                                            is_in_out};
        }
        if (config_.relative_bias)
            places_.relative_bias = weight(names_.relative_bias, config_.relative_bias->n_buckets, config_.n_heads,
                                           fact("relative_attention_num_buckets", config_.relative_bias->n_buckets));
    }

    LinearPlace query_key_value() {
        const Index d = config_.d_model;
        const Index q_rows = config_.n_heads * config_.d_head;
        const Index kv_rows = config_.n_kv_heads * config_.d_head;
        const bool has_bias = config_.biases.query_key_value;
        if (names_.qkv_layout == QkvLayout::kSeparate) {
            LinearPlace place = {
                {run(names_.query, q_rows, d, has_bias, width_), run(names_.key, kv_rows, d, has_bias, width_),
                 run(names_.value, kv_rows, d, has_bias, width_)},
                names_.is_in_out};
            if (names_.has_alternating_halves) place.runs[0].alternating = place.runs[1].alternating = config_.d_head;
            return place;
        }
        LinearPlace place = linear(names_.qkv, q_rows + 2 * kv_rows, d, has_bias, width_);
        if (names_.qkv_layout == QkvLayout::kThirds) return place;
        assert(config_.n_heads == config_.n_kv_heads);
        const OutputRun whole = place.runs.front();
        place.runs.clear();
        for (Index role = 0; role < 3; ++role) {
            for (Index head = 0; head < config_.n_heads; ++head)
                place.runs.push_back({whole.weight, whole.bias, (3 * head + role) * config_.d_head, config_.d_head, 1});
        }
        return place;
    }

    FeedForwardPlace feed_forward() {
        const Index d = config_.d_model;
        const bool has_bias = config_.biases.feed_forward;
        FeedForwardPlace place;
        if (!config_.is_gated) {
            place.up = linear(names_.up, config_.d_ff, d, has_bias, inner_);
        } else if (names_.gate.empty()) {
            place.up = linear(names_.up, 2 * config_.d_ff, d, has_bias, inner_);
        } else {
            place.up = {{run(names_.gate, config_.d_ff, d, has_bias, inner_),
                         run(names_.up, config_.d_ff, d, has_bias, inner_)},
                        names_.is_in_out};
        }
        place.down = linear(names_.down, d, config_.d_ff, has_bias, inner_);
        return place;
    }

    void add_experts(LayerPlaces& layer) {
        const Index n = config_.experts.n;
        const Index d = config_.d_model;
        const Index inner = config_.d_ff;
        const std::string reason = inner_ + ", " + fact("num_local_experts", n);
        layer.router = linear(names_.router, n, d, true, reason);
        const Place up = tensor(std::string(names_.expert_up), {n, d, 2 * inner}, reason);
        const Place up_bias = tensor(std::string(names_.expert_up_bias), {n, 2 * inner}, reason);
        const Place down = tensor(std::string(names_.expert_down), {n, inner, d}, reason);
        const Place down_bias = tensor(std::string(names_.expert_down_bias), {n, d}, reason);
        for (Index expert = 0; expert < n; ++expert) {
            const OutputRun gate_rows = {up, up_bias, 0, inner, 2};
            const OutputRun up_rows = {up, up_bias, 1, inner, 2};
            const OutputRun down_rows = {down, down_bias, 0, d, 1};
            layer.experts.push_back({{{gate_rows, up_rows}, true, expert}, {{down_rows}, true, expert}});
        }
    }

    void add_cross_attention(LayerPlaces& layer) {
        const Index d = config_.d_model;
        const Index inner = config_.n_heads * config_.d_head;
        const bool has_bias = config_.biases.query_key_value;
        layer.cross_query = linear(names_.cross_query, inner, d, has_bias, width_);
        layer.cross_key_value = {
            {run(names_.cross_key, inner, d, has_bias, width_), run(names_.cross_value, inner, d, has_bias, width_)},
            names_.is_in_out};
        layer.cross_output = linear(names_.cross_output, d, inner, config_.biases.output, width_);
        layer.cross_norm = norm(names_.cross_norm, d);
    }

    void add_layer() {
        const Index d = config_.d_model;
        LayerPlaces layer;
        layer.qkv = query_key_value();
        layer.output = linear(names_.output, d, config_.n_heads * config_.d_head, config_.biases.output, width_);
        // Some models have no norm in front of their first block.
        if (!(config_.is_first_norm_missing && places_.layers.empty()))
            layer.attention_norm = norm(names_.attention_norm, d);
        layer.post_attention_norm = norm(names_.post_attention_norm, d);
        layer.query_norm = norm(names_.query_norm, config_.d_head);
        layer.key_norm = norm(names_.key_norm, config_.d_head);
        if (!names_.sinks.empty()) layer.sinks = tensor(std::string(names_.sinks), {config_.n_heads}, width_);
        if (config_.experts.n > 0) {
            add_experts(layer);
        } else {
            layer.feed_forward = feed_forward();
        }
        if (!names_.cross_query.empty()) add_cross_attention(layer);
        layer.feed_forward_norm = norm(names_.feed_forward_norm, d);
        layer.post_feed_forward_norm = norm(names_.post_feed_forward_norm, d);
        places_.layers.push_back(std::move(layer));
    }

    ExpectedTensors& table_;
    StackPlaces& places_;
    const StackConfig& config_;
    const StackNames& names_;
    std::string width_, inner_;  // reasons
    std::string prefix_, prefix_reason_;
};

// The tensors of a head on a stack. Norms of a head are layer norms, whatever those of the stack are.
HeadPlaces add_head(ExpectedTensors& table, const ModelConfig& config, const TensorNames& all_names) {
    const HeadNames& names = all_names.head;
    const StackNames& keys = config.decoder ? all_names.decoder : all_names.stack;
    const StackConfig& stack = config.last_stack();
    const std::string reason = fact(keys.vocabulary_key, stack.vocab_size) + ", " + fact(keys.width_key, stack.d_model);
    const auto add = [&](std::vector<std::string> any, std::vector<std::int64_t> shape) {
        table.all.push_back({std::move(any), std::move(shape), reason});
        table.all.back().is_optional = true;
        return table.all.size() - 1;
    };
    const auto named = [](std::string_view stem, const char* leaf) {
        return std::vector<std::string>{std::string(stem) + leaf};
    };
    const Index width = stack.d_embedding;
    HeadPlaces head;
    if (!names.transform.empty()) {
        OutputRun run;
        run.weight = add(named(names.transform, ".weight"), {width, stack.d_model});
        if (config.has_head_bias) run.bias = add(named(names.transform, ".bias"), {width});
        run.count = width;
        head.transform.runs = {run};
        head.transform_norm.weight = add(named(names.transform_norm, ".weight"), {width});
        if (config.biases.norm) head.transform_norm.bias = add(named(names.transform_norm, ".bias"), {width});
    }
    if (!names.matrix.empty()) head.matrix = add(weight_names(names.matrix), {stack.vocab_size, width});
    if (!names.biases.empty()) {
        std::vector<std::int64_t> shape{stack.vocab_size};
        if (names.is_bias_one_row) shape.insert(shape.begin(), 1);
        std::vector<std::string> biases = names.biases;
        if (!config.has_tied_head) std::reverse(biases.begin(), biases.end());
        head.bias = add(std::move(biases), shape);
    }
    return head;
}

}  // namespace

ExpectedTensors expected_tensors(const ModelConfig& config, const TensorNames& names) {
    ExpectedTensors table;
    StackTable(table, table.stack, config, names.stack).add();
    if (config.decoder) StackTable(table, table.decoder.emplace(), *config.decoder, names.decoder).add();
    table.head = add_head(table, config, names);
    return table;
}

}  // namespace headscope
