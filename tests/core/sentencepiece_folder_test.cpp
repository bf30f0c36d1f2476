// SentencePiece models by themselves, of model folders, and in Marian's pair of files. The ids of folders are those of
// transformers 5.24.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using Ids = std::vector<TokenId>;

const fs::path kFixtures = HEADSCOPE_TEST_DATA "/text";

// A folder of its own that is removed in the end.
class Folder {
  public:
    Folder()
        : path_(fs::path(testing::TempDir()) /
                ("sentencepiece." + std::to_string(getpid()) + "." + std::to_string(count_++))) {
        fs::create_directories(path_);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(path_); }

    const fs::path& path() const { return path_; }
    void write(const std::string& name, const std::string& content) const {
        std::ofstream(path_ / name, std::ios::binary) << content;
    }
    void copy(const fs::path& from, const std::string& name) const { fs::copy_file(kFixtures / from, path_ / name); }

  private:
    static inline int count_ = 0;
    fs::path path_;
};

Encoding encode(const Tokenizer& tokenizer, std::string_view text, std::optional<std::string_view> pair = {}) {
    const Result<Encoding> encoding = tokenizer.encode(text, pair, {});
    if (!encoding.has_value()) {
        ADD_FAILURE() << encoding.error().message;
        return {};
    }
    return encoding.value();
}

Ids ids_of(const Encoding& encoding) {
    Ids out;
    for (const Token& token : encoding.tokens) out.push_back(token.id);
    return out;
}

struct Convention {
    const char* name;
    const char* model;
    const char* config;  // of tokenizer_config.json
    Ids single;          // of "The bank"
    Ids pair;            // of that with "a man"
};

void PrintTo(const Convention& convention, std::ostream* out) {
    *out << convention.name;
}

class SentencepieceFolder : public testing::TestWithParam<Convention> {};

TEST_P(SentencepieceFolder, GivesTheIdsOfItsTokenizerClass) {
    const Folder folder;
    folder.copy(GetParam().model, fs::path(GetParam().model).filename().string());
    folder.write("tokenizer_config.json", GetParam().config);
    const Result<LoadedTokenizer> loaded = load_tokenizer(folder.path());
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message;
    EXPECT_TRUE(loaded.value().warnings.empty()) << loaded.value().warnings.front();
    EXPECT_EQ(ids_of(encode(*loaded.value().tokenizer, "The bank")), GetParam().single);
    EXPECT_EQ(ids_of(encode(*loaded.value().tokenizer, "The bank", "a man")), GetParam().pair);
}

