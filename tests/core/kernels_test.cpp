// Kernels that work row by row, and the rules of attention scores, against the formulas in float64.
#include "core/math/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "core/nn/attention.h"
#include "core/nn/attention_maps.h"
#include "core/nn/relative_bias.h"
#include "core/nn/rotary.h"
#include "tests/core/every_kernel.h"

namespace headscope {
namespace {

// [rows, cols] with two columns of padding that must stay as they are.
struct Block {
    Index rows, cols;
    std::vector<float> values;

    Block(Index r, Index c, unsigned seed, float deviation = 1) : rows(r), cols(c) {
        std::mt19937 random(seed);
        std::normal_distribution<float> normal(0.5F, deviation);
        values.resize(static_cast<std::size_t>(r * (c + 2)));
        for (float& value : values) value = normal(random);
    }
    MatrixView view() { return {values.data(), rows, cols, cols + 2}; }
    double operator()(Index r, Index c) const {
        return static_cast<double>(values[static_cast<std::size_t>(r * (cols + 2) + c)]);
    }
};

class KernelsTest : public testing::EveryKernel {};
INSTANTIATE_TEST_SUITE_P(Kernels, KernelsTest, testing::kEveryLevel, testing::level_name);

TEST_P(KernelsTest, RmsNormDividesByTheRootOfTheMeanSquare) {
    for (const Index cols : {1, 7, 8, 20, 33, 64}) {
        Block x(3, cols, 1);
        const Block before = x;
        const Block weight(1, cols, 2);
        active_kernels().rms_norm(x.view(), x.view(), weight.values.data(), 1e-3F);
        for (Index r = 0; r < 3; ++r) {
            double square = 0;
            for (Index c = 0; c < cols; ++c) square += before(r, c) * before(r, c);
            const double root = std::sqrt(square / static_cast<double>(cols) + 1e-3);
            for (Index c = 0; c < cols; ++c) ASSERT_NEAR(x(r, c), before(r, c) / root * weight(0, c), 2e-6);
            ASSERT_EQ(x(r, cols), before(r, cols));
        }
    }
}

TEST_P(KernelsTest, RotateTurnsThePairsAndLeavesTheRest) {
    for (const Index half : {1, 3, 4, 8, 10, 24}) {
        Block x(4, 2 * half + 3, 3);
        const Block before = x;
        Rope rope;
        for (Index i = 0; i < half; ++i) rope.inverse_frequencies.push_back(1 / static_cast<float>(i + 1));
        rope.attention_factor = 1.25F;
        RotaryTable table;
        table.fill(rope, 12);
        active_kernels().rotate(x.view(), table.half(), table.cosines(11), table.sines(11));
        for (Index r = 0; r < 4; ++r) {
            for (Index i = 0; i < half; ++i) {
                const double angle = 11 * static_cast<double>(rope.inverse_frequencies[static_cast<std::size_t>(i)]);
                const double a = before(r, i);
                const double b = before(r, i + half);
                ASSERT_NEAR(x(r, i), 1.25 * (a * std::cos(angle) - b * std::sin(angle)), 2e-6);
                ASSERT_NEAR(x(r, i + half), 1.25 * (b * std::cos(angle) + a * std::sin(angle)), 2e-6);
            }
            for (Index c = 2 * half; c < x.cols; ++c) ASSERT_EQ(x(r, c), before(r, c));
        }
    }
}

TEST_P(KernelsTest, MeanLogSumIsThatOfTheMeanWithNothingForZeros) {
    std::mt19937 random(5);
    for (const Index n : {1, 4, 15, 16, 17, 64, 129, 1000}) {
        std::vector<float> p(static_cast<std::size_t>(n));
        std::vector<float> q(p.size());
        double exact = 0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            // Zeros, subnormal numbers, and all sizes up to 1.
            const auto weight = [&] {
                return random() % 3 == 0 ? 0.0F : std::exp2(-static_cast<float>(random() % 1300) / 10);
            };
            p[i] = weight();
            q[i] = weight();
            const double mean = (static_cast<double>(p[i]) + static_cast<double>(q[i])) / 2;
            if (mean > 0) exact += mean * std::log(mean);
        }
        ASSERT_NEAR(active_kernels().mean_log_sum(p.data(), q.data(), n), exact, 2e-7 * static_cast<double>(n));
        q[p.size() / 2] = std::numeric_limits<float>::quiet_NaN();
        ASSERT_TRUE(std::isnan(active_kernels().mean_log_sum(p.data(), q.data(), n)));
    }
}

TEST_P(KernelsTest, GateMultipliesTheActivatedHalfByTheOther) {
    const auto exact = [](double g, const Gating& gating) {
        switch (gating.activation) {
            case Epilogue::kGelu:
                return 0.5 * g * (1 + std::erf(g / std::sqrt(2.0)));
            case Epilogue::kGeluTanh:
                return 0.5 * g * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (g + 0.044715 * g * g * g)));
            case Epilogue::kRelu:
                return std::max(g, 0.0);
            case Epilogue::kSilu:
                return g / (1 + std::exp(-static_cast<double>(gating.slope) * g));
            case Epilogue::kQuickGelu:
                return g / (1 + std::exp(-1.702 * g));
            default:
                return g;
        }
    };
    for (const Epilogue activation : {Epilogue::kGelu, Epilogue::kGeluTanh, Epilogue::kRelu, Epilogue::kSilu,
                                      Epilogue::kQuickGelu, Epilogue::kNone}) {
        for (const Index cols : {1, 15, 16, 37}) {
            Gating gating;
            gating.activation = activation;
            if (activation == Epilogue::kSilu && cols > 15) gating = {Epilogue::kSilu, 1.7F, 2.5F, 1};
            Block gate(3, cols, 4, 3);
            Block up(3, cols, 5, 3);
            const Block before = gate;
            active_kernels().gate(gate.view(), up.view(), gate.view(), gating);
            const double limit = static_cast<double>(gating.limit);
            for (Index r = 0; r < 3; ++r) {
                for (Index c = 0; c < cols; ++c) {
                    const double other = std::clamp(up(r, c), -limit, limit) + static_cast<double>(gating.up_offset);
                    const double wanted = exact(std::min(before(r, c), limit), gating) * other;
                    ASSERT_NEAR(gate(r, c), wanted, 2e-6 * (1 + std::abs(wanted)));
                }
                ASSERT_EQ(gate(r, cols), before(r, cols));
            }
        }
    }
}

