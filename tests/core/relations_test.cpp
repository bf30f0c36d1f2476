// Accuracy on marked links, on a made-up trace and of the file that ships.
#include "core/trace/relations.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "core/model/model.h"
#include "core/trace/links.h"
#include "tests/core/sample_trace.h"

namespace headscope {
namespace {

// "[CLS] the man sat . the mandate [SEP]", every weight 0 but those that a test sets.
struct Relations : ::testing::Test {
    Relations() {
        for (Index head = 0; head < 6; ++head)
            for (Index q = 0; q < sample.n(); ++q)
                for (Index k = 0; k < sample.n(); ++k) sample.maps->head(head / 3, head % 3)(q, k) = 0;
    }
    RelationReport report_of(const RelationExample& example) {
        RelationScores scores;
        const Status status = scores.add(sample.trace, example);
        EXPECT_TRUE(status.is_ok()) << (status.is_ok() ? "" : status.error().message);
        return scores.reports().at(0);
    }
    SampleTrace sample;
};

TEST_F(Relations, TakeTheStrongestWordOfARowWithoutSpecialTokensAndItself) {
    const MatrixView map = sample.maps->head(0, 1);
    map(3, 0) = 0.5F;  // [CLS]
    map(3, 3) = 0.3F;  // itself
    map(3, 2) = 0.1F;
    map(3, 5) = 0.05F;
    const RelationReport report = report_of({"", "sat", "man", "subject"});
    EXPECT_EQ(report.heads[1].looks, 1);
    EXPECT_EQ(report.heads[1].looked, 0);
    EXPECT_EQ(report.heads[0].best(), 0);
    EXPECT_EQ(report.offset, -1);
    EXPECT_EQ(report.offset_accuracy, 1);
}

TEST_F(Relations, TakeTheStrongestWordOfAColumn) {
    const MatrixView map = sample.maps->head(1, 2);
    map(2, 3) = 0.2F;
    map(4, 3) = 0.1F;
    const RelationReport report = report_of({"", "sat", "man", "subject"});
    EXPECT_EQ(report.heads[5].looked, 1);
    EXPECT_EQ(report.heads[5].looks, 0);
}

TEST_F(Relations, SumOverThePiecesLookedAtAndAverageOverThoseThatLook) {
    const MatrixView map = sample.maps->head(0, 0);
    map(3, 6) = 0.2F;  // "man", "##date": together stronger than "."
    map(3, 7) = 0.2F;
    map(3, 4) = 0.3F;
    EXPECT_EQ(report_of({"", "sat", "mandate", "r"}).heads[0].looks, 1);
    const MatrixView other = sample.maps->head(0, 2);
    other(6, 3) = 0.5F;  // the mean over both pieces is 0.25
    other(2, 3) = 0.3F;
    EXPECT_EQ(report_of({"", "sat", "man", "r"}).heads[2].looked, 1);
}

TEST_F(Relations, WithoutAnOccurrenceTheNearestPairIsMeant) {
    sample.maps->head(0, 0)(5, 6) = 1;
    EXPECT_EQ(report_of({"", "the", "mandate", "determiner"}).heads[0].looks, 1);
    EXPECT_EQ(report_of({"", "the", "mandate", "determiner", 1, 0}).offset, 5);
    EXPECT_EQ(report_of({"", "the", "mandate", "determiner", 2, 1}).offset, 1);
}

TEST_F(Relations, TheBestOffsetIsTheOneThatIsRightMostOften) {
    RelationScores scores;
    for (const char* to : {"man", "sat"}) ASSERT_TRUE(scores.add(sample.trace, {"", "the", to, "a", 1, 0}).is_ok());
    ASSERT_TRUE(scores.add(sample.trace, {"", "sat", ".", "a"}).is_ok());
    ASSERT_TRUE(scores.add(sample.trace, {"", "man", "sat", "b"}).is_ok());
    const std::vector<RelationReport> reports = scores.reports();
    ASSERT_EQ(reports.size(), 2U);
    EXPECT_EQ(reports[0].examples, 3);
    EXPECT_EQ(reports[0].offset, 1);
    EXPECT_DOUBLE_EQ(reports[0].offset_accuracy, 2.0 / 3);
    EXPECT_EQ(reports[1].relation, "b");
}

TEST_F(Relations, NameTheWordThatIsNotThere) {
    RelationScores scores;
    EXPECT_EQ(scores.add(sample.trace, {"", "dog", "man", "r"}).error().message, "\"dog\": no such word in the text");
    EXPECT_EQ(scores.add(sample.trace, {"", "the", "man", "r", 3, 0}).error().message,
              "\"the\": occurrence 3, expected 1 to 2");
    EXPECT_EQ(scores.add(sample.trace, {"", "man", "man", "r"}).error().kind, ErrorKind::kInvalid);
    EXPECT_TRUE(scores.reports().empty());
}

TEST(RelationLine, IsAnObjectWithFourStrings) {
    const auto example =
        parse_relation(R"({"text": "A b", "from": "A", "to": "b", "relation": "r", "to_occurrence": 2})");
    ASSERT_TRUE(example.has_value()) << example.error().message;
    EXPECT_EQ(example.value().from_occurrence, 0);
    EXPECT_EQ(example.value().to_occurrence, 2);
    EXPECT_NE(parse_relation(R"({"text": "A", "from": "A", "to": 3, "relation": "r"})").error().message.find("to"),
              std::string::npos);
    EXPECT_FALSE(parse_relation("[]").has_value());
    EXPECT_FALSE(
        parse_relation(R"({"text": "A", "from": "A", "to": "b", "relation": "r", "to_occurrence": 0})").has_value());
}

TEST(ShippedRelations, AreEnoughAndEveryWordIsThereOnceOrItsOccurrenceIsGiven) {
    std::ifstream file(std::filesystem::path(HEADSCOPE_SOURCE_DIR) / "assets" / "relations.jsonl");
    ASSERT_TRUE(file.is_open());
    const auto model = load_model(std::filesystem::path(HEADSCOPE_WEIGHTS) / "all-minilm-l6-v2", {});
    ASSERT_TRUE(model.has_value());
    std::map<std::string, std::set<std::string>> texts;
    for (std::string line; std::getline(file, line);) {
        SCOPED_TRACE(line);
        const auto example = parse_relation(line);
        ASSERT_TRUE(example.has_value()) << example.error().message;
        const RelationExample& one = example.value();
        texts[one.relation].insert(one.text);
        AttentionTrace trace;
        auto encoding = encode_for_model(*model.value(), one.text, std::nullopt, {});
        ASSERT_TRUE(encoding.has_value());
        trace.encoding = std::move(encoding).value();
        const auto count = static_cast<Index>(trace.encoding.tokens.size());
        trace.maps = std::make_shared<AttentionMaps>(0, 1, count, count);
        for (const auto& [word, occurrence] :
             {std::pair(one.from, one.from_occurrence), std::pair(one.to, one.to_occurrence)}) {
            const auto places = static_cast<int>(find_word(trace, word).size());
            EXPECT_GE(places, 1) << word;
            EXPECT_TRUE(occurrence > 0 ? occurrence <= places : places == 1) << word;
        }
    }
    EXPECT_EQ(texts.size(), 8U);
    for (const auto& [relation, sentences] : texts) EXPECT_GE(sentences.size(), 25U) << relation;
}

}  // namespace
}  // namespace headscope
