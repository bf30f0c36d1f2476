#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "core/io/shown.h"
#include "core/text/bpe.h"
#include "core/text/json_part.h"
#include "core/text/merges_txt.h"
#include "core/text/model_from_json.h"
#include "core/text/pipeline_tokenizer.h"
#include "core/text/special_tokens.h"
#include "core/text/tokenizer_files.h"
#include "core/text/tokenizer_json.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

// The tokenizer classes that cut a text as GPT-2's does; the others of a vocab.json with a merges.txt cut words
// otherwise, which these two files do not tell.
constexpr const char* kPlainClass = "GPT2Tokenizer";  // puts nothing around a text unless told to
constexpr std::array<std::string_view, 5> kClasses{kPlainClass, "RobertaTokenizer", "BartTokenizer",
                                                   "LongformerTokenizer", "LEDTokenizer"};
constexpr const char* kPlainSpecial = "<|endoftext|>";  // where no file names special tokens

// tokenizer_class without "Fast"; empty where nothing is said. Classes that say nothing about the cutting count as
// such.
Result<std::string> read_class(const Json& config, const std::string& name) {
    const auto found = config.find("tokenizer_class");
    if (found == config.end() || found->is_null()) return std::string();
    Result<std::string> read = read_string(config, "tokenizer_class", name);
    if (!read.has_value()) return read;
    std::string out = std::move(read).value();
    if (out.ends_with("Fast")) out.resize(out.size() - 4);
    if (out == "PreTrainedTokenizer" || out == "TokenizersBackend") return std::string();
    if (std::find(kClasses.begin(), kClasses.end(), out) == kClasses.end())
        return unsupported(name + ": tokenizer_class: \"" + shown_text(out, 60) +
                           "\", expected one that cuts as GPT2Tokenizer does, or a tokenizer.json");
    return out;
}

Result<bool> read_switch(const Json& config, const char* key, bool fallback, const std::string& name) {
    const auto found = config.find(key);
    if (found == config.end() || found->is_null()) return fallback;
    return read_bool(config, key, name);
}

struct Switches {
    bool add_prefix_space = false;
    bool trim_offsets = true;
    bool add_bos_token = false;
    bool add_eos_token = false;
};

Result<Switches> read_switches(const Json& config, const std::string& name) {
    Switches out;
    const std::pair<const char*, bool*> keys[] = {{"add_prefix_space", &out.add_prefix_space},
                                                  {"trim_offsets", &out.trim_offsets},
                                                  {"add_bos_token", &out.add_bos_token},
                                                  {"add_eos_token", &out.add_eos_token}};
    for (const auto& [key, target] : keys) {
        const Result<bool> read = read_switch(config, key, *target, name);
        if (!read.has_value()) return read.error();
        *target = read.value();
    }
    return out;
}

// The post-processor as a tokenizer.json would have it. `id_of` gives the id of a token that is named.
template <class IdOf>
Result<Json> post_processor_of(const std::map<std::string, std::string>& roles, const Switches& switches, bool is_plain,
                               const std::string& name, IdOf&& id_of) {
    const auto cls = roles.find("cls_token");
    const auto sep = roles.find("sep_token");
    if (!is_plain && cls != roles.end() && sep != roles.end())
        return Json{{"type", "RobertaProcessing"},
                    {"cls", Json::array({cls->second, id_of(cls->second)})},
                    {"sep", Json::array({sep->second, id_of(sep->second)})},
                    {"trim_offsets", switches.trim_offsets},
                    {"add_prefix_space", switches.add_prefix_space}};
    if (!switches.add_bos_token && !switches.add_eos_token) return Json();
    Json single = Json::array();
    Json pair = Json::array();
    Json specials = Json::object();
    const auto add_special = [&](const char* role, bool is_wanted, int type_id, Json& items) -> Status {
        if (!is_wanted) return {};
        const auto found = roles.find(role);
        if (found == roles.end())
            return invalid(name + ": " + role + ": missing, expected a token that can be added to each text");
        specials[found->second] = {{"id", found->second},
                                   {"ids", Json::array({id_of(found->second)})},
                                   {"tokens", Json::array({found->second})}};
        items.push_back({{"SpecialToken", {{"id", found->second}, {"type_id", type_id}}}});
        return {};
    };
    for (const int type_id : {0, 1}) {
        Json items = Json::array();
        if (Status status = add_special("bos_token", switches.add_bos_token, type_id, items); !status.is_ok())
            return status.error();
        items.push_back({{"Sequence", {{"id", type_id == 0 ? "A" : "B"}, {"type_id", type_id}}}});
        if (Status status = add_special("eos_token", switches.add_eos_token, type_id, items); !status.is_ok())
            return status.error();
        if (type_id == 0) single = items;
        for (const Json& item : items) pair.push_back(item);
    }
    return Json{{"type", "TemplateProcessing"}, {"single", single}, {"pair", pair}, {"special_tokens", specials}};
}

}  // namespace

