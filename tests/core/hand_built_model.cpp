#include "tests/core/hand_built_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace headscope::testing {
namespace {

// Random numbers that float32 holds exactly, so that both sides compute with the same weights.
DoubleMatrix random_matrix(Index rows, Index cols, double mean, double deviation, std::mt19937& random) {
    std::normal_distribution<float> normal(static_cast<float>(mean), static_cast<float>(deviation));
    DoubleMatrix m(rows, cols);
    for (Index i = 0; i < m.size(); ++i) m.data()[i] = static_cast<double>(normal(random));
    return m;
}

std::vector<float> floats_of(const DoubleMatrix& m) {
    std::vector<float> floats(static_cast<std::size_t>(m.size()));
    for (Index i = 0; i < m.size(); ++i) floats[static_cast<std::size_t>(i)] = static_cast<float>(m.data()[i]);
    return floats;
}

PackedLinear packed(const DoubleMatrix& weight, const DoubleMatrix& bias) {
    PackedLinear linear(weight.rows(), weight.cols());
    const std::vector<float> w = floats_of(weight);
    const std::vector<float> b = floats_of(bias);
    linear.pack_rows(0, {w.data(), weight.rows(), weight.cols(), weight.cols()}, b);
    return linear;
}

}  // namespace

HandBuiltModel::HandBuiltModel(const ModelConfig& config, unsigned seed) {
    std::mt19937 random(seed);
    const Index d = config.d_model;
    const auto linear = [&](Index out, Index in, double gain) {
        return Linear{random_matrix(out, in, 0, gain / std::sqrt(static_cast<double>(in)), random),
                      random_matrix(1, out, 0, 0.2, random)};
    };
    const auto norm = [&] { return Norm{random_matrix(1, d, 1, 0.2, random), random_matrix(1, d, 0, 0.2, random)}; };
    words_ = random_matrix(config.vocab_size, d, 0, 1, random);
    positions_ = random_matrix(config.max_positions, d, 0, 0.7, random);
    types_ = random_matrix(config.type_vocab_size, d, 0, 0.7, random);
    embedding_norm_ = norm();
    for (Index i = 0; i < config.n_layers; ++i) {
        const Index heads = config.n_heads * config.d_head;
        layers_.push_back({linear((config.n_heads + 2 * config.n_kv_heads) * config.d_head, d, 1.5),
                           linear(d, heads, 0.9), linear(config.d_ff, d, 0.9), linear(d, config.d_ff, 0.9), norm(),
                           norm()});
    }
    if (config.norm_placement == NormPlacement::kPre) final_norm_ = norm();

    const auto table = [&](const DoubleMatrix& m) { return EmbeddingTable::own(floats_of(m), m.rows(), d); };
    const auto norm_weights = [](const Norm& n) { return NormWeights{floats_of(n.weight), floats_of(n.bias)}; };
    model_.name = "hand-built";
    model_.config = config;
    Weights& weights = model_.weights;
    weights.word_embeddings = table(words_);
    weights.position_embeddings = table(positions_);
    weights.type_embeddings = table(types_);
    weights.embedding_norm = norm_weights(embedding_norm_);
    weights.final_norm = norm_weights(final_norm_);
    for (const Layer& layer : layers_) {
        LayerWeights& built = weights.layers.emplace_back();
        built.qkv = packed(layer.qkv.weight, layer.qkv.bias);
        built.output = packed(layer.output.weight, layer.output.bias);
        built.feed_forward = {packed(layer.up.weight, layer.up.bias), packed(layer.down.weight, layer.down.bias)};
        built.attention_norm = norm_weights(layer.attention_norm);
        built.feed_forward_norm = norm_weights(layer.feed_forward_norm);
    }
    LayerConfig facts;
    facts.score_scale = default_score_scale(config.d_head);
    model_.config.set_layers(facts);
}

DoubleMatrix HandBuiltModel::normalise(const DoubleMatrix& x, const Norm& norm) const {
    DoubleMatrix y = x;
    for (Index r = 0; r < x.rows(); ++r) {
        const double mean = x.row(r).mean();
        const double variance = (x.row(r).array() - mean).square().mean();
        const double deviation = std::sqrt(variance + static_cast<double>(model_.config.norm_eps));
        y.row(r) =
            ((x.row(r).array() - mean) / deviation * norm.weight.row(0).array() + norm.bias.row(0).array()).matrix();
    }
    return y;
}

