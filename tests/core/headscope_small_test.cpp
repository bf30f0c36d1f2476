// headscope-small does what the README beside its weights says of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/io/file.h"
#include "core/trace/attention_trace.h"
#include "core/trace/links.h"
#include "tests/core/map_cases.h"

namespace headscope {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(HEADSCOPE_WEIGHTS) / "headscope-small";

class HeadscopeSmall : public ::testing::Test {
  protected:
    void SetUp() override {
        model_ = testing::opened(kFolder);
        ASSERT_NE(model_, nullptr);
    }

    std::shared_ptr<const AttentionTrace> trace_of(const std::string& text) {
        const auto encoding = encode_for_model(*model_, text, std::nullopt, {});
        EXPECT_TRUE(encoding.has_value()) << encoding.error().message;
        RunOptions options;
        options.logits = Logits::kLast;
        const auto trace = trace_encoding(model_, encoding.value(), options, workspace_);
        EXPECT_TRUE(trace.has_value()) << trace.error().message;
        return trace.value();
    }

    // The probability that the last token is followed by `piece`.
    double probability_of(const AttentionTrace& trace, const std::string& piece) {
        const std::vector<float>& logits = trace.maps->logits;
        const double largest = *std::max_element(logits.begin(), logits.end());
        double sum = 0;
        for (const float logit : logits) sum += std::exp(static_cast<double>(logit) - largest);
        std::size_t id = 0;
        while (id < logits.size() && model_->tokenizer->find_piece(static_cast<TokenId>(id)) != piece) ++id;
        EXPECT_LT(id, logits.size()) << piece;
        return id < logits.size() ? std::exp(static_cast<double>(logits[id]) - largest) / sum : 0;
    }

    std::shared_ptr<const Model> model_;
    Workspace workspace_{2};
};

std::string pieces_of(const AttentionTrace& trace) {
    std::string line;
    for (const Token& token : trace.encoding.tokens) line += (line.empty() ? "" : " ") + token.piece;
    return line;
}

TEST_F(HeadscopeSmall, IsTheOneThatWasTrained) {
    const auto sha256 = sha256_of_file(kFolder / "model.safetensors");
    ASSERT_TRUE(sha256.has_value());
    EXPECT_EQ(sha256.value(), "cd3538310391e8ac9093379beb53329a233816589e2d429581d1405c5bd56e12");
    EXPECT_EQ(model_->name, "headscope-small");
    EXPECT_TRUE(model_->warnings.empty());
    EXPECT_TRUE(model_->unused_tensors.empty());
    EXPECT_EQ(model_->config.n_layers, 4);
    EXPECT_EQ(model_->config.n_heads, 8);
    EXPECT_EQ(model_->config.n_kv_heads, 4);
    EXPECT_NEAR(static_cast<double>(model_->parameters), 3.95e6, 5e3);
}

TEST_F(HeadscopeSmall, FindsTheMatAgainAndPredictsIt) {
    const auto trace = trace_of("the cat sat on the mat and the cat sat on the");
    EXPECT_EQ(pieces_of(*trace), "<s> ▁the ▁cat ▁sat ▁on ▁the ▁mat ▁and ▁the ▁cat ▁sat ▁on ▁the");
    EXPECT_NEAR(trace->maps->head(3, 1)(12, 6), 0.97, 0.005);
    EXPECT_NEAR(probability_of(*trace, "▁mat"), 0.65, 0.005);
    EXPECT_NEAR(probability_of(*trace, "▁cat"), 0.03, 0.005);
    const auto links = find_links(*trace, "cat", "sat");
    ASSERT_TRUE(links.has_value());
    EXPECT_EQ(links.value().front().head, (HeadRef{3, 1}));
}

TEST_F(HeadscopeSmall, CutsAndContinuesTheOtherSamples) {
    const auto telescope = trace_of("The man saw the astronomer with a telescope.");
    EXPECT_EQ(pieces_of(*telescope), "<s> ▁The ▁man ▁saw ▁the ▁ast ron om er ▁with ▁a ▁t el esc ope .");
    EXPECT_NEAR(probability_of(*telescope, "</s>"), 0.70, 0.011);
    EXPECT_NEAR(probability_of(*telescope, "▁The"), 0.09, 0.005);
    const auto book = trace_of("Mary gave John a book and John gave Mary a book");
    EXPECT_EQ(pieces_of(*book), "<s> ▁M ary ▁gave ▁John ▁a ▁book ▁and ▁John ▁gave ▁M ary ▁a ▁book");
    EXPECT_NEAR(probability_of(*book, "▁and"), 0.97, 0.005);
}

TEST_F(HeadscopeSmall, NeverLooksAheadNotEvenByATrace) {
    const auto trace = trace_of("In the beginning God created the heavens and the earth.");
    const AttentionMaps& maps = *trace->maps;
    for (Index layer = 0; layer < maps.n_layers(); ++layer)
        for (Index head = 0; head < maps.n_heads(); ++head)
            for (Index query = 0; query < maps.n_queries(); ++query)
                for (Index key = query + 1; key < maps.n_keys(); ++key)
                    ASSERT_EQ(maps.head(layer, head)(query, key), 0.0F) << layer << ":" << head;
    EXPECT_LT(trace->row_sum_max_error, 1e-6);
}

// Mean weights over sequences <s> t1 … tL t1 … tL of distinct ids.
class RepeatedTokens : public HeadscopeSmall {
  protected:
    static constexpr Index kLength = 50;

