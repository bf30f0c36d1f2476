#include <algorithm>
#include <sstream>
#include <utility>

#include "core/io/json_read.h"
#include "core/io/shown.h"
#include "core/text/json_part.h"
#include "core/text/pipeline_tokenizer.h"
#include "core/text/role_template.h"
#include "core/text/sentencepiece_conventions.h"
#include "core/text/sentencepiece_model.h"
#include "core/text/sentencepiece_tokenizer.h"
#include "core/text/special_tokens.h"
#include "core/text/tokenizer_config.h"
#include "core/text/tokenizer_files.h"
#include "core/text/tokenizer_json.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

std::vector<std::string> words_of(std::string_view list) {
    std::istringstream in{std::string(list)};
    std::vector<std::string> out;
    for (std::string word; in >> word;) out.push_back(word);
    return out;
}

Result<bool> read_switch(const Json& config, const char* key, bool fallback, const std::string& name) {
    const auto found = config.find(key);
    if (found == config.end() || found->is_null()) return fallback;
    return read_bool(config, key, name);
}

// The ids that a convention gives to the pieces of a model: the leading tokens, the pieces, the trailing tokens.
SentencepieceIds ids_of(const SentencepieceModel& model, const SentencepieceConvention& convention,
                        const std::vector<std::string>& trailing) {
    SentencepieceIds out;
    TokenId next = 0;
    for (const std::string& token : words_of(convention.leading)) out.vocabulary.add(token, next++);
    const std::string& unknown = model.pieces[model.unknown].piece;
    for (std::size_t i = convention.dropped; i < model.pieces.size(); ++i)
        out.vocabulary.add(model.pieces[i].piece, next++);
    for (const std::string& token : trailing)
        if (out.vocabulary.add(token, next) == Vocabulary::Added::kNew) ++next;
    out.vocabulary.sort_ids();
    out.unknown = out.vocabulary.find(unknown).value_or(0);
    // Pieces that lost their place to a leading token share its id; those that no string stands for are unknown.
    for (std::size_t i = 0; i < model.pieces.size(); ++i) {
        const auto shifted = static_cast<TokenId>(i - convention.dropped + words_of(convention.leading).size());
        out.of_piece.push_back(i < convention.dropped ? out.vocabulary.find(model.pieces[i].piece).value_or(out.unknown)
                                                      : shifted);
    }
    return out;
}

// <extra_id_N−1> … <extra_id_0>.
Result<std::vector<std::string>> read_extra_ids(const Json& config, const std::string& name) {
    constexpr std::int64_t kDefault = 100;
    constexpr std::int64_t kMost = 100'000;
    const Result<std::int64_t> count = get_integer_or(config, "extra_ids", 0, kMost, name, kDefault);
    if (!count.has_value()) return count.error();
    std::vector<std::string> out;
    for (std::int64_t i = count.value() - 1; i >= 0; --i) out.push_back("<extra_id_" + std::to_string(i) + ">");
    return out;
}

// The normalizer of classes that simplify quotes and accents, as a tokenizer.json would have it.
Result<Json> read_simplification(const SentencepieceConvention& convention, const Json& config,
                                 const std::string& name) {
    const Result<bool> keep_accents = read_switch(config, "keep_accents", false, name);
    if (!keep_accents.has_value()) return keep_accents.error();
    const Result<bool> lower = read_switch(config, "do_lower_case", convention.lowers_case, name);
    if (!lower.has_value()) return lower.error();
    Json parts = Json::array();
    for (const char* quotes : {"``", "''"})
        parts.push_back({{"type", "Replace"}, {"pattern", {{"String", quotes}}}, {"content", "\""}});
    if (!keep_accents.value()) {
        parts.push_back({{"type", "NFKD"}});
        parts.push_back({{"type", "StripAccents"}});
    }
    if (lower.value()) parts.push_back({{"type", "Lowercase"}});
    return Json{{"type", "Sequence"}, {"normalizers", std::move(parts)}};
}

// Pieces such as "3," are found in no text where the class simplifies: digits and the comma stay apart.
void avoid_digits_with_comma(SentencepieceModel& model) {
    constexpr float kNever = -100;
    for (SentencepieceEntry& entry : model.pieces) {
        const std::string& piece = entry.piece;
        if (piece.size() < 2 || !piece.ends_with(",")) continue;
        const char before = piece[piece.size() - 2];
        if (before >= '0' && before <= '9') entry.score = std::min(entry.score, kNever);
    }
}

