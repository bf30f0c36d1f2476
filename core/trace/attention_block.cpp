#include "core/trace/attention_block.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <random>
#include <string>
#include <utility>

#include "core/nn/stack_pass.h"
#include "core/nn/workspace.h"

namespace headscope {
namespace {

// Runs layers [0, layers) of a stack; false once the run is cancelled.
bool run_layers(StackPass& pass, Index layers, const CancelToken& cancel) {
    for (Index layer = 0; layer < layers; ++layer) {
        if (cancel.is_requested()) return false;
        pass.run_layer(layer, {});
    }
    return true;
}

std::vector<TokenId> ids_of(const Encoding& encoding) {
    std::vector<TokenId> ids;
    ids.reserve(encoding.tokens.size());
    for (const Token& token : encoding.tokens) ids.push_back(token.id);
    return ids;
}

// The facts of a layer's attention to its own tokens (or to another stack's).
void take_facts(const StackConfig& config, const StackWeights& weights, Index layer, bool is_cross,
                AttentionBlock& block) {
    const LayerConfig& facts = config.layers[static_cast<std::size_t>(layer)];
    const LayerWeights& own = weights.layers[static_cast<std::size_t>(facts.weight_set)];
    block.shape = {config.d_model, config.n_heads, config.n_kv_heads, config.d_head};
    block.scale = facts.score_scale;
    block.is_self = !is_cross;
    if (is_cross) {
        block.shape.n_kv_heads = config.n_heads;
        block.weights = {&own.cross->query, &own.cross->key_value, &own.cross->output, 0, block.shape.q_width()};
        block.is_input_normalised = config.norm_placement != NormPlacement::kPost && !own.cross->norm.weight.empty();
        return;
    }
    const Index first_key = block.shape.q_width();
    block.weights = {&own.qkv, &own.qkv, &own.output, first_key, first_key + block.shape.kv_width()};
    block.is_input_normalised = config.norm_placement != NormPlacement::kPost && !own.attention_norm.weight.empty();
    block.mask.kind = config.mask;
    block.mask.window = facts.window;
    block.soft_cap = config.score_soft_cap;
    block.sinks = own.sinks;
    block.norm_eps = config.norm_eps;
    if (!own.query_norm.weight.empty()) {
        block.query_norm = &own.query_norm;
        block.key_norm = &own.key_norm;
    }
}

void take_bias(const DistanceBias& bias, AttentionBlock& block) {
    if (bias.data == nullptr) return;
    const Index size = DistanceBias::size(block.n_queries(), block.n_keys());
    for (Index head = 0; head < block.shape.n_heads; ++head) {
        const float* row = bias.data + head * bias.head_stride;
        block.bias.insert(block.bias.end(), row, row + size);
    }
}

Result<std::shared_ptr<const AttentionBlock>> run_block_unchecked(const AttentionTrace& trace, MapSet set, Index layer,
                                                                  const CancelToken& cancel, Workspace& workspace) {
    const Error cancelled = {ErrorKind::kCancelled, "run: cancelled"};
    const Model& model = *trace.model;
    const ModelConfig& config = model.config;
    auto block = std::make_shared<AttentionBlock>();
    block->owner = trace.model;
    Workspace::Buffers& buffers = workspace.buffers();

    const std::vector<TokenId> source_ids = ids_of(trace.encoding);
    std::vector<std::int32_t> type_ids;
    for (const Token& token : trace.encoding.tokens) type_ids.push_back(token.type_id);
    const StackInput source = {source_ids, type_ids, trace.attention_mask};
    StackPass first(config, model.weights, source, buffers.stack, buffers.pool);
    const Ablation& off = trace.ablation;
    first.switch_off(off.heads, {}, off.by);
    first.embed();
    if (!run_layers(first, set == MapSet::kEncoder ? layer : config.n_layers, cancel)) return cancelled;
    if (set == MapSet::kEncoder) {
        take_facts(config, model.weights, layer, false, *block);
        first.capture(&block->numbers, nullptr);
        first.run_layer(layer, {});
        take_bias(first.bias(), *block);
        block->mask.allowed_keys = trace.attention_mask;
        const Index rope = config.layers[static_cast<std::size_t>(layer)].rope;
        if (rope >= 0) block->rotations.fill(config.ropes[static_cast<std::size_t>(rope)], block->n_queries());
        return std::shared_ptr<const AttentionBlock>(std::move(block));
    }

    first.apply_final_norm();
    const StackConfig& decoder = *config.decoder;
    const std::vector<TokenId> target_ids = ids_of(trace.target);
    const StackInput target = {target_ids, {}, {}};
    StackPass second(decoder, *model.weights.decoder, target, buffers.decoder, buffers.pool);
    second.attend_also_to(first.hidden_state(), trace.attention_mask);
    second.switch_off(off.decoder_heads, off.cross_heads, off.by);
    second.embed();
    if (!run_layers(second, layer, cancel)) return cancelled;
    const bool is_cross = set == MapSet::kCross;
    take_facts(decoder, *model.weights.decoder, layer, is_cross, *block);
    second.capture(is_cross ? nullptr : &block->numbers, is_cross ? &block->numbers : nullptr);
    second.run_layer(layer, {});
    if (is_cross) {
        block->mask.allowed_keys = trace.attention_mask;
    } else {
        take_bias(second.bias(), *block);
        const Index rope = decoder.layers[static_cast<std::size_t>(layer)].rope;
        if (rope >= 0) block->rotations.fill(decoder.ropes[static_cast<std::size_t>(rope)], block->n_queries());
    }
    return std::shared_ptr<const AttentionBlock>(std::move(block));
}

// W of a random block and of its copies.
struct RandomLayers {
    PackedLinear qkv;
    PackedLinear output;
};

// Numbers of mean 0 and variance 1: the sum of four even ones, which is close enough to a bell to look like weights.
class Noise {
  public:
    explicit Noise(std::uint64_t seed) : bits_(seed) {}
    float next() {
        const std::uint64_t drawn = bits_();
        float sum = 0;
        for (int shift = 0; shift < 64; shift += 16) sum += static_cast<float>((drawn >> shift) & 0xFFFF) / 65536.0F;
        return (sum - 2) * std::sqrt(3.0F);
    }