struct Rules {
    MaskKind mask;
    Index window;
    bool has_bias;
    float soft_cap;
    bool has_sinks;
    bool hides_keys;
};

// A run of fused_attention over random operands, compared cell by cell with the textbook in float64.
void expect_rules(const Rules& rule, Index n_queries, Index n_keys, unsigned seed) {
    SCOPED_TRACE(::testing::Message() << "queries " << n_queries << ", keys " << n_keys << ", window " << rule.window
                                      << ", bias " << rule.has_bias << ", cap " << rule.soft_cap << ", sinks "
                                      << rule.has_sinks << ", hidden keys " << rule.hides_keys << ", causal "
                                      << (rule.mask == MaskKind::kCausal));
    const AttentionShape shape = {0, 4, 2, 10};
    Block q(n_queries, shape.q_width(), seed);
    Block k(n_keys, shape.kv_width(), seed + 1);
    Block v(n_keys, shape.kv_width(), seed + 2);
    AttentionMask mask{rule.mask, {}, rule.window};
    if (rule.hides_keys) {
        for (Index key = 0; key < n_keys; ++key) mask.allowed_keys.push_back(key % 3 != 0);
    }
    const Index stride = DistanceBias::size(n_queries, n_keys);
    const Block bias(4, stride - 2, seed + 3);
    const std::vector<float> sinks = {0.5F, -2, 3, 40};
    ScoreRules rules;
    rules.scale = 0.3F;
    if (rule.has_bias) rules.bias = {bias.values.data(), stride};
    rules.soft_cap = rule.soft_cap;
    if (rule.has_sinks) rules.sinks = sinks;
    AttentionMaps maps(1, 4, n_queries, n_keys);
    Block context(n_queries, shape.q_width(), 9);
    AttentionScratch scratch;
    ThreadPool pool(2);
    const MatrixView first = maps.head(0, 0);
    fused_attention(shape, mask, rules, {q.view(), k.view(), v.view()},
                    {first.data, n_queries * first.stride, first.stride}, context.view(), scratch, pool);
    for (Index head = 0; head < 4; ++head) {
        const Index shared = head / 2 * shape.d_head;
        for (Index i = 0; i < n_queries; ++i) {
            std::vector<double> weights(static_cast<std::size_t>(n_keys));
            double sum = rule.has_sinks ? std::exp(static_cast<double>(sinks[static_cast<std::size_t>(head)])) : 0;
            bool sees_any = false;
            for (Index j = 0; j < n_keys; ++j) {
                double score = 0;
                for (Index c = 0; c < shape.d_head; ++c) score += q(i, head * shape.d_head + c) * k(j, shared + c);
                score *= static_cast<double>(rules.scale);
                if (rule.has_bias)
                    score += static_cast<double>(
                        bias.values[static_cast<std::size_t>(head * stride + j - i + n_queries - 1)]);
                const double cap = static_cast<double>(rule.soft_cap);
                if (cap > 0) score = cap * std::tanh(score / cap);
                sees_any = sees_any || mask.allows(i, j);
                weights[static_cast<std::size_t>(j)] = mask.allows(i, j) ? std::exp(score) : 0;
                sum += weights[static_cast<std::size_t>(j)];
            }
            std::vector<double> expected(static_cast<std::size_t>(shape.d_head));
            for (Index j = 0; j < n_keys; ++j) {
                double weight = weights[static_cast<std::size_t>(j)] / sum;
                if (!sees_any) weight = rule.has_sinks ? 0 : 1 / static_cast<double>(n_keys);
                ASSERT_NEAR(static_cast<double>(maps.head(0, head)(i, j)), weight, 1e-6)
                    << head << " " << i << " " << j;
                for (Index c = 0; c < shape.d_head; ++c)
                    expected[static_cast<std::size_t>(c)] += weight * v(j, shared + c);
            }
            for (Index c = 0; c < shape.d_head; ++c)
                ASSERT_NEAR(context(i, head * shape.d_head + c), expected[static_cast<std::size_t>(c)], 4e-6);
        }
    }
}