// The siblings with the convention's special tokens where no file names any, and `more` as special tokens.
TokenizerSiblings with_defaults(const TokenizerSiblings& siblings, std::string_view roles,
                                const std::vector<std::string>& more) {
    TokenizerSiblings out = siblings;
    Json& config = *out.config;
    const std::vector<std::string> words = words_of(roles);
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
        const std::string key = words[i] + "_token";
        const bool is_named = config.contains(key) || (out.special_tokens_map && out.special_tokens_map->contains(key));
        if (!is_named) config[key] = words[i + 1];
    }
    Json& list = config["additional_special_tokens"];
    if (!list.is_array()) list = Json::array();
    for (const std::string& token : more) list.push_back(token);
    return out;
}

RoleTokens roles_of(const NamedTokens& named) {
    RoleTokens out;
    for (const auto& [role, content] : named.roles)
        for (const AddedToken& token : named.added)
            if (token.content == content)
                out.emplace(role.substr(0, role.size() - std::string_view("_token").size()),
                            RoleToken{content, token.id});
    return out;
}

// Takes the begin and end token out of the roles, and puts the language in, as tokenizer_config.json says.
Status adapt_roles(const SentencepieceConvention& convention, const Json& config, const std::string& name,
                   const Vocabulary& vocabulary, RoleTokens& roles) {
    if (convention.has_bos_switch)
        for (const auto& [role, key, fallback] :
             {std::tuple{"bos", "add_bos_token", true}, std::tuple{"eos", "add_eos_token", false}}) {
            const Result<bool> is_wanted = read_switch(config, key, fallback, name);
            if (!is_wanted.has_value()) return is_wanted.error();
            if (!is_wanted.value()) roles.erase(role);
        }
    if (convention.single.find("lang") == std::string_view::npos) return {};
    const Result<std::string> language = read_special_token(config, "src_lang", "en_XX", name);
    if (!language.has_value()) return language.error();
    const std::optional<TokenId> id = vocabulary.find(language.value());
    if (!id)
        return invalid(name + ": src_lang: found \"" + shown_text(language.value(), 60) +
                       "\", expected a language of " + std::string(convention.tokenizer_class));
    roles.emplace("lang", RoleToken{language.value(), *id});
    return {};
}

Status finish_parts(std::vector<AddedToken> added, TokenizerParts& parts, Result<PostProcessor> processor) {
    if (!processor.has_value()) return processor.error();
    parts.post_processor = std::move(processor).value();
    Result<AddedTokens> tokens = AddedTokens::make(std::move(added), parts.normalizer.get());
    if (!tokens.has_value()) return tokens.error();
    parts.added = std::move(tokens).value();
    return {};
}

}  // namespace