  private:
    std::mt19937_64 bits_;
};

PackedLinear random_linear(Index out, Index in, Noise& noise) {
    PackedLinear linear(out, in);
    const float size = 1 / std::sqrt(static_cast<float>(in));
    const Index rows = linear.panel_rows();
    RowMajorMatrix values(rows, in);
    for (Index first = 0; first < out; first += rows) {
        for (Index i = 0; i < rows * in; ++i) values.data()[i] = size * noise.next();
        linear.pack_rows(first, {values.data(), std::min(rows, out - first), in, in}, {});
    }
    return linear;
}

RowMajorMatrix rows_of(const PackedLinear& linear, Index first, Index count) {
    RowMajorMatrix rows(count, linear.in());
    linear.copy_rows(first, {rows.data(), count, linear.in(), linear.in()});
    return rows;
}

Eigen::VectorXf bias_of(const PackedLinear& linear, Index first, Index count) {
    return Eigen::Map<const Eigen::VectorXf>(linear.bias().data() + first, count);
}

}  // namespace

bool AttentionBlock::has_biases() const {
    for (const PackedLinear* linear : {weights.query, weights.key_value, weights.output}) {
        const std::span<const float> bias = linear->bias();
        if (std::any_of(bias.begin(), bias.end(), [](float b) { return b != 0; })) return true;
    }
    return false;
}

DistanceBias AttentionBlock::distance_bias() const {
    if (bias.empty()) return {};
    return {bias.data(), DistanceBias::size(n_queries(), n_keys())};
}

HeadPlacement AttentionBlock::placement() const {
    static const NormWeights kNone;
    return {query_norm != nullptr ? *query_norm : kNone, key_norm != nullptr ? *key_norm : kNone, norm_eps,
            turns_positions() ? &rotations : nullptr};
}

Result<std::shared_ptr<const AttentionBlock>> run_block(const AttentionTrace& trace, MapSet set, Index layer,
                                                        const CancelToken& cancel, Workspace& workspace) {
    if (Status status = check_weight_file(*trace.model); !status.is_ok()) return status.error();
    try {
        return run_block_unchecked(trace, set, layer, cancel, workspace);
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kTooLarge, "input: " + std::to_string(trace.encoding.tokens.size()) +
                                               " tokens: the system refused the memory for the steps of a layer"};
    }
}

