#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/text/tokenizer.h"
#include "core/text/tokenizer_files.h"
#include "tests/core/small_tokenizer.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

struct LinesCase {
    const char* name;
    std::string text;
    Outcome outcome;
    std::vector<std::string> mentions;
};

class VocabTxt : public testing::TestWithParam<LinesCase> {};

TEST_P(VocabTxt, IsTakenAsItDeserves) {
    expect_outcome(tokenizer_from_vocab_txt(GetParam().text, "V.txt"), GetParam().outcome, GetParam().mentions);
}

const std::string kLines = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nman\n";

INSTANTIATE_TEST_SUITE_P(
    Cases, VocabTxt,
    testing::Values(LinesCase{"good", kLines, Outcome::kSilent, {}},
                    LinesCase{"no_last_newline", kLines + "saw", Outcome::kSilent, {}},
                    LinesCase{"trailing_blank", kLines + "\n", Outcome::kSilent, {}},
                    LinesCase{"blank_inside", kLines + "\nsaw\n", Outcome::kSilent, {}},
                    LinesCase{"byte_order_mark", "\xEF\xBB\xBF" + kLines, Outcome::kWarning, {"byte-order mark"}},
                    LinesCase{"crlf", "[PAD]\r\n[UNK]\r\n[CLS]\r\n[SEP]\r\nthe\r\n", Outcome::kWarning, {"CR"}},
                    LinesCase{"duplicate", kLines + "man\n", Outcome::kWarning, {"line 8", "man", "7", "6"}},
                    LinesCase{"empty", "", Outcome::kError, {}},
                    LinesCase{"not_utf8", kLines + "s\xFFw\n", Outcome::kError, {"line 8", "UTF-8"}},
                    LinesCase{"long_line", kLines + std::string(100000, 'x'), Outcome::kError, {"line 8", "100000"}},
                    LinesCase{"no_cls", "[UNK]\n[SEP]\nthe\n", Outcome::kError, {"[CLS]"}},
                    LinesCase{"no_unk", "[CLS]\n[SEP]\nthe\n", Outcome::kSilent, {}}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(VocabTxt, ABlankLineKeepsItsIdAndALaterDuplicateCounts) {
    const auto loaded = tokenizer_from_vocab_txt(kLines + "\nsaw\nman\n", "V.txt");
    ASSERT_TRUE(loaded.has_value());
    const Encoding encoding = loaded.value().tokenizer->encode("man saw", std::nullopt, {}).value();
    ASSERT_EQ(encoding.tokens.size(), 4u);
    EXPECT_EQ(encoding.tokens[1].id, 9);
    EXPECT_EQ(encoding.tokens[2].id, 8);
    EXPECT_EQ(loaded.value().tokenizer->find_piece(6), std::nullopt);
}

TEST(VocabTxt, TakesSwitchesAndNamesFromTheConfig) {
    const Json config = {{"do_lower_case", false}, {"cls_token", "<s>"}, {"sep_token", {{"content", "</s>"}}}};
    const auto loaded = tokenizer_from_vocab_txt("[UNK]\n<s>\n</s>\nThe\n", "V.txt", siblings_with(config));
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(pieces_of(loaded.value(), "The the"), "<s> The [UNK] </s>");
    EXPECT_EQ(loaded.value().tokenizer->description(), "WordPiece, 4 pieces, cased");
}

}  // namespace
}  // namespace headscope
