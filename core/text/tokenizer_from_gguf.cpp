#include <algorithm>
#include <array>
#include <utility>

#include "core/io/shown.h"
#include "core/text/bpe.h"
#include "core/text/gguf_pre_tokenizers.h"
#include "core/text/gguf_vocabulary.h"
#include "core/text/pipeline_tokenizer.h"
#include "core/text/role_template.h"
#include "core/text/sentencepiece_tokenizer.h"
#include "core/text/tokenizer_files.h"
#include "core/text/wordpiece.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

// Adds the token of a role, if the file names one. Of two keys the first counts.
Status add_role(const GgufVocabulary& gguf, const char* role, std::initializer_list<const char*> keys,
                RoleTokens& roles) {
    for (const char* key : keys) {
        const Result<std::optional<TokenId>> id = gguf.find_id(key);
        if (!id.has_value()) return id.error();
        if (!id.value()) continue;
        const auto place = static_cast<std::size_t>(*id.value());
        roles.emplace(role, RoleToken{std::string((*gguf.tokens)[place]), *id.value()});
        return {};
    }
    return {};
}

// The begin and end token around each text, where the file wants them.
Result<PostProcessor> read_surroundings(const GgufVocabulary& gguf, bool add_bos, bool add_eos) {
    RoleTokens roles;
    const std::array<std::tuple<const char*, const char*, const char*, bool>, 2> wanted{
        {{"bos", "bos_token_id", "add_bos_token", add_bos}, {"eos", "eos_token_id", "add_eos_token", add_eos}}};
    for (const auto& [role, id_key, switch_key, fallback] : wanted) {
        const Result<bool> is_wanted = gguf.find_switch(switch_key, fallback);
        if (!is_wanted.has_value()) return is_wanted.error();
        if (Status status = add_role(gguf, role, {id_key}, roles); !status.is_ok()) return status.error();
        if (!is_wanted.value()) roles.erase(role);
    }
    return make_role_template("bos A eos", "bos A eos bos:1 B:1 eos:1", roles, gguf.metadata->name());
}

// The vocabulary as a model for libsentencepiece, which wants each piece once, one unknown piece, and byte pieces all
// or none. Its pieces have other places than the tokens of the file: `ids` leads from the one to the other.
class SentencepieceBuilder {
  public:
    SentencepieceBuilder(const GgufVocabulary& gguf, SentencepieceAlgorithm algorithm) : gguf_(gguf) {
        model_.algorithm = algorithm;
    }

    Status build(std::vector<std::string>& warnings) {
        const std::string& name = gguf_.metadata->name();
        if (gguf_.scores.empty())
            return invalid(name + ": " + gguf_key("scores") + ": missing, expected one for each token");
        const Result<std::optional<TokenId>> unknown = gguf_.find_id("unknown_token_id");
        if (!unknown.has_value()) return unknown.error();
        unknown_ = unknown.value() ? static_cast<std::size_t>(*unknown.value()) : find_unknown();
        ids_.vocabulary = make_vocabulary(gguf_, warnings);
        ids_.unknown = static_cast<TokenId>(unknown_);
        model_.byte_fallback = has_all_bytes();
        for (std::size_t i = 0; i < gguf_.tokens->size(); ++i)
            if (Status status = add(i); !status.is_ok()) return status;
        if (ids_.of_piece.empty() || !has_unknown_)
            return invalid(gguf_.place(unknown_) + ": found no string that comes once, expected the unknown token");
        return read_normalization();
    }
    SentencepieceModel& model() { return model_; }
    SentencepieceIds& ids() { return ids_; }

  private:
    std::size_t find_unknown() const {
        const auto found = std::find(gguf_.types.begin(), gguf_.types.end(), SentencepieceType::kUnknown);
        return found == gguf_.types.end() ? 0 : static_cast<std::size_t>(found - gguf_.types.begin());
    }

    bool has_all_bytes() const {
        std::array<bool, 256> seen{};
        for (std::size_t i = 0; i < gguf_.tokens->size(); ++i)
            if (const int byte = byte_of_piece((*gguf_.tokens)[i]); byte >= 0 && is_byte(i))
                seen[static_cast<std::size_t>(byte)] = true;
        return std::all_of(seen.begin(), seen.end(), [](bool is_there) { return is_there; });
    }
    bool is_byte(std::size_t i) const { return gguf_.types[i] == SentencepieceType::kByte; }