    void SetUp() override {
        HeadscopeSmall::SetUp();
        std::mt19937 random(1);
        for (int sequence = 0; sequence < 8; ++sequence) {
            std::vector<TokenId> ids(static_cast<std::size_t>(model_->config.vocab_size - kFirstWord));
            for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<TokenId>(kFirstWord + i);
            std::shuffle(ids.begin(), ids.end(), random);
            ids.resize(kLength);
            ModelInput input;
            input.ids = {kStart};
            for (int copy = 0; copy < 2; ++copy) input.ids.insert(input.ids.end(), ids.begin(), ids.end());
            const auto maps = run_model(*model_, input, {}, workspace_);
            ASSERT_TRUE(maps.has_value()) << maps.error().message;
            runs_.push_back(maps.value());
        }
    }

    // The mean of map(i, key_of(i)) for i from `first` to the end.
    double mean_weight(HeadRef head, Index first, const std::function<Index(Index)>& key_of) const {
        double sum = 0;
        Index count = 0;
        for (const auto& maps : runs_) {
            for (Index i = first; i <= 2 * kLength; ++i, ++count)
                sum += static_cast<double>(maps->head(head.layer, head.head)(i, key_of(i)));
        }
        return sum / static_cast<double>(count);
    }
    double previous(HeadRef head) const {
        return mean_weight(head, 2, [](Index i) { return i - 1; });
    }
    double induction(HeadRef head) const {
        return mean_weight(head, kLength + 1, [](Index i) { return i - kLength + 1; });
    }
    double duplicate(HeadRef head) const {
        return mean_weight(head, kLength + 1, [](Index i) { return i - kLength; });
    }
    double first_token(HeadRef head) const {
        return mean_weight(head, 1, [](Index) { return 0; });
    }

    std::vector<std::shared_ptr<AttentionMaps>> runs_;

  private:
    static constexpr TokenId kStart = 1;
    static constexpr TokenId kFirstWord = 259;  // behind the special tokens and the pieces of a byte
};

TEST_F(RepeatedTokens, FindTheHeadsThatLookOneTokenBack) {
    EXPECT_GT(previous({2, 1}), 0.98);
    EXPECT_GT(previous({3, 2}), 0.95);
    EXPECT_GT(previous({1, 7}), 0.90);
    EXPECT_LT(previous({3, 1}), 0.05);
}

TEST_F(RepeatedTokens, FindTheHeadsThatLookAtWhatFollowedBefore) {
    EXPECT_GT(induction({3, 0}), 0.95);
    EXPECT_GT(induction({3, 1}), 0.95);
    EXPECT_LT(induction({2, 1}), 0.05);
}

TEST_F(RepeatedTokens, FindTheHeadsThatLookAtTheSameTokenBefore) {
    EXPECT_GT(duplicate({1, 0}), 0.8);
    EXPECT_GT(duplicate({1, 1}), 0.8);
    EXPECT_LT(duplicate({3, 1}), 0.05);
}

TEST_F(RepeatedTokens, FindTheHeadsThatRestOnTheFirstToken) {
    EXPECT_GT(first_token({2, 0}), 0.95);
    EXPECT_GT(first_token({1, 6}), 0.85);
    EXPECT_LT(first_token({2, 1}), 0.05);
}

}  // namespace
}  // namespace headscope
