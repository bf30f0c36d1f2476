#include "core/nn/attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/math/packed_linear.h"
#include "core/nn/attention_maps.h"
#include "core/nn/naive_attention.h"
#include "tests/core/every_kernel.h"

namespace headscope {
namespace {

constexpr float kMapTolerance = 1e-6F;
constexpr float kOutputTolerance = 4e-6F;  // sums over d_model of weights and values of size 1

RowMajorMatrix random_matrix(Index rows, Index cols, float deviation, std::mt19937& random) {
    std::normal_distribution<float> normal(0, deviation);
    return RowMajorMatrix::NullaryExpr(rows, cols, [&] { return normal(random); });
}

AttentionWeights random_weights(const AttentionShape& shape, std::mt19937& random) {
    const auto projection = [&](Index out, Index in) {
        return random_matrix(out, in, 1 / std::sqrt(static_cast<float>(in)), random);
    };
    const auto bias = [&](Index out) { return Eigen::VectorXf(random_matrix(1, out, 0.3F, random).row(0)); };
    AttentionWeights w;
    w.w_q = projection(shape.q_width(), shape.d_model);
    w.w_k = projection(shape.kv_width(), shape.d_model);
    w.w_v = projection(shape.kv_width(), shape.d_model);
    w.w_o = projection(shape.d_model, shape.q_width());
    w.b_q = bias(shape.q_width());
    w.b_k = bias(shape.kv_width());
    w.b_v = bias(shape.kv_width());
    w.b_o = bias(shape.d_model);
    return w;
}

ScoreRules plain_rules(const AttentionShape& shape) {
    ScoreRules rules;
    rules.scale = default_score_scale(shape.d_head);
    return rules;
}

ConstMatrixView view_of(const RowMajorMatrix& m) {
    return {m.data(), m.rows(), m.cols(), m.cols()};
}

// The fast path from x to W_O's output, on the same weights as the naive one.
struct FastResult {
    AttentionMaps maps;
    RowMajorMatrix context, output;
};

PackedLinear pack(std::initializer_list<std::pair<const RowMajorMatrix*, const Eigen::VectorXf*>> parts) {
    Index out = 0;
    for (const auto& [weight, bias] : parts) out += weight->rows();
    PackedLinear linear(out, parts.begin()->first->cols());
    Index row = 0;
    for (const auto& [weight, bias] : parts) {
        linear.pack_rows(row, view_of(*weight), {bias->data(), static_cast<std::size_t>(bias->size())});
        row += weight->rows();
    }
    return linear;
}

RowMajorMatrix apply(const PackedLinear& linear, const RowMajorMatrix& x, ThreadPool& pool) {
    RowMajorMatrix padded(x.rows(), linear.padded_out());
    linear.apply(view_of(x), {padded.data(), x.rows(), linear.out(), padded.cols()}, Epilogue::kNone, {}, pool);
    return padded.leftCols(linear.out());
}

FastResult fast_attention(const AttentionShape& shape, const AttentionWeights& w, const AttentionMask& mask,
                          const RowMajorMatrix& x, ThreadPool& pool, bool past_caches = false) {
    const RowMajorMatrix qkv = apply(pack({{&w.w_q, &w.b_q}, {&w.w_k, &w.b_k}, {&w.w_v, &w.b_v}}), x, pool);
    FastResult result;
    result.maps.resize(1, shape.n_heads, x.rows(), x.rows());
    result.context.resize(x.rows(), shape.q_width());
    const MatrixView first = result.maps.head(0, 0);
    std::fill_n(first.data, shape.n_heads * first.rows * first.stride, NAN);  // every float must be written
    AttentionScratch scratch;
    const MapOutput maps = {first.data, first.rows * first.stride, first.stride, past_caches};
    fused_attention(shape, mask, plain_rules(shape), AttentionOperands::of(shape, view_of(qkv)), maps,
                    {result.context.data(), x.rows(), shape.q_width(), shape.q_width()}, scratch, pool);
    result.output = apply(pack({{&w.w_o, &w.b_o}}), result.context, pool);
    return result;
}

void expect_equal(const AttentionShape& shape, const AttentionMask& mask, const NaiveAttentionResult& naive,
                  const FastResult& fast) {
    for (Index head = 0; head < shape.n_heads; ++head) {
        const ConstMatrixView map = fast.maps.head(0, head);
        const RowMajorMatrix& expected = naive.maps[static_cast<std::size_t>(head)];
        for (Index query = 0; query < map.rows; ++query) {
            bool sees_any = false;
            for (Index key = 0; key < map.cols; ++key) sees_any = sees_any || mask.allows(query, key);
            for (Index key = 0; key < map.cols; ++key) {
                ASSERT_NEAR(map(query, key), expected(query, key), kMapTolerance)
                    << head << ", " << query << ", " << key;
                if (sees_any && !mask.allows(query, key)) {
                    ASSERT_EQ(map(query, key), 0.0F);
                    ASSERT_EQ(expected(query, key), 0.0F);
                }
            }
            for (Index pad = map.cols; pad < map.stride; ++pad) ASSERT_EQ(map.row(query)[pad], 0.0F);
        }
    }
    ASSERT_LE((naive.context - fast.context).cwiseAbs().maxCoeff(), kOutputTolerance);
    ASSERT_LE((naive.output - fast.output).cwiseAbs().maxCoeff(), kOutputTolerance);
}

class AttentionTest : public testing::EveryKernel {
  protected:
    void expect_naive_equals_fast(const AttentionShape& shape, const AttentionMask& mask, Index tokens, unsigned seed) {
        SCOPED_TRACE(::testing::Message() << "T " << tokens << ", d_model " << shape.d_model << ", heads "
                                          << shape.n_heads << "/" << shape.n_kv_heads << " of " << shape.d_head
                                          << ", causal " << (mask.kind == MaskKind::kCausal) << ", seed " << seed);
        std::mt19937 random(seed);
        const AttentionWeights weights = random_weights(shape, random);
        const RowMajorMatrix x = random_matrix(tokens, shape.d_model, 1, random);
        const NaiveAttentionResult naive = naive_attention(shape, weights, mask, x);
        expect_equal(shape, mask, naive, fast_attention(shape, weights, mask, x, pool_));
    }

