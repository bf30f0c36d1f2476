#include "core/nn/stack_pass.h"

#include <algorithm>
#include <cassert>

#include "core/math/kernels.h"
#include "core/nn/activation.h"
#include "core/nn/relative_bias.h"

namespace headscope {
template <class Task>
void StackPass::for_rows(Task&& task) {
    constexpr Index kFloatsATask = 16 * 1024;
    const Index rows = stream_.rows;
    const Index tasks = std::clamp<Index>(rows * stream_.cols / kFloatsATask, 1, rows);
    pool_.for_each(static_cast<int>(tasks), [&](int i) {
        const Index first = rows * i / tasks;
        task(first, rows * (i + 1) / tasks - first);
    });
}

StackPass::StackPass(const StackConfig& config, const StackWeights& weights, const StackInput& input,
                     StackBuffers& buffers, ThreadPool& pool)
    : config_(config), weights_(weights), input_(input), buffers_(buffers), pool_(pool) {
    const Index tokens = input.size();
    shape_ = {config.d_model, config.n_heads, config.n_kv_heads, config.d_head};
    Index model_room = std::max(config.d_model, weights.embedding_projection.padded_out());
    Index qkv_room = shape_.qkv_width();
    Index hidden_room = config.is_gated ? 2 * config.d_ff : config.d_ff;
    Index router_room = 0;
    const auto add_block = [&](const FeedForwardWeights& block) {
        hidden_room = std::max(hidden_room, block.up.padded_out());
        model_room = std::max(model_room, block.down.padded_out());
    };
    for (const LayerWeights& layer : weights.layers) {
        model_room = std::max(model_room, layer.output.padded_out());
        qkv_room = std::max(qkv_room, layer.qkv.padded_out());
        if (layer.cross) {
            model_room = std::max(model_room, layer.cross->output.padded_out());
            qkv_room = std::max(qkv_room, layer.cross->query.padded_out());
        }
        router_room = std::max(router_room, layer.router.padded_out());
        add_block(layer.feed_forward);
        for (const FeedForwardWeights& block : layer.experts) add_block(block);
    }
    if (weights.embedding_projection.out() > 0)
        embedded_ = matrix_in(buffers.embedded, tokens, config.d_embedding, config.d_embedding);
    stream_ = matrix_in(buffers.stream, tokens, config.d_model, model_room);
    normalised_ = matrix_in(buffers.normalised, tokens, config.d_model, model_room);
    qkv_ = matrix_in(buffers.qkv, tokens, shape_.qkv_width(), qkv_room);
    context_ = matrix_in(buffers.context, tokens, shape_.q_width(), shape_.q_width());
    hidden_ = matrix_in(buffers.hidden, tokens, config.is_gated ? 2 * config.d_ff : config.d_ff, hidden_room);
    if (config.experts.n > 0) {
        router_ = matrix_in(buffers.router, tokens, config.experts.n, router_room);
        expert_in_ = matrix_in(buffers.expert_in, tokens, config.d_model, model_room);
        expert_out_ = matrix_in(buffers.expert_out, tokens, config.d_model, model_room);
        expert_sum_ = matrix_in(buffers.expert_sum, tokens, config.d_model, config.d_model);
        buffers.expert_weights.resize(static_cast<std::size_t>(tokens * config.experts.n));
        buffers.expert_tokens.resize(static_cast<std::size_t>(tokens));
    }
    if (config.relative_bias)
        bias_ = distance_bias(*config.relative_bias, weights.relative_bias, tokens, tokens, buffers.bias);
    buffers.rotations.resize(config.ropes.size());
    for (std::size_t i = 0; i < config.ropes.size(); ++i) buffers.rotations[i].fill(config.ropes[i], tokens);
    buffers.positions.resize(static_cast<std::size_t>(tokens));
    buffers.mask.kind = config.mask;
    buffers.mask.allowed_keys.assign(input.attention_mask.begin(), input.attention_mask.end());
}

void StackPass::attend_also_to(ConstMatrixView memory, std::span<const unsigned char> mask) {
    memory_ = memory;
    Index room = 2 * shape_.q_width();
    for (const LayerWeights& layer : weights_.layers)
        if (layer.cross) room = std::max(room, layer.cross->key_value.padded_out());
    cross_ = matrix_in(buffers_.cross, memory.rows, 2 * shape_.q_width(), room);
    buffers_.cross_mask.allowed_keys.assign(mask.begin(), mask.end());
}

void StackPass::embed() {
    Index next = config_.position_offset;
    for (std::size_t i = 0; i < input_.ids.size(); ++i)
        buffers_.positions[i] = config_.padding_id == input_.ids[i] ? *config_.padding_id : next++;
    const MatrixView x = embedded_.data != nullptr ? embedded_ : stream_;
    for_rows([&](Index first, Index rows) {
        for (Index t = first; t < first + rows; ++t) {
            const auto i = static_cast<std::size_t>(t);
            float* row = x.row(t);
            std::fill_n(row, x.cols, 0.0F);
            weights_.word_embeddings.add_row(input_.ids[i], config_.embedding_scale, row);
            if (weights_.type_embeddings.rows > 0)
                weights_.type_embeddings.add_row(input_.type_ids.empty() ? 0 : input_.type_ids[i], 1, row);
            if (weights_.position_embeddings.rows > 0)
                weights_.position_embeddings.add_row(buffers_.positions[i], 1, row);
        }
    });
    if (!weights_.embedding_norm.weight.empty()) normalise(weights_.embedding_norm, x, x);
    if (embedded_.data != nullptr) weights_.embedding_projection.apply(embedded_, stream_, Epilogue::kNone, {}, pool_);
}

void StackPass::resume(std::span<const float> stream) {
    assert(static_cast<Index>(stream.size()) == stream_.rows * stream_.cols);
    for (Index t = 0; t < stream_.rows; ++t)
        std::copy_n(stream.begin() + t * stream_.cols, stream_.cols, stream_.row(t));
}

void StackPass::run_layer(Index i, const LayerOutput& out) {
    const LayerConfig& facts = config_.layers[static_cast<std::size_t>(i)];
    const LayerWeights& layer = weights_.layers[static_cast<std::size_t>(facts.weight_set)];
    if (config_.norm_placement == NormPlacement::kPost) {
        attend(i, stream_, out);
        add_to_stream(layer.output, context_, {});
        normalise(layer.attention_norm, stream_, stream_);
        if (layer.cross) {
            attend_across(i, *layer.cross, stream_, out);
            add_to_stream(layer.cross->output, context_, {});
            normalise(layer.cross->norm, stream_, stream_);
        }
        feed_forward(layer, stream_);
        normalise(layer.feed_forward_norm, stream_, stream_);
        return;
    }
    attend(i, normalised(layer.attention_norm, stream_), out);
    if (config_.is_parallel) {
        normalise(layer.feed_forward_norm, stream_, normalised_);
        add_to_stream(layer.output, context_, {});
        feed_forward(layer, normalised_);
    } else {
        add_to_stream(layer.output, context_, layer.post_attention_norm);
        if (layer.cross) {
            attend_across(i, *layer.cross, normalised(layer.cross->norm, stream_), out);
            add_to_stream(layer.cross->output, context_, {});
        }
        feed_forward(layer, normalised(layer.feed_forward_norm, stream_));
    }
}

void StackPass::apply_final_norm() {
    if (!weights_.final_norm.weight.empty()) normalise(weights_.final_norm, stream_, stream_);
}

void StackPass::capture(AttentionCapture* self, AttentionCapture* cross) {
    captured_self_ = self;
    captured_cross_ = cross;
}

HeadPlacement StackPass::placement_of(Index i) const {
    const LayerConfig& facts = config_.layers[static_cast<std::size_t>(i)];
    const LayerWeights& layer = weights_.layers[static_cast<std::size_t>(facts.weight_set)];
    const RotaryTable* rotations = facts.rope < 0 ? nullptr : &buffers_.rotations[static_cast<std::size_t>(facts.rope)];
    return {layer.query_norm, layer.key_norm, config_.norm_eps, rotations};
}

void StackPass::attend(Index i, ConstMatrixView x, const LayerOutput& out) {
    const LayerConfig& facts = config_.layers[static_cast<std::size_t>(i)];
    const LayerWeights& layer = weights_.layers[static_cast<std::size_t>(facts.weight_set)];
    layer.qkv.apply(x, qkv_, Epilogue::kNone, {}, pool_);
    const AttentionOperands operands = AttentionOperands::of(shape_, qkv_);
    if (captured_self_ != nullptr) {
        captured_self_->input = captured_self_->source = copy_of(x);
        captured_self_->projected_queries = copy_of(operands.queries);
        captured_self_->projected_keys = copy_of(operands.keys);
    }
    place_queries_and_keys(placement_of(i));
    buffers_.mask.window = facts.window;
    const ScoreRules rules = {facts.score_scale, bias_, config_.score_soft_cap, layer.sinks};
    fused_attention(shape_, buffers_.mask, rules, operands, out.maps, context_, buffers_.attention, pool_);
    if (captured_self_ != nullptr) copy_operands(operands, *captured_self_);
    if (out.values != nullptr) copy_rows(operands.values, out.values);
    silence(off_self_, i);
}

void StackPass::attend_across(Index i, const CrossWeights& cross, ConstMatrixView x, const LayerOutput& out) {
    const Index width = shape_.q_width();
    const MatrixView queries = {qkv_.data, qkv_.rows, width, qkv_.stride};
    cross.query.apply(x, queries, Epilogue::kNone, {}, pool_);
    cross.key_value.apply(memory_, cross_, Epilogue::kNone, {}, pool_);
    const AttentionShape shape = {shape_.d_model, shape_.n_heads, shape_.n_heads, shape_.d_head};
    ScoreRules rules;
    rules.scale = config_.layers[static_cast<std::size_t>(i)].score_scale;
    const AttentionOperands operands = {queries,
                                        {cross_.data, cross_.rows, width, cross_.stride},
                                        {cross_.data + width, cross_.rows, width, cross_.stride}};
    fused_attention(shape, buffers_.cross_mask, rules, operands, out.cross_maps, context_, buffers_.attention, pool_);
    if (out.cross_values != nullptr) copy_rows(operands.values, out.cross_values);
    if (captured_cross_ != nullptr) {
        captured_cross_->input = copy_of(x);
        captured_cross_->source = copy_of(memory_);
        captured_cross_->projected_queries = copy_of(operands.queries);
        captured_cross_->projected_keys = copy_of(operands.keys);
        copy_operands(operands, *captured_cross_);
    }
    silence(off_cross_, i);
}

void StackPass::silence(std::span<const HeadRef> off, Index layer) {
    const std::vector<unsigned char>& shown = buffers_.mask.allowed_keys;
    for (const HeadRef& head : off) {
        if (head.layer != layer) continue;
        const Index first = head.head * shape_.d_head;
        for (Index c = first; c < first + shape_.d_head; ++c) {
            double sum = 0;
            Index rows = 0;
            for (Index t = 0; t < context_.rows && off_by_ == SwitchOff::kMean; ++t) {
                if (!shown.empty() && shown[static_cast<std::size_t>(t)] == 0) continue;
                sum += static_cast<double>(context_(t, c));
                ++rows;
            }
            const float stand_in = rows > 0 ? static_cast<float>(sum / static_cast<double>(rows)) : 0.0F;
            for (Index t = 0; t < context_.rows; ++t) context_(t, c) = stand_in;
        }
    }
}

void StackPass::copy_operands(const AttentionOperands& operands, AttentionCapture& capture) const {
    capture.queries = copy_of(operands.queries);
    capture.keys = copy_of(operands.keys);
    capture.values = copy_of(operands.values);
    capture.context = copy_of(context_);
}

void StackPass::place_queries_and_keys(const HeadPlacement& placement) {
    if (!placement.is_needed()) return;
    const Index d = shape_.d_head;
    for_rows([&](Index first, Index rows) {
        for (Index t = first; t < first + rows; ++t) {
            placement.place_queries(t, {qkv_.row(t), shape_.n_heads, d, d});
            placement.place_keys(t, {qkv_.row(t) + shape_.q_width(), shape_.n_kv_heads, d, d});
        }
    });
}

void StackPass::add_to_stream(const PackedLinear& linear, ConstMatrixView x, const NormWeights& norm) {
    if (norm.weight.empty()) {
        linear.apply(x, stream_, Epilogue::kResidual, stream_, pool_);
        return;
    }
    linear.apply(x, normalised_, Epilogue::kNone, {}, pool_);
    normalise(norm, normalised_, normalised_);
    add_to_stream(normalised_);
}

void StackPass::add_to_stream(ConstMatrixView x) {
    for_rows([&](Index first, Index rows) {
        for (Index t = first; t < first + rows; ++t) {
            float* row = stream_.row(t);
            const float* more = x.row(t);
            for (Index c = 0; c < stream_.cols; ++c) row[c] += more[c];
        }
    });
}

void StackPass::feed_forward(const LayerWeights& layer, ConstMatrixView x) {
    if (config_.experts.n > 0) {
        mix_experts(layer, x);
        return;
    }
    Gating gating;
    gating.activation = epilogue_of(config_.activation);
    add_to_stream(layer.feed_forward.down, activate(layer.feed_forward, x, gating), layer.post_feed_forward_norm);
}

ConstMatrixView StackPass::activate(const FeedForwardWeights& block, ConstMatrixView x, const Gating& gating) {
    const MatrixView hidden = {hidden_.data, x.rows, hidden_.cols, hidden_.stride};
    if (!config_.is_gated) {
        block.up.apply(x, hidden, gating.activation, {}, pool_);
        return hidden;
    }
    block.up.apply(x, hidden, Epilogue::kNone, {}, pool_);
    const Index width = config_.d_ff;
    const Kernels& kernels = active_kernels();
    for_rows([&](Index first, Index rows) {
        const Index last = std::min(first + rows, hidden.rows);
        if (first >= last) return;
        const MatrixView gates = {hidden.row(first), last - first, width, hidden.stride};
        kernels.gate(gates, {gates.data + width, gates.rows, width, hidden.stride}, gates, gating);
    });
    return {hidden.data, x.rows, width, hidden.stride};
}

ConstMatrixView StackPass::normalised(const NormWeights& norm, ConstMatrixView x) {
    if (norm.weight.empty()) return x;
    normalise(norm, x, normalised_);
    return normalised_;
}

void StackPass::normalise(const NormWeights& norm, ConstMatrixView x, MatrixView y) {
    const float* bias = norm.bias.empty() ? nullptr : norm.bias.data();
    const Kernels& kernels = active_kernels();
    for_rows([&](Index first, Index rows) {
        const ConstMatrixView from = {x.row(first), rows, x.cols, x.stride};
        const MatrixView to = {y.row(first), rows, y.cols, y.stride};
        if (config_.norm == NormKind::kRms) {
            kernels.rms_norm(from, to, norm.weight.data(), config_.norm_eps);
        } else {
            kernels.layer_norm(from, to, norm.weight.data(), bias, config_.norm_eps);
        }
    });
}

}  // namespace headscope
