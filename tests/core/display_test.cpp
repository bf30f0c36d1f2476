#include "core/text/display.h"

#include <gtest/gtest.h>

#include "core/base/utf8.h"

namespace headscope {
namespace {

using namespace std::string_literals;

PieceStyle style(bool is_byte_level, std::string space = "", std::string continuation = "", std::string end = "") {
    PieceStyle out;
    out.is_byte_level = is_byte_level;
    out.has_byte_pieces = !is_byte_level;
    out.space = std::move(space);
    out.continuation = std::move(continuation);
    out.word_end = std::move(end);
    return out;
}

TEST(DisplayOfPiece, DropsTheMarksOfWords) {
    const PieceStyle word_piece = style(false, "", "##");
    EXPECT_EQ(display_of_piece("##omer", word_piece), "omer");
    EXPECT_EQ(display_of_piece("the", word_piece), "the");
    EXPECT_EQ(display_of_piece("##", word_piece), "##");
    EXPECT_EQ(display_of_piece("####", word_piece), "##");
    EXPECT_EQ(display_of_piece("", word_piece), "");
    EXPECT_EQ(display_of_piece("##\u0301", word_piece), "◌\u0301");
    EXPECT_EQ(display_of_piece("cat</w>", style(false, "", "", "</w>")), "cat");
    EXPECT_EQ(display_of_piece("##omer", {}), "##omer");
}

TEST(DisplayOfPiece, DropsTheOneSpaceThatBeginsAWord) {
    EXPECT_EQ(display_of_piece("Ġthe", style(true)), "the");
    EXPECT_EQ(display_of_piece("Ġ", style(true)), "␣");
    EXPECT_EQ(display_of_piece("ĠĠthe", style(true)), "␣␣the");
    EXPECT_EQ(display_of_piece("ĠĊ", style(true)), "␣↵");
    EXPECT_EQ(display_of_piece("▁the", style(false, "▁")), "the");
    EXPECT_EQ(display_of_piece("▁", style(false, "▁")), "␣");
    EXPECT_EQ(display_of_piece("a▁▁b", style(false, "▁")), "a␣␣b");
    EXPECT_EQ(display_of_piece(" a", {}), "␣a");
}

TEST(DisplayOfPiece, ShowsTheBytesOfFragments) {
    EXPECT_EQ(display_of_piece("é", style(true)), "‹E9›");  // the byte E9 alone
    EXPECT_EQ(display_of_piece("Ã©", style(true)), "é");    // both bytes of it
    EXPECT_EQ(display_of_piece("ĠâĢ", style(true)), "‹E2 80›");
    EXPECT_EQ(display_of_piece("aâĢb", style(true)), "a‹E2 80›b");
    EXPECT_EQ(display_of_piece("<0x0A>", style(false, "▁")), "↵");
    EXPECT_EQ(display_of_piece("<0xE2>", style(false, "▁")), "‹E2›");
    EXPECT_EQ(display_of_piece("<0xE2>", {}), "<0xE2>");
    EXPECT_EQ(display_of_piece("<0xG2>", style(false)), "<0xG2>");
    EXPECT_EQ(display_of_piece("日", style(true)), "日");  // not a spelling of bytes
}

TEST(VisibleText, ShowsWhatWouldNotBeSeen) {
    EXPECT_EQ(visible_text(" a\t\n"), "␣a⇥↵");
    EXPECT_EQ(visible_text("\0\x1B\x7F"s), "␀␛␡");
    EXPECT_EQ(visible_text("a\u00a0b\u3000"), "a␣b␣");
    EXPECT_EQ(visible_text("\u202e"), "U+202E");
    EXPECT_EQ(visible_text("\u65e5\U0001F642"), "\u65e5\U0001F642");
    EXPECT_EQ(visible_text("\U0001F469\u200D\U0001F467"), "\U0001F469\u200D\U0001F467");  // joined emoji stay joined
}

TEST(VisibleText, IsAlwaysValid) {
    EXPECT_EQ(visible_text("a\xFF"), "a‹FF›");
    EXPECT_EQ(visible_text("\xE2\x80"), "‹E2 80›");
    EXPECT_EQ(visible_text("\xED\xA0\x80z\xF0\x9F"), "‹ED A0 80›z‹F0 9F›");
    for (int first = 0; first < 256; ++first)
        for (int second = 0; second < 256; second += 5) {
            const std::string text{static_cast<char>(first), static_cast<char>(second), 'a'};
            EXPECT_TRUE(is_valid_utf8(visible_text(text)));
            EXPECT_TRUE(is_valid_utf8(display_of_piece(text, style(true))));
        }
}

TEST(PieceStyle, ComesFromTheDecoder) {
    const auto read = [](const char* decoder, const char* rest = "") {
        return piece_style_of(nlohmann::json::parse("{\"decoder\":"s + decoder + rest + "}"));
    };
    EXPECT_TRUE(read(R"({"type":"ByteLevel","add_prefix_space":true})").is_byte_level);
    EXPECT_EQ(read(R"({"type":"Metaspace","replacement":"_"})").space, "_");
    EXPECT_EQ(read(R"({"type":"WordPiece","prefix":"@@"})").continuation, "@@");
    EXPECT_EQ(read(R"({"type":"BPEDecoder","suffix":"</w>"})").word_end, "</w>");
    const PieceStyle llama =
        read(R"({"type":"Sequence","decoders":[{"type":"Replace","pattern":{"String":"▁"},"content":" "},)"
             R"({"type":"ByteFallback"},{"type":"Fuse"}]})");
    EXPECT_EQ(llama.space, "▁");
    EXPECT_TRUE(llama.has_byte_pieces);
    EXPECT_FALSE(llama.is_byte_level);
}

TEST(PieceStyle, ComesFromTheOtherPartsWhereTheDecoderIsSilent) {
    const auto read = [](const char* root) { return piece_style_of(nlohmann::json::parse(root)); };
    EXPECT_TRUE(read(R"({"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"ByteLevel"}]}})").is_byte_level);
    EXPECT_EQ(read(R"({"decoder":{"type":"Fuse"},"pre_tokenizer":{"type":"Metaspace","replacement":"▁"}})").space, "▁");
    EXPECT_EQ(read(R"({"normalizer":{"type":"Replace","pattern":{"String":" "},"content":"▁"}})").space, "▁");
    const PieceStyle model = read(R"({"model":{"continuing_subword_prefix":"##","end_of_word_suffix":null,)"
                                  R"("byte_fallback":true}})");
    EXPECT_EQ(model.continuation, "##");
    EXPECT_EQ(model.word_end, "");
    EXPECT_TRUE(model.has_byte_pieces);
    EXPECT_EQ(read(R"({"decoder":3,"model":[]})").space, "");
    EXPECT_EQ(read("[]").space, "");
}

}  // namespace
}  // namespace headscope