DoubleMatrix HandBuiltModel::attend(const DoubleMatrix& x, const Layer& layer, const ModelInput& input,
                                    const Ablation& off, Reference& out) const {
    const ModelConfig& config = model_.config;
    const DoubleMatrix qkv = (x * layer.qkv.weight.transpose()).rowwise() + layer.qkv.bias.row(0);
    const Index width = config.d_head;
    const Index k_begin = config.n_heads * width;
    const Index v_begin = k_begin + config.n_kv_heads * width;
    DoubleMatrix context(x.rows(), config.n_heads * width);
    for (Index head = 0; head < config.n_heads; ++head) {
        const Index shared = head / (config.n_heads / config.n_kv_heads) * width;
        const DoubleMatrix q = qkv.middleCols(head * width, width);
        const DoubleMatrix k = qkv.middleCols(k_begin + shared, width);
        const DoubleMatrix v = qkv.middleCols(v_begin + shared, width);
        DoubleMatrix map = q * k.transpose() / std::sqrt(static_cast<double>(width));
        for (Index i = 0; i < map.rows(); ++i) {
            double sum = 0;
            for (Index j = 0; j < map.cols(); ++j) {
                const bool hidden =
                    (!input.attention_mask.empty() && input.attention_mask[static_cast<std::size_t>(j)] == 0) ||
                    (config.is_causal() && j > i);
                map(i, j) = hidden ? 0 : std::exp(map(i, j));
                sum += map(i, j);
            }
            if (sum == 0) map.row(i).setConstant(1);
            map.row(i) /= map.row(i).sum();
        }
        context.middleCols(head * width, width) = map * v;
        const DoubleMatrix added = v * layer.output.weight.middleCols(head * width, width).transpose();
        out.contributions.push_back(map * added.rowwise().norm().asDiagonal());
        out.output_norms.push_back((map * added).rowwise().norm());
        for (const HeadRef& gone : off.heads) {
            if (&layer != &layers_[static_cast<std::size_t>(gone.layer)] || gone.head != head) continue;
            const DoubleMatrix mean = context.middleCols(head * width, width).colwise().mean();
            for (Index i = 0; i < x.rows(); ++i)
                context.row(i).segment(head * width, width) = off.by == SwitchOff::kMean ? mean : 0 * mean;
        }
        out.maps.push_back(std::move(map));
    }
    return (context * layer.output.weight.transpose()).rowwise() + layer.output.bias.row(0);
}

DoubleMatrix HandBuiltModel::feed_forward(const DoubleMatrix& x, const Layer& layer) const {
    DoubleMatrix hidden = (x * layer.up.weight.transpose()).rowwise() + layer.up.bias.row(0);
    for (Index i = 0; i < hidden.size(); ++i) {
        double& h = hidden.data()[i];
        h = model_.config.activation == Activation::kRelu ? std::max(h, 0.0)
                                                          : 0.5 * h * (1 + std::erf(h / std::sqrt(2.0)));
    }
    return (hidden * layer.down.weight.transpose()).rowwise() + layer.down.bias.row(0);
}

HandBuiltModel::Reference HandBuiltModel::run_in_double(const ModelInput& input, const Ablation& off) const {
    Reference out;
    DoubleMatrix x(static_cast<Index>(input.ids.size()), model_.config.d_model);
    for (Index t = 0; t < x.rows(); ++t) {
        const auto i = static_cast<std::size_t>(t);
        x.row(t) = words_.row(input.ids[i]) + positions_.row(t);
        if (types_.rows() > 0) x.row(t) += types_.row(input.type_ids.empty() ? 0 : input.type_ids[i]);
    }
    x = normalise(x, embedding_norm_);
    for (const Layer& layer : layers_) {
        if (model_.config.norm_placement == NormPlacement::kPre) {
            x += attend(normalise(x, layer.attention_norm), layer, input, off, out);
            x += feed_forward(normalise(x, layer.feed_forward_norm), layer);
        } else {
            x = normalise(x + attend(x, layer, input, off, out), layer.attention_norm);
            x = normalise(x + feed_forward(x, layer), layer.feed_forward_norm);
        }
    }
    if (final_norm_.weight.size() > 0) x = normalise(x, final_norm_);
    out.last_hidden_state = x;
    return out;
}

ModelConfig small_config() {
    ModelConfig config;
    config.family = "bert";
    config.n_layers = 2;
    config.n_heads = config.n_kv_heads = 4;
    config.d_model = config.d_embedding = 48;
    config.d_head = 12;
    config.d_ff = 80;
    config.vocab_size = 101;
    config.max_positions = 96;
    config.type_vocab_size = 2;
    return config;
}

ModelConfig grouped_config() {
    ModelConfig config = small_config();
    config.n_kv_heads = 2;
    config.norm_placement = NormPlacement::kPre;
    config.mask = MaskKind::kCausal;
    return config;
}

ModelInput input_of(const Model& model, Index tokens) {
    ModelInput input;
    for (Index t = 0; t < tokens; ++t)
        input.ids.push_back(static_cast<TokenId>((t * 37 + 11) % model.config.vocab_size));
    return input;
}

std::shared_ptr<const AttentionTrace> trace_of(const std::shared_ptr<const HandBuiltModel>& built, Index tokens,
                                               const RunOptions& options, Workspace& workspace) {
    const auto trace = trace_ids({built, &built->model()}, input_of(built->model(), tokens), options, workspace);
    EXPECT_TRUE(trace.has_value()) << (trace.has_value() ? "" : trace.error().message);
    return trace.has_value() ? trace.value() : nullptr;
}

double largest_difference(const AttentionMaps& maps, const std::vector<DoubleMatrix>& reference) {
    double largest = 0;
    for (Index layer = 0; layer < maps.n_layers(); ++layer) {
        for (Index head = 0; head < maps.n_heads(); ++head) {
            const ConstMatrixView map = maps.head(layer, head);
            const DoubleMatrix& expected = reference[static_cast<std::size_t>(layer * maps.n_heads() + head)];
            for (Index i = 0; i < map.rows; ++i) {
                for (Index j = 0; j < map.cols; ++j) {
                    const double difference = std::abs(static_cast<double>(map(i, j)) - expected(i, j));
                    if (!(difference <= largest)) largest = difference;  // NaN counts
                }
            }
        }
    }
    return largest;
}

}  // namespace headscope::testing
