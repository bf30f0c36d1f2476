#include "core/math/packed_linear.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "tests/core/every_kernel.h"

namespace headscope {
namespace {

constexpr float kUntouched = 12345.0F;

struct Problem {
    Index tokens, in, out;
    std::vector<float> x, weight, bias, residual;

    Problem(Index t, Index k, Index n, unsigned seed) : tokens(t), in(k), out(n) {
        std::mt19937 random(seed);
        std::normal_distribution<float> normal;
        const auto fill = [&](std::vector<float>& values, Index count) {
            values.resize(static_cast<std::size_t>(count));
            for (float& value : values) value = normal(random);
        };
        fill(x, t * k);
        fill(weight, n * k);
        fill(bias, n);
        fill(residual, t * n);
    }

    double activated(double y, Epilogue epilogue) const {
        constexpr double kPi = 3.14159265358979323846;
        switch (epilogue) {
            case Epilogue::kGelu:
                return 0.5 * y * (1 + std::erf(y / std::sqrt(2.0)));
            case Epilogue::kGeluTanh:
                return 0.5 * y * (1 + std::tanh(std::sqrt(2 / kPi) * (y + 0.044715 * y * y * y)));
            case Epilogue::kRelu:
                return std::max(y, 0.0);
            case Epilogue::kSilu:
                return y / (1 + std::exp(-y));
            case Epilogue::kQuickGelu:
                return y / (1 + std::exp(-1.702 * y));
            case Epilogue::kNone:
            case Epilogue::kResidual:
                break;
        }
        return y;
    }

    // The exact output, and in `scale` the sum of the magnitudes that were added up.
    double expected(Index t, Index n, Epilogue epilogue, double& scale) const {
        double y = static_cast<double>(bias[static_cast<std::size_t>(n)]);
        scale = std::abs(y) + 1;
        for (Index i = 0; i < in; ++i) {
            const double term = static_cast<double>(x[static_cast<std::size_t>(t * in + i)]) *
                                static_cast<double>(weight[static_cast<std::size_t>(n * in + i)]);
            y += term;
            scale += std::abs(term);
        }
        if (epilogue == Epilogue::kResidual) y += static_cast<double>(residual[static_cast<std::size_t>(t * out + n)]);
        return activated(y, epilogue);
    }
};

PackedLinear packed(const Problem& p) {
    PackedLinear linear(p.out, p.in);
    linear.pack_rows(0, {p.weight.data(), p.out, p.in, p.in}, p.bias);
    return linear;
}

// y's rows with a canary behind padded_out().
struct Output {
    std::vector<float> floats;
    MatrixView view;

