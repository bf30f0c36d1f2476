#include "core/trace/word_maps.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace headscope {
namespace {

// "[CLS] un like ly cats [SEP]" with words of three pieces and of one; weights are any numbers whose rows sum to 1.
std::shared_ptr<AttentionTrace> make_trace() {
    auto trace = std::make_shared<AttentionTrace>();
    const auto add = [&](const char* text, std::optional<std::uint32_t> word, bool continues) {
        Token token;
        token.display = token.piece = text;
        token.word = word;
        token.continues_word = continues;
        token.is_special = !word;
        trace->encoding.tokens.push_back(token);
    };
    add("[CLS]", std::nullopt, false);
    add("un", 0, false);
    add("like", 0, true);
    add("ly", 0, true);
    add("cats", 1, false);
    add("[SEP]", std::nullopt, false);
    auto maps = std::make_shared<AttentionMaps>(2, 2, 6, 6);
    for (Index layer = 0; layer < 2; ++layer) {
        for (Index head = 0; head < 2; ++head) {
            const MatrixView map = maps->head(layer, head);
            for (Index query = 0; query < 6; ++query) {
                float sum = 0;
                for (Index key = 0; key < 6; ++key) {
                    map(query, key) = static_cast<float>((query * 7 + key * 3 + layer + 2 * head) % 11 + 1);
                    sum += map(query, key);
                }
                for (Index key = 0; key < 6; ++key) map(query, key) /= sum;
            }
        }
    }
    trace->maps = std::move(maps);
    return trace;
}

TEST(WordMaps, EveryPieceBelongsToTheFirstPieceOfItsWord) {
    const auto trace = make_trace();
    EXPECT_EQ(word_starts(trace->encoding.tokens), (std::vector<Index>{0, 1, 1, 1, 4, 5}));
    EXPECT_TRUE(word_starts({}).empty());
}

TEST(WordMaps, APieceOfAnotherTextOrWordBeginsAWord) {
    std::vector<Token> tokens(4);
    for (std::size_t i = 0; i < 4; ++i) tokens[i].word = 0;
    tokens[1].continues_word = true;
    tokens[2].continues_word = true;
    tokens[2].segment = 1;
    tokens[3].continues_word = true;
    tokens[3].segment = 1;
    tokens[3].word = 1;
    EXPECT_EQ(word_starts(tokens), (std::vector<Index>{0, 0, 2, 3}));
}

TEST(WordMaps, ToAWordIsTheSumAndFromAWordTheMeanOverItsPieces) {
    const auto trace = make_trace();
    ThreadPool pool(2);
    const AttentionMaps merged = word_maps(*trace, MapSet::kEncoder, pool);
    const std::vector<std::vector<Index>> words = {{0}, {1, 2, 3}, {4}, {5}};
    for (Index layer = 0; layer < 2; ++layer) {
        for (Index head = 0; head < 2; ++head) {
            const ConstMatrixView raw = trace->maps->head(layer, head);
            const ConstMatrixView map = merged.head(layer, head);
            for (const auto& from : words) {
                for (const auto& to : words) {
                    double expected = 0;
                    for (const Index query : from)
                        for (const Index key : to) expected += static_cast<double>(raw(query, key));
                    expected /= static_cast<double>(from.size());
                    EXPECT_NEAR(map(from.front(), to.front()), expected, 1e-7);
                }
            }
        }
    }
}

TEST(WordMaps, RowsOfWordsSumToOneAndOtherPiecesAreEmpty) {
    const auto trace = make_trace();
    ThreadPool pool(1);
    const AttentionMaps merged = word_maps(*trace, MapSet::kEncoder, pool);
    const ConstMatrixView map = merged.head(1, 1);
    for (Index query = 0; query < 6; ++query) {
        double sum = 0;
        for (Index key = 0; key < 6; ++key) sum += static_cast<double>(map(query, key));
        EXPECT_NEAR(sum, query == 2 || query == 3 ? 0 : 1, 1e-6);
        EXPECT_EQ(map(query, 2), 0);
        EXPECT_EQ(map(query, 3), 0);
    }
}

}  // namespace
}  // namespace headscope