Result<std::shared_ptr<const AttentionBlock>> make_random_block(const CostSizes& sizes, Index n_tokens,
                                                                std::uint64_t seed, ThreadPool& pool) {
    try {
        auto block = std::make_shared<AttentionBlock>();
        AttentionShape& shape = block->shape;
        shape = {sizes.d_model, sizes.n_heads, sizes.n_kv_heads, sizes.d_head};
        Noise noise(seed);
        auto layers = std::make_shared<RandomLayers>();
        layers->qkv = random_linear(shape.qkv_width(), shape.d_model, noise);
        layers->output = random_linear(shape.d_model, shape.q_width(), noise);
        block->weights = {&layers->qkv, &layers->qkv, &layers->output, shape.q_width(),
                          shape.q_width() + shape.kv_width()};
        block->owner = layers;
        block->scale = default_score_scale(shape.d_head);

        RowMajorMatrix x(n_tokens, shape.d_model);
        for (Index i = 0; i < x.size(); ++i) x.data()[i] = noise.next();
        AlignedBuffer buffer;
        const MatrixView qkv = matrix_in(buffer, n_tokens, shape.qkv_width(), layers->qkv.padded_out());
        layers->qkv.apply(view_of(x), qkv, Epilogue::kNone, {}, pool);
        const AttentionOperands operands = AttentionOperands::of(shape, qkv);
        AttentionCapture& numbers = block->numbers;
        numbers.queries = numbers.projected_queries = copy_of(operands.queries);
        numbers.keys = numbers.projected_keys = copy_of(operands.keys);
        numbers.values = copy_of(operands.values);
        numbers.context.resize(n_tokens, shape.q_width());
        AttentionScratch scratch;
        ScoreRules rules;
        rules.scale = block->scale;
        fused_attention(shape, {}, rules, operands, {},
                        {numbers.context.data(), n_tokens, shape.q_width(), shape.q_width()}, scratch, pool);
        numbers.source = x;
        numbers.input = std::move(x);
        return std::shared_ptr<const AttentionBlock>(std::move(block));
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kTooLarge,
                     "random weights: the system refused the memory for d_model " + std::to_string(sizes.d_model)};
    }
}

HeadSlices head_slices(const AttentionBlock& block, Index head) {
    const AttentionShape& shape = block.shape;
    const BlockWeights& w = block.weights;
    const Index d = shape.d_head;
    const Index kv = head / shape.group() * d;
    HeadSlices slices;
    slices.query = rows_of(*w.query, head * d, d).transpose();
    slices.key = rows_of(*w.key_value, w.first_key + kv, d).transpose();
    slices.value = rows_of(*w.key_value, w.first_value + kv, d).transpose();
    slices.query_bias = bias_of(*w.query, head * d, d);
    slices.key_bias = bias_of(*w.key_value, w.first_key + kv, d);
    slices.value_bias = bias_of(*w.key_value, w.first_value + kv, d);
    slices.output = rows_of(*w.output, 0, shape.d_model).middleCols(head * d, d).transpose();
    return slices;
}

RowMajorMatrix output_matrix(const AttentionBlock& block) {
    return rows_of(*block.weights.output, 0, block.shape.d_model).transpose();
}

AttentionWeights literal_weights(const AttentionBlock& block) {
    const AttentionShape& shape = block.shape;
    const BlockWeights& w = block.weights;
    AttentionWeights weights;
    weights.w_q = rows_of(*w.query, 0, shape.q_width());
    weights.w_k = rows_of(*w.key_value, w.first_key, shape.kv_width());
    weights.w_v = rows_of(*w.key_value, w.first_value, shape.kv_width());
    weights.w_o = rows_of(*w.output, 0, shape.d_model);
    weights.b_q = bias_of(*w.query, 0, shape.q_width());
    weights.b_k = bias_of(*w.key_value, w.first_key, shape.kv_width());
    weights.b_v = bias_of(*w.key_value, w.first_value, shape.kv_width());
    weights.b_o = bias_of(*w.output, 0, shape.d_model);
    return weights;
}

}  // namespace headscope