    Status add(std::size_t i) {
        const std::string_view token = (*gguf_.tokens)[i];
        const auto id = static_cast<TokenId>(i);
        // An empty token and a second copy are never found in a text, nor are bytes where some are missing.
        if (token.empty() || ids_.vocabulary.find(token) != id) return {};
        if (is_byte(i) && (!model_.byte_fallback || byte_of_piece(token) < 0)) return {};
        if (token.size() > SentencepieceModel::kMaxPieceBytes)
            return invalid(gguf_.place(i) + ": " + std::to_string(token.size()) + " bytes long, expected at most " +
                           std::to_string(SentencepieceModel::kMaxPieceBytes));
        if (token.find('\0') != std::string_view::npos)
            return invalid(gguf_.place(i) + ": \"" + shown_text(token, 60) + "\": holds a NUL, expected none");
        SentencepieceType type = gguf_.types[i];
        if (type == SentencepieceType::kUnknown) type = SentencepieceType::kControl;
        if (i == unknown_) {
            type = SentencepieceType::kUnknown;
            model_.unknown = model_.pieces.size();
            has_unknown_ = true;
        }
        model_.pieces.push_back({std::string(token), gguf_.scores[i], type});
        ids_.of_piece.push_back(id);
        return {};
    }

    Status read_normalization() {
        const bool is_unigram = model_.algorithm == SentencepieceAlgorithm::kUnigram;
        const Result<bool> prefix = gguf_.find_switch("add_space_prefix", true);
        if (!prefix.has_value()) return prefix.error();
        model_.add_dummy_prefix = prefix.value();
        const Result<bool> remove = gguf_.find_switch("remove_extra_whitespaces", is_unigram);
        if (!remove.has_value()) return remove.error();
        model_.remove_extra_whitespaces = remove.value();
        const std::string key = gguf_key("precompiled_charsmap");
        const Result<const GgufNumbers*> charsmap = gguf_.metadata->find_numbers(key, GgufType::kU8, GgufType::kI8);
        if (!charsmap.has_value()) return charsmap.error();
        if (!charsmap.value()) return {};
        Result<std::string> checked = check_charsmap(charsmap.value()->bytes, gguf_.metadata->name() + ": " + key);
        if (!checked.has_value()) return checked.error();
        model_.charsmap = std::move(checked).value();
        return {};
    }

    const GgufVocabulary& gguf_;
    SentencepieceModel model_;
    SentencepieceIds ids_;
    std::size_t unknown_ = 0;  // the token
    bool has_unknown_ = false;
};

Status fill_sentencepiece(const GgufVocabulary& gguf, SentencepieceAlgorithm algorithm, TokenizerParts& parts,
                          std::vector<std::string>& warnings) {
    SentencepieceBuilder builder(gguf, algorithm);
    if (Status status = builder.build(warnings); !status.is_ok()) return status;
    Result<std::unique_ptr<const TokenModel>> model =
        make_sentencepiece(builder.model(), std::move(builder.ids()), gguf.metadata->name());
    if (!model.has_value()) return model.error();
    parts.model = std::move(model).value();
    const bool is_unigram = algorithm == SentencepieceAlgorithm::kUnigram;
    Result<PostProcessor> surroundings = read_surroundings(gguf, !is_unigram, is_unigram);
    if (!surroundings.has_value()) return surroundings.error();
    parts.post_processor = std::move(surroundings).value();
    parts.style = sentencepiece_style();
    // User-defined tokens are found by the library.
    Result<AddedTokens> added = AddedTokens::make(find_added_tokens(gguf, false), nullptr);
    if (!added.has_value()) return added.error();
    parts.added = std::move(added).value();
    return {};
}

Result<MergeList> read_merges(const GgufVocabulary& gguf) {
    const std::string key = gguf_key("merges");
    const Result<const GgufStrings*> merges = gguf.metadata->find_strings(key);
    if (!merges.has_value()) return merges.error();
    if (!merges.value()) return gguf.metadata->unexpected(key, "nothing", "a list of pairs of tokens");
    MergeList out;
    for (std::size_t i = 0; i < merges.value()->size(); ++i) {
        const std::string_view merge = (*merges.value())[i];
        const std::size_t space = merge.find(' ', 1);
        if (space == std::string_view::npos || space + 1 == merge.size() ||
            merge.find(' ', space + 1) != std::string_view::npos ||
            !out.add(merge.substr(0, space), merge.substr(space + 1)))
            return gguf.metadata->unexpected(key + "[" + std::to_string(i) + "]", "\"" + shown_text(merge, 60) + "\"",
                                             "two tokens with a space between");
    }
    return out;
}

