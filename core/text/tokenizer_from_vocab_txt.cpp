#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "core/io/shown.h"
#include "core/text/pipeline_tokenizer.h"
#include "core/text/tokenizer_config.h"
#include "core/text/tokenizer_files.h"
#include "core/text/vocab_txt.h"
#include "core/text/wordpiece.h"

namespace headscope {
namespace {

struct SpecialNames {
    std::string unknown;
    std::string cls;
    std::string sep;
    std::string pad;
    std::string mask;
};

Result<SpecialNames> read_special_names(const nlohmann::json& config, const std::string& name) {
    SpecialNames out;
    const std::array<std::tuple<const char*, const char*, std::string*>, 5> keys{{{"unk_token", "[UNK]", &out.unknown},
                                                                                  {"cls_token", "[CLS]", &out.cls},
                                                                                  {"sep_token", "[SEP]", &out.sep},
                                                                                  {"pad_token", "[PAD]", &out.pad},
                                                                                  {"mask_token", "[MASK]", &out.mask}}};
    for (const auto& [key, fallback, target] : keys) {
        Result<std::string> read = read_special_token(config, key, fallback, name);
        if (!read.has_value()) return read.error();
        *target = std::move(read).value();
    }
    return out;
}

}  // namespace

Result<LoadedTokenizer> tokenizer_from_vocab_txt(std::string_view text, const std::string& name,
                                                 const TokenizerSiblings& siblings) {
    const nlohmann::json config = siblings.config.value_or(nlohmann::json::object());
    const Result<BertNormalizerSwitches> switches = read_bert_switches(config, siblings.config_name);
    if (!switches.has_value()) return switches.error();
    const Result<SpecialNames> read_names = read_special_names(config, siblings.config_name);
    if (!read_names.has_value()) return read_names.error();
    const SpecialNames& names = read_names.value();

    LoadedTokenizer out;
    Result<Vocabulary> vocabulary = parse_vocab_txt(text, name, out.warnings);
    if (!vocabulary.has_value()) return vocabulary.error();
    WordPieceOptions options;
    options.unk_token = names.unknown;

    TokenizerParts parts;
    parts.model = make_wordpiece(std::move(vocabulary).value(), std::move(options), name);
    parts.normalizer = make_bert_normalizer(switches.value());
    parts.pre_tokenizer = make_bert_pre_tokenizer();
    for (const std::string* needed : {&names.cls, &names.sep})
        if (!parts.model->find_id(*needed))
            return invalid(name + ": no \"" + shown_text(*needed, 60) + "\", expected one line with it");
    parts.post_processor = make_bert_post_processor(*parts.model->find_id(names.cls), names.cls,
                                                    *parts.model->find_id(names.sep), names.sep);
    parts.style.continuation = WordPieceOptions().continuing_subword_prefix;
    std::vector<AddedToken> added;
    for (const std::string* special : {&names.unknown, &names.cls, &names.sep, &names.pad, &names.mask}) {
        const std::optional<TokenId> id = parts.model->find_id(*special);
        if (!id || special->empty()) continue;
        AddedToken token;
        token.content = *special;
        token.id = *id;
        token.special = true;
        added.push_back(std::move(token));
    }
    Result<AddedTokens> added_tokens = AddedTokens::make(std::move(added), parts.normalizer.get());
    if (!added_tokens.has_value()) return added_tokens.error();
    parts.added = std::move(added_tokens).value();
    out.tokenizer = make_pipeline_tokenizer(std::move(parts));
    return out;
}

}  // namespace headscope
