#include "core/text/post_processor.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/text/span_trim.h"
#include "core/text/tokenizer.h"
#include "core/text/tokenizer_files.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

// A tokenizer of the letters a to e and x, y, each a word, with the given post-processor. Ids: a 4, b 5, …
Json file_with(const Json& post_processor) {
    return {
        {"version", "1.0"},
        {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
        {"post_processor", post_processor},
        {"model",
         {{"type", "WordPiece"},
          {"unk_token", "?"},
          {"continuing_subword_prefix", "##"},
          {"max_input_chars_per_word", 100},
          {"vocab", {{"?", 0}, {"<s>", 1}, {"</s>", 2}, {"!", 3}, {"a", 4}, {"b", 5}, {"c", 6}, {"d", 7}, {"e", 8}}}}}};
}

std::shared_ptr<const Tokenizer> tokenizer_with(const Json& post_processor) {
    const Result<LoadedTokenizer> loaded = tokenizer_from_json(file_with(post_processor).dump(), "t.json");
    EXPECT_TRUE(loaded.has_value()) << (loaded.has_value() ? "" : loaded.error().message);
    return loaded.has_value() ? loaded.value().tokenizer : nullptr;
}

std::string error_of(const Json& post_processor) {
    const Result<LoadedTokenizer> loaded = tokenizer_from_json(file_with(post_processor).dump(), "t.json");
    return loaded.has_value() ? "" : loaded.error().message;
}

// "id/type" of each token, with "*" where it is in the special mask.
std::string shown(const std::vector<Token>& tokens) {
    std::string out;
    for (const Token& token : tokens)
        out += (out.empty() ? "" : " ") + std::to_string(token.id) + "/" + std::to_string(token.type_id) +
               (token.is_template ? "*" : "");
    return out;
}

std::string encoded(const Json& post_processor, const char* text, const char* pair = nullptr, bool add = true) {
    EncodeOptions options;
    options.add_special_tokens = add;
    const auto tokenizer = tokenizer_with(post_processor);
    if (!tokenizer) return "";
    return shown(
        tokenizer->encode(text, pair ? std::optional<std::string_view>(pair) : std::nullopt, options).value().tokens);
}

Json text(const char* id, int type = 0) {
    return {{"Sequence", {{"id", id}, {"type_id", type}}}};
}
Json special(const char* id, int type = 0) {
    return {{"SpecialToken", {{"id", id}, {"type_id", type}}}};
}
template <class... T>
Json list(T&&... items) {
    Json out = Json::array();
    (out.push_back(std::forward<T>(items)), ...);
    return out;
}
Json template_of(Json single, Json pair) {
    return {{"type", "TemplateProcessing"},
            {"single", std::move(single)},
            {"pair", std::move(pair)},
            {"special_tokens",
             {{"begin", {{"id", "begin"}, {"ids", {1, 3}}, {"tokens", {"<s>", "mark"}}}},
              {"end", {{"id", "end"}, {"ids", {2}}, {"tokens", {"</s>"}}}}}}};
}
const Json kNamed = {{"sep", {"</s>", 2}}, {"cls", {"<s>", 1}}};
Json bert() {
    Json out = kNamed;
    out["type"] = "BertProcessing";
    return out;
}
Json roberta() {
    Json out = kNamed;
    out.update({{"type", "RobertaProcessing"}, {"trim_offsets", true}, {"add_prefix_space", true}});
    return out;
}
const Json kByteLevel = {{"type", "ByteLevel"}, {"trim_offsets", true}, {"add_prefix_space", true}};

TEST(PostProcessor, WithoutOneTheTextsFollowEachOther) {
    EXPECT_EQ(encoded(nullptr, "a b"), "4/0 5/0");
    EXPECT_EQ(encoded(nullptr, "a", "b"), "4/0 5/1");
    EXPECT_EQ(encoded(kByteLevel, "a", "b"), "4/0 5/1");
    EXPECT_EQ(encoded({{"type", "Sequence"}, {"processors", Json::array()}}, "a", "b"), "4/0 5/1");
}

TEST(PostProcessor, ATemplateMayPutTheSecondTextFirstAndUseManyIdsForOneToken) {
    const Json both = template_of(list(special("begin"), text("A", 3)),
                                  list(special("begin", 1), text("B", 1), text("A"), special("end", 2)));
    EXPECT_EQ(encoded(both, "a b"), "1/0* 3/0* 4/3 5/3");
    EXPECT_EQ(encoded(both, "a", "b c"), "1/1* 3/1* 5/1 6/1 4/0 2/2*");
    EXPECT_EQ(encoded(both, "a", "b c", false), "5/1 6/1 4/0");
    const auto tokenizer = tokenizer_with(both);
    const Encoding encoding = tokenizer->encode("a", std::nullopt, {}).value();
    EXPECT_EQ(encoding.tokens[1].piece, "!");
    EXPECT_EQ(encoding.tokens[1].written, "mark");
}

TEST(PostProcessor, ATemplateMayLeaveATextOutOrUseItTwice) {
    EXPECT_EQ(encoded(template_of(list(special("end")), list(text("B", 1))), "a"), "2/0*");
    EXPECT_EQ(encoded(template_of(list(special("end")), list(text("B", 1))), "a", "b"), "5/1");
    EXPECT_EQ(encoded(template_of(list(text("A"), special("end"), text("A", 2)), list(text("A"))), "a b"),
              "4/0 5/0 2/0* 4/2 5/2");
}

TEST(PostProcessor, BertAndRobertaPutTheirTokensAround) {
    EXPECT_EQ(encoded(bert(), "a"), "1/0* 4/0 2/0*");
    EXPECT_EQ(encoded(bert(), "a", "b"), "1/0* 4/0 2/0* 5/1 2/1*");
    EXPECT_EQ(encoded(bert(), "a", "b", false), "4/0 5/1");
    EXPECT_EQ(encoded(roberta(), "a", "b"), "1/0* 4/0 2/0* 2/0* 5/0 2/0*");
    EXPECT_EQ(encoded(roberta(), "a", "b", false), "4/0 5/0");
}

TEST(PostProcessor, ASequenceFeedsEachWithWhatTheOneBeforeGave) {
    const auto sequence = [](const Json& first, const Json& second) {
        return Json{{"type", "Sequence"}, {"processors", list(first, second)}};
    };
    const Json begins = template_of(list(special("begin"), text("A", 3)), list(text("A"), text("B", 1)));
    EXPECT_EQ(encoded(sequence(kByteLevel, begins), "a"), "1/0* 3/0* 4/3");
    EXPECT_EQ(encoded(sequence({{"type", "Sequence"}, {"processors", list(kByteLevel)}}, begins), "a"),
              "1/0* 3/0* 4/3");
    // Two stretches are a pair for what follows.
    EXPECT_EQ(encoded(sequence(begins, roberta()), "a"), "1/0* 1/0 3/0 2/0* 2/0* 4/0 2/0*");
    EXPECT_EQ(encoded(sequence(begins, bert()), "a"), "1/0* 1/0 3/0 2/0* 4/3 2/1*");
    EXPECT_EQ(encoded(sequence(bert(), begins), "a"), "1/0* 3/0* 1/3* 4/3 2/3*");
}

void expect_refused(const Json& post_processor, const char* word) {
    const std::string error = error_of(post_processor);
    EXPECT_EQ(error.rfind("t.json: post_processor", 0), 0U) << error;
    EXPECT_NE(error.find(word), std::string::npos) << error;
}

TEST(PostProcessor, WhatCannotRunIsRefusedByName) {
    expect_refused({{"type", "X"}}, "\"X\"");
    expect_refused({{"type", "Sequence"}, {"processors", list(Json{{"type", "X"}})}}, "processors[0]");
    expect_refused({{"type", "Sequence"}}, "processors");
    expect_refused({{"type", "ByteLevel"}, {"trim_offsets", true}}, "add_prefix_space");
    expect_refused(template_of(list(text("A"), special("none")), list(text("A"))), "\"none\"");
    expect_refused(template_of(list(text("B")), list(text("A"))), "single");
    expect_refused(template_of(list(text("C")), list(text("A"))), "\"C\"");
    const Json three = template_of(list(special("begin"), text("A"), special("end")), list(text("A")));
    expect_refused({{"type", "Sequence"}, {"processors", list(three, three)}}, "processors[1]");
    Json nested = kByteLevel;
    for (int i = 0; i < 70; ++i) nested = {{"type", "Sequence"}, {"processors", list(std::move(nested))}};
    expect_refused(nested, "parts");
}

TEST(PostProcessor, OverflowGoesThroughTheTemplateWindowByWindow) {
    EncodeOptions options;
    options.truncation = Truncation{4};
    options.truncation->with_overflow = true;
    const auto windows = [&](const Json& value, const char* pair) {
        const Encoding encoding =
            tokenizer_with(value)
                ->encode("a b c", pair ? std::optional<std::string_view>(pair) : std::nullopt, options)
                .value();
        std::vector<std::string> out{shown(encoding.tokens)};
        for (const auto& window : encoding.overflow) out.push_back(shown(window));
        return out;
    };
    using Windows = std::vector<std::string>;
    EXPECT_EQ(windows(bert(), nullptr), (Windows{"1/0* 4/0 5/0 2/0*", "1/0* 6/0 2/0*"}));
    options.truncation->max_tokens = 5;
    EXPECT_EQ(windows(bert(), "d e"),
              (Windows{"1/0* 4/0 2/0* 7/1 2/1*", "1/0* 5/0 2/0* 7/1 2/1*", "1/0* 5/0 2/0* 8/1 2/1*",
                       "1/0* 6/0 2/0* 7/1 2/1*", "1/0* 6/0 2/0* 8/1 2/1*", "1/0* 4/0 2/0* 8/1 2/1*"}));
    EXPECT_EQ(windows(template_of(list(text("A"), special("end"), text("A")), list(text("A"))), nullptr).size(), 1U);
    options.truncation->max_tokens = 3;
    EXPECT_EQ(windows(template_of(list(text("A"), special("end"), text("A")), list(text("A"))), nullptr),
              (Windows{"4/0 5/0 2/0* 4/0 5/0", "6/0 2/0* 4/0 5/0", "6/0 2/0* 6/0", "4/0 5/0 2/0* 6/0"}));
}

// The cases below are the reference's own, offsets in bytes.
ByteSpan trimmed(ByteSpan span, const char* token, const char* text, bool is_first, bool spares = true) {
    return trim_span(span, token, text, is_first, {{spares, true}});
}

TEST(SpanTrim, CountsCharactersOfTheTokenAndCutsCharactersOfTheText) {
    EXPECT_EQ(trimmed({2, 6}, "Ġthe", "hi the", false), (ByteSpan{3, 6}));
    EXPECT_EQ(trimmed({2, 10}, " <mask> ", "hi <mask> x", false), (ByteSpan{3, 9}));
    EXPECT_EQ(trimmed({1, 5}, "ĠÃ", "aéé", false), (ByteSpan{3, 5}));
    EXPECT_EQ(trimmed({0, 3}, "ĠĠĠ", "   ", true), (ByteSpan{3, 3}));
    EXPECT_EQ(trimmed({1, 4}, "the", "xthe", false), (ByteSpan{1, 4}));
}

TEST(SpanTrim, SparesOneAddedSpaceOfTheFirstToken) {
    EXPECT_EQ(trimmed({0, 3}, "Ġthe", "the", true), (ByteSpan{0, 3}));
    EXPECT_EQ(trimmed({0, 3}, "Ġthe", "the", true, false), (ByteSpan{1, 3}));
    EXPECT_EQ(trimmed({0, 1}, "Ġ", " ", true), (ByteSpan{0, 0}));
    EXPECT_EQ(trimmed({0, 3}, "Ġthe", "the", false), (ByteSpan{0, 3}));  // begins with the text
    EXPECT_EQ(trim_span({2, 5}, "Ġthe", "xxthe", true, {{true, false}}), (ByteSpan{3, 5}));
}

TEST(SpanTrim, EachFurtherTrimTakesMore) {
    EXPECT_EQ(trim_span({2, 6}, "Ġthe", "xx the", false, {{true, true}, {true, true}}), (ByteSpan{4, 6}));
}

}  // namespace
}  // namespace headscope