Status fill_bpe(const GgufVocabulary& gguf, TokenizerParts& parts, std::vector<std::string>& warnings) {
    const std::string& name = gguf.metadata->name();
    const std::string key = gguf_key("pre");
    const Result<std::optional<std::string>> given = gguf.metadata->find_string(key);
    if (!given.has_value()) return given.error();
    if (!given.value()) warnings.push_back(name + ": " + key + ": missing: words are cut as \"default\" does");
    const Result<bool> prefix = gguf.find_switch("add_space_prefix", false);
    if (!prefix.has_value()) return prefix.error();
    const std::optional<GgufPreTokenizer> pre =
        find_gguf_pre_tokenizer(given.value().value_or("default"), prefix.value());
    if (!pre)
        return unsupported(name + ": " + key + ": found \"" + shown_text(*given.value(), 60) +
                           "\", which is not known, expected one such as gpt-2, llama-bpe or qwen2");
    Result<std::unique_ptr<const PreTokenizer>> pre_tokenizer = parse_pre_tokenizer(pre->pre_tokenizer, name);
    if (!pre_tokenizer.has_value()) return pre_tokenizer.error();
    parts.pre_tokenizer = std::move(pre_tokenizer).value();
    if (pre->is_nfc) {
        Result<std::unique_ptr<const Normalizer>> normalizer = parse_normalizer(Json{{"type", "NFC"}}, name);
        if (!normalizer.has_value()) return normalizer.error();
        parts.normalizer = std::move(normalizer).value();
    }
    const Result<MergeList> merges = read_merges(gguf);
    if (!merges.has_value()) return merges.error();
    BpeOptions options;
    options.ignore_merges = pre->ignore_merges;
    Result<std::unique_ptr<const TokenModel>> model =
        make_bpe(make_vocabulary(gguf, warnings), merges.value(), std::move(options), name,
                 [&](std::size_t i) { return name + ": " + gguf_key("merges") + "[" + std::to_string(i) + "]"; });
    if (!model.has_value()) return model.error();
    parts.model = std::move(model).value();
    parts.style.is_byte_level = true;
    Result<PostProcessor> surroundings = read_surroundings(gguf, pre->add_bos, false);
    if (!surroundings.has_value()) return surroundings.error();
    parts.post_processor = std::move(surroundings).value();
    Result<AddedTokens> added = AddedTokens::make(find_added_tokens(gguf, true), nullptr);
    if (!added.has_value()) return added.error();
    parts.added = std::move(added).value();
    return {};
}

Status fill_wordpiece(const GgufVocabulary& gguf, TokenizerParts& parts, std::vector<std::string>& warnings) {
    const std::string& name = gguf.metadata->name();
    RoleTokens roles;
    Status status = add_role(gguf, "unknown", {"unknown_token_id"}, roles);
    if (status.is_ok()) status = add_role(gguf, "cls", {"cls_token_id", "bos_token_id"}, roles);
    // The first is how the key is written in files.
    if (status.is_ok())
        status = add_role(gguf, "sep", {"seperator_token_id", "separator_token_id", "eos_token_id"}, roles);
    if (!status.is_ok()) return status;
    WordPieceOptions options;
    options.word_prefix = "▁";
    options.continuing_subword_prefix = "";
    if (const auto unknown = roles.find("unknown"); unknown != roles.end()) options.unk_token = unknown->second.piece;
    parts.style.space = options.word_prefix;
    parts.model = make_wordpiece(make_vocabulary(gguf, warnings), std::move(options), name);
    parts.normalizer = make_bert_normalizer({});
    parts.pre_tokenizer = make_bert_pre_tokenizer();
    Result<PostProcessor> surroundings = make_role_template("cls A sep", "cls A sep B:1 sep:1", roles, name);
    if (!surroundings.has_value()) return surroundings.error();
    parts.post_processor = std::move(surroundings).value();
    Result<AddedTokens> added = AddedTokens::make(find_added_tokens(gguf, true), parts.normalizer.get());
    if (!added.has_value()) return added.error();
    parts.added = std::move(added).value();
    return {};
}

}  // namespace

Result<LoadedTokenizer> tokenizer_from_gguf(const GgufMetadata& metadata) {
    const std::string key = gguf_key("model");
    const Result<std::optional<std::string>> model = metadata.find_string(key);
    if (!model.has_value()) return model.error();
    constexpr const char* expected = "llama, gpt2, bert or t5";
    if (!model.value()) return metadata.unexpected(key, "nothing", expected);
    const Result<GgufVocabulary> gguf = read_gguf_vocabulary(metadata);
    if (!gguf.has_value()) return gguf.error();

    LoadedTokenizer out;
    TokenizerParts parts;
    Status status;
    if (*model.value() == "llama")
        status = fill_sentencepiece(gguf.value(), SentencepieceAlgorithm::kBpe, parts, out.warnings);
    else if (*model.value() == "t5")
        status = fill_sentencepiece(gguf.value(), SentencepieceAlgorithm::kUnigram, parts, out.warnings);
    else if (*model.value() == "gpt2")
        status = fill_bpe(gguf.value(), parts, out.warnings);
    else if (*model.value() == "bert")
        status = fill_wordpiece(gguf.value(), parts, out.warnings);
    else
        status = unsupported(metadata.name() + ": " + key + ": found \"" + shown_text(*model.value(), 60) +
                             "\", expected " + expected);
    if (!status.is_ok()) return status.error();
    out.tokenizer = make_pipeline_tokenizer(std::move(parts));
    return out;
}

}  // namespace headscope
