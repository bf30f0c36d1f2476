// tokenizer.json files that are damaged or odd: refused, or opened with a word, or opened as if nothing were wrong.

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/text/tokenizer_files.h"
#include "tests/core/small_tokenizer.h"

namespace headscope {
namespace {

using namespace std::string_literals;
using Json = nlohmann::json;

struct JsonCase {
    const char* name;
    std::function<void(Json&)> damage;
    Outcome outcome;
    std::vector<std::string> mentions;
};

class TokenizerJsonFile : public testing::TestWithParam<JsonCase> {};

TEST_P(TokenizerJsonFile, IsTakenAsItDeserves) {
    Json file = small_tokenizer();
    GetParam().damage(file);
    expect_outcome(tokenizer_from_json(file.dump(), "T.json"), GetParam().outcome, GetParam().mentions);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, TokenizerJsonFile,
    testing::Values(
        JsonCase{"good", [](Json&) {}, Outcome::kSilent, {}},
        JsonCase{"no_normalizer", [](Json& f) { f["normalizer"] = nullptr; }, Outcome::kSilent, {}},
        JsonCase{"no_pre_tokenizer", [](Json& f) { f.erase("pre_tokenizer"); }, Outcome::kSilent, {}},
        JsonCase{"no_post_processor", [](Json& f) { f["post_processor"] = nullptr; }, Outcome::kSilent, {}},
        JsonCase{"no_model_type", [](Json& f) { f["model"].erase("type"); }, Outcome::kSilent, {}},
        JsonCase{"unknown_top_key", [](Json& f) { f["future"] = 1; }, Outcome::kWarning, {"future"}},
        JsonCase{"version_2", [](Json& f) { f["version"] = "2.0"; }, Outcome::kError, {"version", "2.0"}},
        JsonCase{"version_number", [](Json& f) { f["version"] = 1.0; }, Outcome::kError, {"version"}},
        JsonCase{"normalizer_number", [](Json& f) { f["normalizer"] = 5; }, Outcome::kError, {"normalizer"}},
        JsonCase{"normalizer_unknown",
                 [](Json& f) { f["normalizer"]["type"] = "Quantum"; },
                 Outcome::kError,
                 {"normalizer", "\"Quantum\"", "BertNormalizer"}},
        JsonCase{"normalizer_incomplete",
                 [](Json& f) { f["normalizer"].erase("lowercase"); },
                 Outcome::kError,
                 {"normalizer", "lowercase"}},
        JsonCase{"normalizer_string_switch",
                 [](Json& f) { f["normalizer"]["strip_accents"] = "yes"; },
                 Outcome::kError,
                 {"strip_accents", "\"yes\""}},
        JsonCase{"pre_tokenizer_unknown",
                 [](Json& f) { f["pre_tokenizer"]["type"] = "X"; },
                 Outcome::kError,
                 {"T.json: pre_tokenizer: unknown type \"X\", expected BertPreTokenizer"}},
        JsonCase{"post_processor_unknown",
                 [](Json& f) { f["post_processor"]["type"] = "X"; },
                 Outcome::kError,
                 {"post_processor", "\"X\""}},
        JsonCase{"template_empty_item",
                 [](Json& f) { f["post_processor"]["single"][1] = Json::object(); },
                 Outcome::kError,
                 {"post_processor", "single[1]"}},
        JsonCase{"template_negative_type",
                 [](Json& f) { f["post_processor"]["single"][1]["Sequence"]["type_id"] = -1; },
                 Outcome::kError,
                 {"type_id", "-1"}},
        JsonCase{"template_sequence_c",
                 [](Json& f) { f["post_processor"]["single"][1]["Sequence"]["id"] = "C"; },
                 Outcome::kError,
                 {"post_processor", "\"C\""}},
        JsonCase{"template_second_text_alone",
                 [](Json& f) { f["post_processor"]["single"][1]["Sequence"]["id"] = "B"; },
                 Outcome::kError,
                 {"post_processor", "single"}},
        JsonCase{"template_undefined",
                 [](Json& f) { f["post_processor"]["single"][0]["SpecialToken"]["id"] = "[NOPE]"; },
                 Outcome::kError,
                 {"[NOPE]"}},
        JsonCase{"template_id_beyond",
                 [](Json& f) { f["post_processor"]["special_tokens"]["[CLS]"]["ids"][0] = 999; },
                 Outcome::kWarning,
                 {"[CLS]", "999"}},
        JsonCase{"bert_processing",
                 [](Json& f) {
                     f["post_processor"] = {{"type", "BertProcessing"},
                                            {"sep", Json::array({"[SEP]", 3})},
                                            {"cls", Json::array({"[CLS]", 2})}};
                 },
                 Outcome::kSilent,
                 {}},
        JsonCase{"bert_processing_swapped",
                 [](Json& f) {
                     f["post_processor"] = {{"type", "BertProcessing"},
                                            {"sep", Json::array({3, "[SEP]"})},
                                            {"cls", Json::array({"[CLS]", 2})}};
                 },
                 Outcome::kError,
                 {"post_processor", "sep"}},
        JsonCase{"no_model", [](Json& f) { f.erase("model"); }, Outcome::kError, {"model"}},
        JsonCase{"model_number", [](Json& f) { f["model"] = 5; }, Outcome::kError, {"model"}},
        JsonCase{
            "model_unknown", [](Json& f) { f["model"]["type"] = "Quantum"; }, Outcome::kError, {"model", "Quantum"}},
        JsonCase{"vocab_list",
                 [](Json& f) {
                     f["model"]["vocab"] = {"a", "b"};
                 },
                 Outcome::kError,
                 {"vocab"}},
        JsonCase{"vocab_empty", [](Json& f) { f["model"]["vocab"] = Json::object(); }, Outcome::kError, {"vocab"}},
        JsonCase{"id_negative", [](Json& f) { f["model"]["vocab"]["man"] = -1; }, Outcome::kError, {"man", "-1"}},
        JsonCase{"id_string", [](Json& f) { f["model"]["vocab"]["man"] = "5"; }, Outcome::kError, {"man"}},
        JsonCase{"id_float", [](Json& f) { f["model"]["vocab"]["man"] = 5.5; }, Outcome::kError, {"man", "5.5"}},
        JsonCase{"id_null", [](Json& f) { f["model"]["vocab"]["man"] = nullptr; }, Outcome::kError, {"man"}},
        JsonCase{"id_list", [](Json& f) { f["model"]["vocab"]["man"] = {1}; }, Outcome::kError, {"man"}},
        JsonCase{"id_2_32", [](Json& f) { f["model"]["vocab"]["man"] = 4294967296; }, Outcome::kError, {"man"}},
        JsonCase{"id_far", [](Json& f) { f["model"]["vocab"]["man"] = 2147483647; }, Outcome::kWarning, {"6"}},
        JsonCase{"id_twice", [](Json& f) { f["model"]["vocab"]["man"] = 5; }, Outcome::kError, {"man", "the", "5"}},
        JsonCase{"id_gap", [](Json& f) { f["model"]["vocab"].erase("man"); }, Outcome::kWarning, {"id 6"}},
        JsonCase{"piece_empty", [](Json& f) { f["model"]["vocab"][""] = 9; }, Outcome::kSilent, {}},
        JsonCase{"piece_long",
                 [](Json& f) { f["model"]["vocab"][std::string(5000, 'x')] = 9; },
                 Outcome::kError,
                 {"5000", "4096"}},
        JsonCase{"max_chars_negative",
                 [](Json& f) { f["model"]["max_input_chars_per_word"] = -1; },
                 Outcome::kError,
                 {"max_input_chars_per_word"}},
        JsonCase{"prefix_empty", [](Json& f) { f["model"]["continuing_subword_prefix"] = ""; }, Outcome::kSilent, {}},
        JsonCase{
            "added_empty", [](Json& f) { f["added_tokens"].push_back(special_token(9, "")); }, Outcome::kSilent, {}},
        JsonCase{
            "added_nul", [](Json& f) { f["added_tokens"].push_back(special_token(9, "\0"s)); }, Outcome::kSilent, {}},
        JsonCase{"added_twice",
                 [](Json& f) { f["added_tokens"].push_back(special_token(2, "[CLS]")); },
                 Outcome::kSilent,
                 {}},
        JsonCase{"added_id_clash",
                 [](Json& f) { f["added_tokens"].push_back(special_token(6, "<new>")); },
                 Outcome::kWarning,
                 {"<new>", "6", "man"}},
        JsonCase{"added_id_differs",
                 [](Json& f) { f["added_tokens"].push_back(special_token(24, "man")); },
                 Outcome::kWarning,
                 {"man", "24"}},
        JsonCase{"added_id_negative",
                 [](Json& f) { f["added_tokens"].push_back(special_token(-1, "<new>")); },
                 Outcome::kError,
                 {"<new>", "-1"}},
        JsonCase{"added_no_content",
                 [](Json& f) { f["added_tokens"][0].erase("content"); },
                 Outcome::kError,
                 {"added_tokens[0]", "content"}},
        JsonCase{"added_not_a_list", [](Json& f) { f["added_tokens"] = 5; }, Outcome::kError, {"added_tokens"}}),
    [](const auto& info) { return std::string(info.param.name); });

struct TextCase {
    const char* name;
    std::string text;
    std::vector<std::string> mentions;
};

class TokenizerJsonText : public testing::TestWithParam<TextCase> {};

TEST_P(TokenizerJsonText, IsRefusedInOneLine) {
    expect_outcome(tokenizer_from_json(GetParam().text, "T.json"), Outcome::kError, GetParam().mentions);
}

std::string good_text_with(const std::string& old_part, const std::string& new_part) {
    std::string text = small_tokenizer().dump();
    const std::size_t at = text.find(old_part);
    return text.replace(at, old_part.size(), new_part);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, TokenizerJsonText,
    testing::Values(TextCase{"empty", "", {}}, TextCase{"not_json", "vocab", {}},
                    TextCase{"an_array", "[]", {"object"}},
                    TextCase{"cut", small_tokenizer().dump().substr(0, 900), {}},
                    TextCase{"byte_order_mark", "\xEF\xBB\xBF" + small_tokenizer().dump(), {"byte-order mark"}},
                    TextCase{"nul_tail", small_tokenizer().dump() + "\0x"s, {"NUL"}},
                    TextCase{"not_utf8", good_text_with("\"man\":6", "\"m\xFFn\":6"), {"UTF-8"}},
                    TextCase{"lone_surrogate", good_text_with("\"man\":6", R"("m\ud800n":6)"), {"surrogate"}},
                    TextCase{"word_twice", good_text_with("\"man\":6", "\"man\":6,\"the\":9"), {"the"}},
                    TextCase{"key_twice", good_text_with("\"version\"", "\"padding\":null,\"version\""), {"padding"}},
                    TextCase{"id_2_64", good_text_with("\"man\":6", "\"man\":18446744073709551616"), {"man"}},
                    TextCase{"nested", R"({"normalizer":)" + std::string(100000, '['), {"nested"}}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace headscope