    ThreadPool pool_{2};
};
INSTANTIATE_TEST_SUITE_P(Kernels, AttentionTest, testing::kEveryLevel, testing::level_name);

// "Attention Is All You Need": d_model 512, 8 heads of 64, here for two tokens. Every shape on the way is stated.
TEST_P(AttentionTest, HasTheClassicShapesAt512Wide8Heads2Tokens) {
    const AttentionShape shape = {512, 8, 8, 64};
    std::mt19937 random(1);
    const AttentionWeights weights = random_weights(shape, random);
    const RowMajorMatrix x = random_matrix(2, 512, 1, random);

    // One token is a row of 512 numbers; W_q, W_k and W_v hold 8 slices of 64 rows each, W_O takes 8 · 64 back to 512.
    EXPECT_EQ(shape.q_width(), 512);
    EXPECT_EQ(shape.kv_width(), 512);
    EXPECT_EQ(shape.qkv_width(), 1536);
    EXPECT_EQ(weights.w_q.rows(), 512);
    EXPECT_EQ(weights.w_q.cols(), 512);
    EXPECT_EQ(weights.w_k.rows(), 512);
    EXPECT_EQ(weights.w_k.cols(), 512);
    EXPECT_EQ(weights.w_v.rows(), 512);
    EXPECT_EQ(weights.w_v.cols(), 512);
    EXPECT_EQ(weights.w_o.rows(), 512);
    EXPECT_EQ(weights.w_o.cols(), 512);

    const NaiveAttentionResult naive = naive_attention(shape, weights, {}, x);
    ASSERT_EQ(naive.maps.size(), 8U);
    for (const RowMajorMatrix& map : naive.maps) {
        EXPECT_EQ(map.rows(), 2);  // a row a query
        EXPECT_EQ(map.cols(), 2);  // a column a key
        EXPECT_NEAR(map.row(0).sum(), 1, 1e-6);
        EXPECT_NEAR(map.row(1).sum(), 1, 1e-6);
    }
    EXPECT_EQ(naive.context.rows(), 2);
    EXPECT_EQ(naive.context.cols(), 512);
    EXPECT_EQ(naive.output.rows(), 2);
    EXPECT_EQ(naive.output.cols(), 512);

    const FastResult fast = fast_attention(shape, weights, {}, x, pool_);
    EXPECT_EQ(fast.maps.n_layers(), 1);
    EXPECT_EQ(fast.maps.n_heads(), 8);
    EXPECT_EQ(fast.maps.n_queries(), 2);
    EXPECT_EQ(fast.maps.n_keys(), 2);
    EXPECT_EQ(fast.maps.row_stride(), 16);
    expect_equal(shape, {}, naive, fast);
}

TEST_P(AttentionTest, EqualsTheNaiveLoopForRandomShapesAndMasks) {
    std::mt19937 random(2);
    const auto pick = [&](int low, int high) {
        return static_cast<Index>(std::uniform_int_distribution(low, high)(random));
    };
    for (unsigned round = 0; round < 60; ++round) {
        AttentionShape shape;
        shape.n_kv_heads = pick(1, 4);
        shape.n_heads = shape.n_kv_heads * pick(1, 4);
        shape.d_head = pick(1, 40);  // need not be d_model / n_heads
        shape.d_model = pick(1, 70);
        const Index tokens = round % 5 == 0 ? 1 : pick(2, 70);
        AttentionMask mask;
        if (round % 2 == 1) mask.kind = MaskKind::kCausal;
        if (round % 4 >= 2) mask.window = pick(1, 30);
        if (round % 3 != 0) {
            mask.allowed_keys.resize(static_cast<std::size_t>(tokens));
            for (unsigned char& allowed : mask.allowed_keys) allowed = pick(0, 3) != 0;
        }
        expect_naive_equals_fast(shape, mask, tokens, round);
    }
}

TEST_P(AttentionTest, EqualsTheNaiveLoopWhereAHeadIsSharedAmongTasks) {
    for (const MaskKind kind : {MaskKind::kNone, MaskKind::kCausal}) {
        for (const Index window : {0, 1, 50}) expect_naive_equals_fast({32, 3, 1, 20}, {kind, {}, window}, 203, 5);
    }
}

TEST_P(AttentionTest, ARowWithoutAnyAllowedKeyIsUniformOverAllKeys) {
    const AttentionShape shape = {24, 2, 2, 12};
    std::mt19937 random(3);
    const AttentionWeights weights = random_weights(shape, random);
    for (const Index tokens : {1, 5, 40}) {
        const RowMajorMatrix x = random_matrix(tokens, 24, 1, random);
        AttentionMask nothing;
        nothing.allowed_keys.assign(static_cast<std::size_t>(tokens), 0);
        const FastResult fast = fast_attention(shape, weights, nothing, x, pool_);
        for (Index i = 0; i < tokens; ++i) {
            for (Index j = 0; j < tokens; ++j)
                ASSERT_FLOAT_EQ(fast.maps.head(0, 1)(i, j), 1 / static_cast<float>(tokens));
        }
        // Left padding under a causal mask: the first queries see nothing, the later ones only what is behind it.
        AttentionMask left_padded = {MaskKind::kCausal, std::vector<unsigned char>(static_cast<std::size_t>(tokens), 1),
                                     0};
        for (Index i = 0; i < tokens / 2; ++i) left_padded.allowed_keys[static_cast<std::size_t>(i)] = 0;
        expect_equal(shape, left_padded, naive_attention(shape, weights, left_padded, x),
                     fast_attention(shape, weights, left_padded, x, pool_));
    }
}

// Scores far from 0: the largest allowed one must be what is subtracted, not a masked one nor the padding.
TEST_P(AttentionTest, StaysExactWithScoresFarFromZeroAndALargerMaskedOne) {
    const AttentionShape shape = {1, 1, 1, 1};
    AttentionWeights w;
    w.w_q = w.w_k = w.w_v = w.w_o = RowMajorMatrix::Constant(1, 1, 1);
    w.b_q = w.b_v = w.b_o = Eigen::VectorXf::Zero(1);
    w.b_k = Eigen::VectorXf::Constant(1, -300);
    RowMajorMatrix x(3, 1);
    x << 1, 1.5F, 1000;
    const AttentionMask mask = {MaskKind::kNone, {1, 1, 0}, 0};
    const FastResult fast = fast_attention(shape, w, mask, x, pool_);
    // Query 0 scores the keys −299 and −298.5.
    const double ratio = std::exp(0.5);
    EXPECT_NEAR(fast.maps.head(0, 0)(0, 0), 1 / (1 + ratio), 1e-6);
    EXPECT_NEAR(fast.maps.head(0, 0)(0, 1), ratio / (1 + ratio), 1e-6);
    EXPECT_EQ(fast.maps.head(0, 0)(0, 2), 0.0F);
    expect_equal(shape, mask, naive_attention(shape, w, mask, x), fast);
}

TEST_P(AttentionTest, WritesTheSameMapsPastTheCachesAndTheSameContextWithoutMaps) {
    const AttentionShape shape = {32, 4, 2, 8};
    std::mt19937 random(4);
    const AttentionWeights weights = random_weights(shape, random);
    const RowMajorMatrix x = random_matrix(37, 32, 1, random);
    const FastResult cached = fast_attention(shape, weights, {}, x, pool_);
    const FastResult past = fast_attention(shape, weights, {}, x, pool_, true);
    for (Index head = 0; head < 4; ++head) {
        for (Index i = 0; i < 37; ++i) {
            for (Index j = 0; j < cached.maps.row_stride(); ++j) {
                ASSERT_EQ(cached.maps.head(0, head).row(i)[j], past.maps.head(0, head).row(i)[j]);
            }
        }
    }
    const RowMajorMatrix qkv = apply(
        pack({{&weights.w_q, &weights.b_q}, {&weights.w_k, &weights.b_k}, {&weights.w_v, &weights.b_v}}), x, pool_);
    RowMajorMatrix context(37, 32);
    AttentionScratch scratch;
    fused_attention(shape, {}, plain_rules(shape), AttentionOperands::of(shape, view_of(qkv)), {},
                    {context.data(), 37, 32, 32}, scratch, pool_);
    EXPECT_EQ(context, cached.context);
}

TEST_P(AttentionTest, ANotANumberStaysInItsRow) {
    const AttentionShape shape = {8, 1, 1, 8};
    std::mt19937 random(5);
    RowMajorMatrix qkv = random_matrix(20, 24, 1, random);
    qkv(3, 0) = NAN;  // query 3
    AttentionMaps maps(1, 1, 20, 20);
    RowMajorMatrix context(20, 8);
    AttentionScratch scratch;
    const MatrixView map = maps.head(0, 0);
    fused_attention(shape, {}, plain_rules(shape), AttentionOperands::of(shape, view_of(qkv)),
                    {map.data, 20 * map.stride, map.stride}, {context.data(), 20, 8, 8}, scratch, pool_);
    for (Index i = 0; i < 20; ++i) {
        for (Index j = 0; j < 20; ++j) ASSERT_EQ(std::isnan(map(i, j)), i == 3) << i << ", " << j;
    }
}

}  // namespace
}  // namespace headscope