    Output(const Problem& p, const PackedLinear& linear) {
        const Index stride = linear.padded_out() + 3;
        floats.assign(static_cast<std::size_t>(p.tokens * stride), kUntouched);
        view = {floats.data(), p.tokens, p.out, stride};
    }
    void fill_with_residual(const Problem& p) {
        for (Index t = 0; t < p.tokens; ++t) std::copy_n(p.residual.data() + t * p.out, p.out, view.row(t));
    }
};

void expect_exact(const Problem& p, const PackedLinear& linear, const Output& y, Epilogue epilogue) {
    for (Index t = 0; t < p.tokens; ++t) {
        for (Index n = 0; n < p.out; ++n) {
            double scale = 0;
            const double expected = p.expected(t, n, epilogue, scale);
            ASSERT_NEAR(y.view(t, n), expected, 4e-7 * scale) << "token " << t << " column " << n;
        }
        for (Index c = linear.padded_out(); c < y.view.stride; ++c) ASSERT_EQ(y.view.row(t)[c], kUntouched);
    }
}

class PackedLinearTest : public testing::EveryKernel {};
INSTANTIATE_TEST_SUITE_P(Kernels, PackedLinearTest, testing::kEveryLevel, testing::level_name);

TEST_P(PackedLinearTest, EqualsFloat64ForAnyShape) {
    ThreadPool pool(2);
    const Index shapes[][3] = {{1, 1, 1},      {1, 384, 40},  {2, 3, 5},      {5, 31, 33},
                               {6, 32, 32},    {7, 17, 64},   {13, 64, 7},    {25, 769, 50},
                               {16, 1536, 96}, {97, 100, 20}, {150, 800, 48}, {1, 2000, 31}};
    unsigned seed = 1;
    for (const auto& [tokens, in, out] : shapes) {
        SCOPED_TRACE(::testing::Message() << tokens << " × " << in << " → " << out);
        const Problem p(tokens, in, out, ++seed);
        const PackedLinear linear = packed(p);
        Output y(p, linear);
        linear.apply({p.x.data(), tokens, in, in}, y.view, Epilogue::kNone, {}, pool);
        expect_exact(p, linear, y, Epilogue::kNone);
    }
}

TEST_P(PackedLinearTest, AppliesEachActivationToTheWholeSum) {
    ThreadPool pool(2);
    // 900 inputs are summed up in two parts: the activation must see both.
    for (const Index in : {20, 900}) {
        for (const Epilogue epilogue :
             {Epilogue::kGelu, Epilogue::kGeluTanh, Epilogue::kRelu, Epilogue::kSilu, Epilogue::kQuickGelu}) {
            SCOPED_TRACE(::testing::Message() << "in " << in << " epilogue " << static_cast<int>(epilogue));
            const Problem p(9, in, 37, 7);
            const PackedLinear linear = packed(p);
            Output y(p, linear);
            linear.apply({p.x.data(), p.tokens, in, in}, y.view, epilogue, {}, pool);
            expect_exact(p, linear, y, epilogue);
        }
    }
}

TEST_P(PackedLinearTest, AddsTheResidualAlsoWhereItIsTheOutputItself) {
    ThreadPool pool(2);
    for (const Index in : {20, 900}) {
        const Problem p(11, in, 37, 8);
        const PackedLinear linear = packed(p);
        Output residual(p, linear);
        residual.fill_with_residual(p);
        Output y(p, linear);
        linear.apply({p.x.data(), p.tokens, in, in}, y.view, Epilogue::kResidual, residual.view, pool);
        expect_exact(p, linear, y, Epilogue::kResidual);
        linear.apply({p.x.data(), p.tokens, in, in}, residual.view, Epilogue::kResidual, residual.view, pool);
        expect_exact(p, linear, residual, Epilogue::kResidual);
    }
}

TEST_P(PackedLinearTest, PackedInPiecesIsTheSameAsPackedAtOnce) {
    ThreadPool pool(1);
    const Problem p(4, 30, 50, 9);
    const PackedLinear whole = packed(p);
    PackedLinear pieces(p.out, p.in);
    const Index cuts[] = {0, 10, 13, 32, 45, 50};
    for (std::size_t c = 0; c + 1 < std::size(cuts); ++c) {
        const Index rows = cuts[c + 1] - cuts[c];
        pieces.pack_rows(cuts[c], {p.weight.data() + cuts[c] * p.in, rows, p.in, p.in},
                         std::span(p.bias).subspan(static_cast<std::size_t>(cuts[c]), static_cast<std::size_t>(rows)));
    }
    Output a(p, whole);
    Output b(p, pieces);
    whole.apply({p.x.data(), p.tokens, p.in, p.in}, a.view, Epilogue::kNone, {}, pool);
    pieces.apply({p.x.data(), p.tokens, p.in, p.in}, b.view, Epilogue::kNone, {}, pool);
    EXPECT_EQ(a.floats, b.floats);
}

TEST_P(PackedLinearTest, ResultDoesNotDependOnTheNumberOfThreads) {
    const Problem p(70, 90, 130, 10);
    const PackedLinear linear = packed(p);
    ThreadPool one(1);
    ThreadPool three(3);
    Output a(p, linear);
    Output b(p, linear);
    linear.apply({p.x.data(), p.tokens, p.in, p.in}, a.view, Epilogue::kGelu, {}, one);
    linear.apply({p.x.data(), p.tokens, p.in, p.in}, b.view, Epilogue::kGelu, {}, three);
    EXPECT_EQ(a.floats, b.floats);
}

TEST_P(PackedLinearTest, KeepsNotANumberVisible) {
    ThreadPool pool(1);
    Problem p(3, 8, 4, 11);
    p.x[8] = NAN;  // token 1
    const PackedLinear linear = packed(p);
    for (const Epilogue epilogue : {Epilogue::kNone, Epilogue::kGelu, Epilogue::kGeluTanh, Epilogue::kRelu,
                                    Epilogue::kSilu, Epilogue::kQuickGelu}) {
        Output y(p, linear);
        linear.apply({p.x.data(), p.tokens, p.in, p.in}, y.view, epilogue, {}, pool);
        EXPECT_TRUE(std::isnan(y.view(1, 0))) << static_cast<int>(epilogue);
        EXPECT_FALSE(std::isnan(y.view(0, 0)));
    }
}

TEST_P(PackedLinearTest, StaysUsableWhenOtherKernelsComeIntoUse) {
    ThreadPool pool(1);
    const Problem p(5, 40, 40, 12);
    const PackedLinear linear = packed(p);
    use_kernels(*find_kernels(VectorLevel::kPortable));
    Output y(p, linear);
    linear.apply({p.x.data(), p.tokens, p.in, p.in}, y.view, Epilogue::kNone, {}, pool);
    expect_exact(p, linear, y, Epilogue::kNone);
}

}  // namespace
}  // namespace headscope