Result<LoadedTokenizer> tokenizer_from_merges(std::string_view vocab_json, const std::string& vocab_name,
                                              std::string_view merges_txt, const std::string& merges_name,
                                              const TokenizerSiblings& siblings) {
    static const Json nothing = Json::object();
    const Json& config = siblings.config ? *siblings.config : nothing;
    LoadedTokenizer out;
    const Result<std::string> class_name = read_class(config, siblings.config_name);
    if (!class_name.has_value()) return class_name.error();
    const bool is_plain = class_name.value() == kPlainClass;
    const Result<Switches> switches = read_switches(config, siblings.config_name);
    if (!switches.has_value()) return switches.error();

    Result<Vocabulary> vocabulary = parse_vocab_json(vocab_json, vocab_name);
    if (!vocabulary.has_value()) return vocabulary.error();
    if (vocabulary.value().size() == 0) return invalid(vocab_name + ": empty, expected pieces and ids");
    warn_of_gaps(vocabulary.value(), vocab_name, out.warnings);
    Result<NamedTokens> named = read_named_tokens(siblings, vocabulary.value(), !is_plain);
    if (!named.has_value()) return named.error();
    std::vector<AddedToken>& added = named.value().added;
    if (added.empty())
        if (const std::optional<TokenId> id = vocabulary.value().find(kPlainSpecial)) {
            AddedToken token;
            token.content = kPlainSpecial;
            token.id = *id;
            token.special = true;
            added.push_back(std::move(token));
        }
    const Result<Json> post_processor = post_processor_of(
        named.value().roles, switches.value(), is_plain, siblings.config_name, [&](const std::string& content) {
            return std::find_if(added.begin(), added.end(), [&](const auto& token) { return token.content == content; })
                ->id;
        });
    if (!post_processor.has_value()) return post_processor.error();

    const Result<MergesTxt> merges = parse_merges_txt(merges_txt, merges_name);
    if (!merges.has_value()) return merges.error();
    TokenizerParts parts;
    Result<std::unique_ptr<const TokenModel>> model = make_bpe(
        std::move(vocabulary).value(), merges.value().merges, BpeOptions{}, vocab_name,
        [&](std::size_t rank) { return merges_name + ": line " + std::to_string(merges.value().lines[rank]); });
    if (!model.has_value()) return model.error();
    parts.model = std::move(model).value();
    Result<std::unique_ptr<const PreTokenizer>> pre_tokenizer =
        parse_pre_tokenizer({{"type", "ByteLevel"},
                             {"add_prefix_space", switches.value().add_prefix_space},
                             {"trim_offsets", true},
                             {"use_regex", true}},
                            vocab_name);
    if (!pre_tokenizer.has_value()) return pre_tokenizer.error();
    parts.pre_tokenizer = std::move(pre_tokenizer).value();
    Result<AddedTokens> added_tokens = AddedTokens::make(std::move(added), nullptr);
    if (!added_tokens.has_value()) return added_tokens.error();
    parts.added = std::move(added_tokens).value();
    Result<PostProcessor> processor = parse_post_processor(post_processor.value(), siblings.config_name);
    if (!processor.has_value()) return processor.error();
    parts.post_processor = std::move(processor).value();
    parts.style.is_byte_level = true;
    out.tokenizer = make_pipeline_tokenizer(std::move(parts));
    return out;
}

}  // namespace headscope