INSTANTIATE_TEST_SUITE_P(Classes, SentencepieceFolder,
                         testing::Values(Convention{"Llama",
                                                    "llama/tokenizer.model",
                                                    R"({"tokenizer_class": "LlamaTokenizer"})",
                                                    {1, 502, 285, 283, 1947},
                                                    {1, 502, 285, 283, 1947, 1, 263, 1335}},
                                         Convention{
                                             "LlamaWithEnd",
                                             "llama/tokenizer.model",
                                             R"({"tokenizer_class": "LlamaTokenizerFast", "add_eos_token": true})",
                                             {1, 502, 285, 283, 1947, 2},
                                             {1, 502, 285, 283, 1947, 2, 1, 263, 1335, 2}},
                                         Convention{"LlamaWithoutBegin",
                                                    "llama/tokenizer.model",
                                                    R"({"tokenizer_class": "LlamaTokenizer", "add_bos_token": false})",
                                                    {502, 285, 283, 1947},
                                                    {502, 285, 283, 1947, 263, 1335}},
                                         Convention{"Gemma",
                                                    "gemma/tokenizer.model",
                                                    R"({"tokenizer_class": "GemmaTokenizer"})",
                                                    {2, 510, 303, 300, 2138},
                                                    {2, 510, 303, 300, 2138, 2, 2116, 1330}},
                                         Convention{"T5",
                                                    "t5/spiece.model",
                                                    R"({"tokenizer_class": "T5Tokenizer"})",
                                                    {95, 122, 76, 34, 1},
                                                    {95, 122, 76, 34, 1, 14, 3, 710, 1}},
                                         Convention{"XlmRoberta",
                                                    "xlmr/sentencepiece.bpe.model",
                                                    R"({"tokenizer_class": "XLMRobertaTokenizer"})",
                                                    {0, 86, 105, 78, 41, 2},
                                                    {0, 86, 105, 78, 41, 2, 2, 14, 4, 670, 2}},
                                         Convention{"Camembert",
                                                    "xlmr/sentencepiece.bpe.model",
                                                    R"({"tokenizer_class": "CamembertTokenizer"})",
                                                    {5, 89, 108, 81, 44, 6},
                                                    {5, 89, 108, 81, 44, 6, 6, 17, 7, 673, 6}},
                                         Convention{"MBart",
                                                    "xlmr/sentencepiece.bpe.model",
                                                    R"({"tokenizer_class": "MBartTokenizer", "src_lang": "de_DE"})",
                                                    {86, 105, 78, 41, 2, 2603},
                                                    {86, 105, 78, 41, 14, 4, 670, 2, 2603}},
                                         Convention{"MBart50",
                                                    "xlmr/sentencepiece.bpe.model",
                                                    R"({"tokenizer_class": "MBart50Tokenizer", "src_lang": "de_DE"})",
                                                    {2603, 86, 105, 78, 41, 2},
                                                    {2603, 86, 105, 78, 41, 14, 4, 670, 2}},
                                         Convention{"Albert",
                                                    "albert/spiece.model",
                                                    R"({"tokenizer_class": "AlbertTokenizer"})",
                                                    {2, 9, 110, 70, 36, 3},
                                                    {2, 9, 110, 70, 36, 3, 13, 5, 629, 3}}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(SentencepieceFolderWithoutClass, GivesTheModelsOwnIdsAndSaysSo) {
    for (const char* config : {"", R"({"tokenizer_class": "QuantumTokenizer"})"}) {
        const Folder folder;
        folder.copy("llama/tokenizer.model", "tokenizer.model");
        if (*config) folder.write("tokenizer_config.json", config);
        const Result<LoadedTokenizer> loaded = load_tokenizer(folder.path());
        ASSERT_TRUE(loaded.has_value()) << loaded.error().message;
        ASSERT_EQ(loaded.value().warnings.size(), 1u);
        EXPECT_NE(loaded.value().warnings[0].find("own ids"), std::string::npos);
        EXPECT_EQ(ids_of(encode(*loaded.value().tokenizer, "The bank")), (Ids{502, 285, 283, 1947}));
    }
}

TEST(SentencepieceFolderWithExtraIds, CountsThemDownAndFindsThemInText) {
    const Folder folder;
    folder.copy("t5/spiece.model", "spiece.model");
    folder.write("tokenizer_config.json", R"({"tokenizer_class": "T5Tokenizer", "extra_ids": 10})");
    const Result<LoadedTokenizer> loaded = load_tokenizer(folder.path());
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message;
    const Tokenizer& tokenizer = *loaded.value().tokenizer;
    const auto count = static_cast<TokenId>(tokenizer.vocabulary_size());
    EXPECT_EQ(tokenizer.find_piece(count - 1), "<extra_id_0>");
    EXPECT_EQ(tokenizer.find_piece(count - 10), "<extra_id_9>");
    EXPECT_EQ(ids_of(encode(tokenizer, "<extra_id_9>")), (Ids{count - 10, 1}));
}

TEST(LlamaFolder, PutsASpaceOnlyBeforeTheTextUnlessItIsLegacy) {
    for (const bool is_legacy : {false, true}) {
        const Folder folder;
        folder.copy("llama/tokenizer.model", "tokenizer.model");
        folder.write("tokenizer_config.json", std::string(R"({"tokenizer_class": "LlamaTokenizer", "legacy": )") +
                                                  (is_legacy ? "true}" : "false}"));
        const Result<LoadedTokenizer> loaded = load_tokenizer(folder.path());
        ASSERT_TRUE(loaded.has_value()) << loaded.error().message;
        const Encoding encoding = encode(*loaded.value().tokenizer, "a</s>a");
        ASSERT_EQ(encoding.tokens.size(), 4u);
        EXPECT_EQ(encoding.tokens[1].piece, "▁a");
        EXPECT_EQ(encoding.tokens[2].piece, "</s>");
        EXPECT_EQ(encoding.tokens[3].piece, is_legacy ? "▁a" : "a");
    }
}

TEST(Marian, GivesTheIdsOfVocabJsonAndTheEnd) {
    const Folder folder;
    folder.copy("t5/spiece.model", "source.spm");
    folder.write("vocab.json", R"({"</s>": 0, "<unk>": 1, "▁a": 5, "b": 2, "▁": 3, ">>fr<<": 4, "<pad>": 9})");
    const Result<LoadedTokenizer> loaded = load_tokenizer(folder.path());
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message;
    const Tokenizer& tokenizer = *loaded.value().tokenizer;
    EXPECT_EQ(ids_of(encode(tokenizer, ">>fr<< a")), (Ids{4, 5, 0}));
    const Encoding unknown = encode(tokenizer, ">>xx<< 🦙");
    EXPECT_EQ(ids_of(unknown), (Ids{1, 3, 1, 0}));
    EXPECT_EQ(unknown.tokens[0].written, ">>xx<<");
    EXPECT_TRUE(unknown.tokens[2].is_unknown);
    EXPECT_EQ(unknown.tokens[2].written, "🦙");
}

TEST(Marian, NeedsItsVocabulary) {
    const Folder folder;
    folder.copy("t5/spiece.model", "source.spm");
    const Result<LoadedTokenizer> loaded = load_tokenizer(folder.path());
    ASSERT_FALSE(loaded.has_value());
    EXPECT_NE(loaded.error().message.find("vocab.json"), std::string::npos);
}

std::vector<std::string> pieces_of(const Encoding& encoding) {
    std::vector<std::string> out;
    for (const Token& token : encoding.tokens) out.push_back(token.piece);
    return out;
}

TEST(Marian, CutsTargetsWithAModelOfTheirOwnIntoTheSameIds) {
    const Folder folder;
    folder.copy("t5/spiece.model", "source.spm");
    folder.copy("llama/tokenizer.model", "target.spm");
    folder.write("vocab.json", R"({"</s>": 0, "<unk>": 1, "▁": 2, "▁a": 3, "<0x0A>": 4, "b": 5, "<pad>": 6})");
    const Result<LoadedTokenizer> source = load_tokenizer(folder.path());
    const Result<LoadedTokenizer> target = load_target_tokenizer(folder.path());
    ASSERT_TRUE(source.has_value()) << source.error().message;
    ASSERT_TRUE(target.has_value()) << target.error().message;
    const auto source_ids = ids_of(encode(*source.value().tokenizer, "a\n"));
    const Encoding cut = encode(*target.value().tokenizer, "a\n");
    EXPECT_EQ(pieces_of(cut), (std::vector<std::string>{"▁a", "<0x0A>", "</s>"}));  // only this model has bytes
    EXPECT_EQ(ids_of(cut), (Ids{3, 4, 0}));
    EXPECT_NE(ids_of(cut), source_ids);
}

TEST(Marian, GivesTargetsIdsOfTheirOwnWhereTheyHaveAVocabulary) {
    const Folder folder;
    for (const char* name : {"source.spm", "target.spm"}) folder.copy("t5/spiece.model", name);
    folder.write("vocab.json", R"({"</s>": 0, "<unk>": 1, "▁a": 2, "<pad>": 3})");
    folder.write("target_vocab.json", R"({"</s>": 0, "<unk>": 1, "▁a": 7, "<pad>": 3})");
    const Result<LoadedTokenizer> target = load_target_tokenizer(folder.path());
    ASSERT_TRUE(target.has_value()) << target.error().message;
    EXPECT_EQ(ids_of(encode(*target.value().tokenizer, "a")), (Ids{7, 0}));
}

TEST(Marian, ReadsTargetsLikeSourcesWithoutAModelForThem) {
    const Folder folder;
    folder.copy("t5/spiece.model", "source.spm");
    const Result<LoadedTokenizer> target = load_target_tokenizer(folder.path());
    ASSERT_FALSE(target.has_value());
    EXPECT_EQ(target.error().kind, ErrorKind::kNotFound);
}

TEST(SentencepieceModelFile, KeepsSpecialTokensInTextAsText) {
    const Result<LoadedTokenizer> loaded = load_tokenizer(kFixtures / "llama" / "tokenizer.model");
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message;
    const Encoding encoding = encode(*loaded.value().tokenizer, "<s>a</s>");
    EXPECT_TRUE(std::none_of(encoding.tokens.begin(), encoding.tokens.end(), [](const Token& token) {
        return token.is_template || token.is_special || token.piece == "<s>" || token.piece == "</s>";
    }));
}

// libsentencepiece alone takes a minute for this.
TEST(SentencepieceModelFile, JoinsAMegabyteOfUnknownCharacters) {
    const Result<LoadedTokenizer> loaded = load_tokenizer(kFixtures / "xlmr" / "sentencepiece.bpe.model");
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message;
    std::string text;
    while (text.size() < 1'000'000) text += "鋏";
    const Encoding encoding = encode(*loaded.value().tokenizer, text);
    ASSERT_EQ(encoding.tokens.size(), 2u);
    EXPECT_EQ(encoding.tokens[0].piece, "▁");
    EXPECT_EQ(encoding.tokens[0].span, (ByteSpan{0, 0}));
    EXPECT_TRUE(encoding.tokens[1].is_unknown);
    EXPECT_EQ(encoding.tokens[1].span, (ByteSpan{0, static_cast<std::uint32_t>(text.size())}));
    EXPECT_EQ(encoding.tokens[1].written, text);
}

}  // namespace
}  // namespace headscope
