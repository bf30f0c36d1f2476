#include "tests/core/small_tokenizer.h"

#include <gtest/gtest.h>

#include <optional>

namespace headscope {

using Json = nlohmann::json;

Json special_token(int id, const std::string& content) {
    return {{"id", id},        {"content", content},  {"single_word", false}, {"lstrip", false},
            {"rstrip", false}, {"normalized", false}, {"special", true}};
}

Json small_tokenizer() {
    const Json cls = {{"SpecialToken", {{"id", "[CLS]"}, {"type_id", 0}}}};
    const Json sep = {{"SpecialToken", {{"id", "[SEP]"}, {"type_id", 0}}}};
    const Json first = {{"Sequence", {{"id", "A"}, {"type_id", 0}}}};
    const Json second = {{"Sequence", {{"id", "B"}, {"type_id", 1}}}};
    Json out;
    out["version"] = "1.0";
    out["truncation"] = {{"max_length", 4}, {"strategy", "LongestFirst"}, {"stride", 0}};
    out["padding"] = {{"strategy", {{"Fixed", 128}}}};
    out["added_tokens"] = {special_token(0, "[PAD]"), special_token(1, "[UNK]"), special_token(2, "[CLS]"),
                           special_token(3, "[SEP]"), special_token(4, "[MASK]")};
    out["normalizer"] = {{"type", "BertNormalizer"},
                         {"clean_text", true},
                         {"handle_chinese_chars", true},
                         {"strip_accents", nullptr},
                         {"lowercase", true}};
    out["pre_tokenizer"] = {{"type", "BertPreTokenizer"}};
    out["post_processor"] = {{"type", "TemplateProcessing"},
                             {"single", {cls, first, sep}},
                             {"pair", {cls, first, sep, second, sep}},
                             {"special_tokens",
                              {{"[CLS]", {{"id", "[CLS]"}, {"ids", {2}}, {"tokens", {"[CLS]"}}}},
                               {"[SEP]", {{"id", "[SEP]"}, {"ids", {3}}, {"tokens", {"[SEP]"}}}}}}};
    out["decoder"] = {{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", true}};
    out["model"] = {{"type", "WordPiece"},
                    {"unk_token", "[UNK]"},
                    {"continuing_subword_prefix", "##"},
                    {"max_input_chars_per_word", 100},
                    {"vocab",
                     {{"[PAD]", 0},
                      {"[UNK]", 1},
                      {"[CLS]", 2},
                      {"[SEP]", 3},
                      {"[MASK]", 4},
                      {"the", 5},
                      {"man", 6},
                      {"saw", 7},
                      {"##s", 8}}}};
    return out;
}

TokenizerSiblings siblings_with(const Json& config) {
    TokenizerSiblings out;
    out.config = config;
    out.config_name = "T.json: tokenizer_config.json";
    return out;
}

void expect_outcome(const Result<LoadedTokenizer>& loaded, Outcome outcome, const std::vector<std::string>& mentions) {
    std::string message;
    if (loaded.has_value()) {
        for (const std::string& warning : loaded.value().warnings) message += warning;
    } else {
        message = loaded.error().message;
    }
    const Outcome found = !loaded.has_value() ? Outcome::kError
                          : message.empty()   ? Outcome::kSilent
                                              : Outcome::kWarning;
    EXPECT_EQ(static_cast<int>(found), static_cast<int>(outcome)) << message;
    for (const std::string& mention : mentions) EXPECT_NE(message.find(mention), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_TRUE(message.empty() || message.starts_with("T.json: ") || message.starts_with("V.txt: ")) << message;
}

std::string pieces_of(const LoadedTokenizer& loaded, std::string_view text) {
    std::string out;
    const Encoding encoding = loaded.tokenizer->encode(text, std::nullopt, {}).value();
    for (const Token& token : encoding.tokens) out += (out.empty() ? "" : " ") + token.piece;
    return out;
}

}  // namespace headscope