TEST_P(KernelsTest, AttentionFollowsEveryRuleAloneAndTogether) {
    unsigned seed = 10;
    for (const bool has_bias : {false, true}) {
        for (const float cap : {0.0F, 1.5F}) {
            for (const bool has_sinks : {false, true}) {
                for (const bool hides : {false, true}) {
                    for (const Index n : {1, 9, 40}) {
                        for (const MaskKind kind : {MaskKind::kNone, MaskKind::kCausal}) {
                            for (const Index window : {0, 1, 5, 17})
                                expect_rules({kind, window, has_bias, cap, has_sinks, hides}, n, n, seed++);
                        }
                        expect_rules({MaskKind::kNone, 0, has_bias, cap, has_sinks, hides}, n, 2 * n + 3, seed++);
                        expect_rules({MaskKind::kNone, 0, has_bias, cap, has_sinks, hides}, n + 20, n, seed++);
                    }
                }
            }
        }
    }
}

// The buckets of T5: exact near by, logarithmic further off, one for all that is far.
TEST(RelativeBuckets, AreExactNearByAndShareTheFarOnes) {
    const RelativeBias both = {32, 128, true};
    EXPECT_EQ(relative_bucket(both, 0), 0);
    EXPECT_EQ(relative_bucket(both, -7), 7);
    EXPECT_EQ(relative_bucket(both, 7), 23);
    EXPECT_EQ(relative_bucket(both, -8), 8);
    EXPECT_EQ(relative_bucket(both, -127), 15);
    EXPECT_EQ(relative_bucket(both, 100000), 31);
    const RelativeBias back = {32, 128, false};
    EXPECT_EQ(relative_bucket(back, 5), 0);
    EXPECT_EQ(relative_bucket(back, -15), 15);
    EXPECT_EQ(relative_bucket(back, -16), 16);
    EXPECT_EQ(relative_bucket(back, -100000), 31);
}

}  // namespace
}  // namespace headscope
