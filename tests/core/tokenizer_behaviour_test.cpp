#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "core/base/utf8.h"
#include "core/text/pipeline_tokenizer.h"
#include "core/text/tokenizer.h"

namespace headscope {
namespace {

using namespace std::string_literals;

const Tokenizer& mini_lm() {
    static const Result<LoadedTokenizer> loaded = load_tokenizer(HEADSCOPE_WEIGHTS "/all-minilm-l6-v2");
    EXPECT_TRUE(loaded.has_value());
    return *loaded.value().tokenizer;
}

std::string pieces_of(const Encoding& encoding) {
    std::string out;
    for (const Token& token : encoding.tokens) out += (out.empty() ? "" : " ") + token.piece;
    return out;
}

std::string pieces_of(std::string_view text, const EncodeOptions& options = {}) {
    return pieces_of(mini_lm().encode(text, std::nullopt, options).value());
}

const Note* find_note(const Encoding& encoding, NoteKind kind) {
    for (const Note& note : encoding.notes)
        if (note.kind == kind) return &note;
    return nullptr;
}

TEST(Tokenizer, CutsASentenceIntoWordsAndPieces) {
    const Encoding encoding = mini_lm().encode("The astronomer.", std::nullopt, {}).value();
    ASSERT_EQ(pieces_of(encoding), "[CLS] the astronomer . [SEP]");
    EXPECT_TRUE(encoding.notes.empty());
    const Token& cls = encoding.tokens[0];
    EXPECT_TRUE(cls.is_template);
    EXPECT_TRUE(cls.is_special);
    EXPECT_FALSE(cls.word.has_value());
    EXPECT_EQ(cls.span, ByteSpan{});
    const Token& astronomer = encoding.tokens[2];
    EXPECT_EQ(astronomer.span, (ByteSpan{4, 14}));
    EXPECT_EQ(astronomer.word, 1u);
    EXPECT_FALSE(astronomer.is_template);
    EXPECT_FALSE(astronomer.is_special);
}

TEST(Tokenizer, MarksThePiecesThatContinueAWord) {
    const Encoding encoding = mini_lm().encode("tabs out", std::nullopt, {}).value();
    ASSERT_EQ(pieces_of(encoding), "[CLS] tab ##s out [SEP]");
    EXPECT_FALSE(encoding.tokens[1].continues_word);
    EXPECT_TRUE(encoding.tokens[2].continues_word);
    EXPECT_EQ(encoding.tokens[2].display, "s");
    EXPECT_EQ(encoding.tokens[2].word, encoding.tokens[1].word);
    EXPECT_FALSE(encoding.tokens[3].continues_word);
}

TEST(Tokenizer, GivesASecondTextItsOwnSegmentTypesAndSpans) {
    const Encoding encoding = mini_lm().encode("hello there", "general", {}).value();
    ASSERT_EQ(pieces_of(encoding), "[CLS] hello there [SEP] general [SEP]");
    std::string segments;
    std::string types;
    for (const Token& token : encoding.tokens) {
        segments += std::to_string(token.segment);
        types += std::to_string(token.type_id);
    }
    EXPECT_EQ(segments, "000011");
    EXPECT_EQ(types, "000011");
    EXPECT_EQ(encoding.tokens[4].span, (ByteSpan{0, 7}));
    EXPECT_EQ(encoding.tokens[4].word, 0u);
    EXPECT_EQ(encoding.pair, "general");
}

TEST(Tokenizer, AnEmptyTextIsItsTemplate) {
    EXPECT_EQ(pieces_of(""), "[CLS] [SEP]");
    EXPECT_EQ(pieces_of(mini_lm().encode("", "", {}).value()), "[CLS] [SEP] [SEP]");
    EncodeOptions bare;
    bare.add_special_tokens = false;
    EXPECT_EQ(pieces_of("", bare), "");
    EXPECT_EQ(pieces_of("x", bare), "x");
}

TEST(Tokenizer, DropsNulBytesAndKeepsTheSpansBehindThem) {
    const Encoding encoding = mini_lm().encode("\0a\0b c"s, std::nullopt, {}).value();
    ASSERT_EQ(pieces_of(encoding), "[CLS] ab c [SEP]");
    EXPECT_EQ(encoding.tokens[1].span, (ByteSpan{1, 4}));
    EXPECT_EQ(encoding.tokens[2].span, (ByteSpan{5, 6}));
}

TEST(Tokenizer, ReplacesInvalidBytesAndSaysHowMany) {
    const Encoding encoding = mini_lm().encode("ok \xFF\xFE bad", std::nullopt, {}).value();
    EXPECT_TRUE(is_valid_utf8(encoding.text));
    EXPECT_EQ(pieces_of(encoding), "[CLS] ok bad [SEP]");
    const Note* note = find_note(encoding, NoteKind::kReplacedBytes);
    ASSERT_NE(note, nullptr);
    EXPECT_NE(note->message.find("2 byte sequences"), std::string::npos) << note->message;
}

TEST(Tokenizer, ReadsSpecialTokensTypedInTheTextAndSaysSo) {
    const Encoding encoding = mini_lm().encode("Paris is the [MASK] of [MASK].", std::nullopt, {}).value();
    ASSERT_EQ(pieces_of(encoding), "[CLS] paris is the [MASK] of [MASK] . [SEP]");
    const Token& mask = encoding.tokens[4];
    EXPECT_EQ(mask.id, 103);
    EXPECT_TRUE(mask.is_special);
    EXPECT_FALSE(mask.is_template);
    EXPECT_EQ(mask.span, (ByteSpan{13, 19}));
    const Note* note = find_note(encoding, NoteKind::kTypedSpecial);
    ASSERT_NE(note, nullptr);
    EXPECT_NE(note->message.find("[MASK] (2 times)"), std::string::npos) << note->message;
}

TEST(Tokenizer, TakesSpecialTokensAsTextIfAsked) {
    EncodeOptions options;
    options.specials_as_text = true;
    const Encoding encoding = mini_lm().encode("[MASK]", std::nullopt, options).value();
    EXPECT_EQ(pieces_of(encoding), "[CLS] [ mask ] [SEP]");
    EXPECT_EQ(find_note(encoding, NoteKind::kTypedSpecial), nullptr);
}

TEST(Tokenizer, NamesTheWordsItCannotSpell) {
    const Encoding encoding = mini_lm().encode("a \U0001F642 and \U0001F642 b", std::nullopt, {}).value();
    EXPECT_EQ(pieces_of(encoding), "[CLS] a [UNK] and [UNK] b [SEP]");
    EXPECT_EQ(encoding.tokens[2].span, (ByteSpan{2, 6}));
    EXPECT_FALSE(encoding.tokens[2].is_special);
    const Note* note = find_note(encoding, NoteKind::kUnknownToken);
    ASSERT_NE(note, nullptr);
    EXPECT_NE(note->message.find("2 words"), std::string::npos) << note->message;
    EXPECT_NE(note->message.find("\"\U0001F642\""), std::string::npos) << note->message;
}

TEST(Tokenizer, AWordOfMoreThanAHundredCharactersIsUnknownAsAWhole) {
    EXPECT_EQ(mini_lm().encode(std::string(100, 'a'), std::nullopt, {}).value().tokens.size(), 52u);
    const Encoding encoding = mini_lm().encode(std::string(101, 'a'), std::nullopt, {}).value();
    ASSERT_EQ(pieces_of(encoding), "[CLS] [UNK] [SEP]");
    EXPECT_EQ(encoding.tokens[1].span, (ByteSpan{0, 101}));
}

TEST(Tokenizer, TruncatesTheLongerTextFirstAndSaysBothNumbers) {
    EncodeOptions options;
    options.truncation = Truncation{8};
    const Encoding encoding = mini_lm().encode("a b c d e f g", "h i j k", options).value();
    EXPECT_EQ(pieces_of(encoding), "[CLS] a b c [SEP] h i [SEP]");
    const Note* note = find_note(encoding, NoteKind::kTruncated);
    ASSERT_NE(note, nullptr);
    EXPECT_NE(note->message.find("8 tokens"), std::string::npos) << note->message;
    EXPECT_NE(note->message.find("14"), std::string::npos) << note->message;
    options.truncation = Truncation{14};
    EXPECT_TRUE(mini_lm().encode("a b c d e f g", "h i j k", options).value().notes.empty());
}

TEST(Tokenizer, NeverGivesMoreTokensThanAskedForEvenWithoutRoomForTheTemplate) {
    for (const std::size_t limit : {0u, 1u, 2u, 3u}) {
        EncodeOptions options;
        options.truncation = Truncation{limit};
        EXPECT_EQ(mini_lm().encode("a b c", std::nullopt, options).value().tokens.size(), limit);
        EXPECT_EQ(mini_lm().encode("a b c", "d", options).value().tokens.size(), limit);
    }
}

TEST(Tokenizer, TakesFiveThousandWords) {
    std::string text;
    for (int i = 0; i < 5000; ++i) text += "word ";
    EncodeOptions options;
    options.truncation = Truncation{512};
    const Encoding encoding = mini_lm().encode(text, std::nullopt, options).value();
    EXPECT_EQ(encoding.tokens.size(), 512u);
    EXPECT_EQ(encoding.tokens.back().piece, "[SEP]");
    ASSERT_NE(find_note(encoding, NoteKind::kTruncated), nullptr);
    EXPECT_NE(find_note(encoding, NoteKind::kTruncated)->message.find("5,002"), std::string::npos);
}

TEST(Tokenizer, TakesAMegabyteInOneWord) {
    const Encoding encoding = mini_lm().encode(std::string(1 << 20, 'a'), std::nullopt, {}).value();
    EXPECT_EQ(pieces_of(encoding), "[CLS] [UNK] [SEP]");
    // The note names the word, but not all of it.
    ASSERT_NE(find_note(encoding, NoteKind::kUnknownToken), nullptr);
    EXPECT_LT(find_note(encoding, NoteKind::kUnknownToken)->message.size(), 200u);
}

TEST(Tokenizer, FindsPiecesAndSpecialTokensByTheirIds) {
    EXPECT_EQ(mini_lm().find_piece(101), "[CLS]");
    EXPECT_EQ(mini_lm().find_piece(30521), "##～");
    EXPECT_EQ(mini_lm().find_piece(30522), std::nullopt);
    EXPECT_EQ(mini_lm().find_piece(-1), std::nullopt);
    EXPECT_TRUE(mini_lm().is_special(101));
    EXPECT_TRUE(mini_lm().is_special(103));
    EXPECT_FALSE(mini_lm().is_special(2088));
}

TEST(Tokenizer, ShowsUnknownWordsAsTheyWereTyped) {
    const Encoding encoding = mini_lm().encode("a 🙂 ##\U0001F642", std::nullopt, {}).value();
    ASSERT_EQ(encoding.tokens.size(), 7U);
    EXPECT_EQ(encoding.tokens[2].piece, "[UNK]");
    EXPECT_EQ(encoding.tokens[2].display, "🙂");
    EXPECT_TRUE(encoding.tokens[2].is_unknown);
    EXPECT_EQ(encoding.tokens[5].display, "🙂");
    EXPECT_FALSE(encoding.tokens[1].is_unknown);
    EXPECT_FALSE(encoding.tokens[0].is_unknown);
}

}  // namespace
}  // namespace headscope