Result<LoadedTokenizer> tokenizer_from_sentencepiece_folder(std::string_view bytes, const std::string& name,
                                                            const TokenizerSiblings& siblings) {
    const auto raw_ids = [&](const std::string& why) {
        Result<LoadedTokenizer> loaded = tokenizer_from_sentencepiece(bytes, name);
        if (loaded.has_value())
            loaded.value().warnings.push_back(name + ": " + why +
                                              ": the model's own ids are used, without begin or end token");
        return loaded;
    };
    if (!siblings.config) return raw_ids("no tokenizer_config.json beside it");
    const Json& config = *siblings.config;
    const Result<std::string> class_name = read_special_token(config, "tokenizer_class", "", siblings.config_name);
    if (!class_name.has_value()) return class_name.error();
    if (class_name.value().empty()) return raw_ids("no tokenizer_class in tokenizer_config.json");
    const SentencepieceConvention* convention = find_sentencepiece_convention(class_name.value());
    if (convention == nullptr) return raw_ids("unknown tokenizer_class \"" + shown_text(class_name.value(), 60) + "\"");

    LoadedTokenizer out;
    Result<SentencepieceModel> model = parse_sentencepiece_model(bytes, name, out.warnings);
    if (!model.has_value()) return model.error();
    if (model.value().pieces.size() < convention->dropped)
        return invalid(name + ": " + std::to_string(model.value().pieces.size()) + " pieces, expected at least " +
                       std::to_string(convention->dropped) + " for " + std::string(convention->tokenizer_class));
    std::vector<std::string> trailing = words_of(convention->trailing);
    if (convention->has_extra_ids) {
        Result<std::vector<std::string>> extra = read_extra_ids(config, siblings.config_name);
        if (!extra.has_value()) return extra.error();
        trailing = std::move(extra).value();
    }
    TokenizerParts parts;
    if (convention->is_simplified) {
        avoid_digits_with_comma(model.value());
        const Result<Json> simplification = read_simplification(*convention, config, siblings.config_name);
        if (!simplification.has_value()) return simplification.error();
        Result<std::unique_ptr<const Normalizer>> normalizer = parse_normalizer(simplification.value(), name);
        if (!normalizer.has_value()) return normalizer.error();
        parts.normalizer = std::move(normalizer).value();
    }
    const Result<bool> is_legacy = read_switch(config, "legacy", false, siblings.config_name);
    if (!is_legacy.has_value()) return is_legacy.error();

    SentencepieceIds ids = ids_of(model.value(), *convention, trailing);
    ids.prefix_at_start_only = convention->prefix_at_start_only && !is_legacy.value();
    Result<NamedTokens> named =
        read_named_tokens(with_defaults(siblings, convention->roles, trailing), ids.vocabulary, true);
    if (!named.has_value()) return named.error();
    RoleTokens roles = roles_of(named.value());
    if (Status status = adapt_roles(*convention, config, siblings.config_name, ids.vocabulary, roles); !status.is_ok())
        return status.error();
    Result<std::unique_ptr<const TokenModel>> cutter = make_sentencepiece(model.value(), std::move(ids), name);
    if (!cutter.has_value()) return cutter.error();
    parts.model = std::move(cutter).value();
    if (Status status = finish_parts(std::move(named.value().added), parts,
                                     make_role_template(convention->single, convention->pair, roles, name));
        !status.is_ok())
        return status.error();
    parts.style = sentencepiece_style();
    out.tokenizer = make_pipeline_tokenizer(std::move(parts));
    return out;
}

Result<LoadedTokenizer> tokenizer_from_marian(std::string_view spm, const std::string& spm_name,
                                              std::string_view vocab_json, const std::string& vocab_name,
                                              const TokenizerSiblings& siblings) {
    LoadedTokenizer out;
    const Result<SentencepieceModel> model = parse_sentencepiece_model(spm, spm_name, out.warnings);
    if (!model.has_value()) return model.error();
    Result<Vocabulary> vocabulary = parse_vocab_json(vocab_json, vocab_name);
    if (!vocabulary.has_value()) return vocabulary.error();

    TokenizerSiblings named_by = siblings;
    if (!named_by.config) named_by.config = Json::object();
    named_by = with_defaults(named_by, "eos </s> unk <unk> pad <pad>", {});
    Result<NamedTokens> named = read_named_tokens(named_by, vocabulary.value(), false);
    if (!named.has_value()) return named.error();
    const RoleTokens roles = roles_of(named.value());
    SentencepieceIds ids;
    for (const char* role : {"unk", "eos"}) {
        const auto token = roles.find(role);
        if (token == roles.end() || vocabulary.value().find(token->second.piece) != token->second.id)
            return invalid(vocab_name + ": no \"" + shown_text(token == roles.end() ? "" : token->second.piece, 60) +
                           "\", expected the " + role + "_token");
    }
    ids.unknown = roles.find("unk")->second.id;
    for (const SentencepieceEntry& entry : model.value().pieces)
        ids.of_piece.push_back(vocabulary.value().find(entry.piece).value_or(ids.unknown));
    ids.vocabulary = std::move(vocabulary).value();
    ids.has_language_codes = true;
    Result<std::unique_ptr<const TokenModel>> cutter = make_sentencepiece(model.value(), std::move(ids), spm_name);
    if (!cutter.has_value()) return cutter.error();
    TokenizerParts parts;
    parts.model = std::move(cutter).value();
    if (Status status = finish_parts(std::move(named.value().added), parts,
                                     make_role_template("A eos", "A B eos", roles, spm_name));
        !status.is_ok())
        return status.error();
    parts.style = sentencepiece_style();
    out.tokenizer = make_pipeline_tokenizer(std::move(parts));
    return out;
}

}  // namespace headscope
