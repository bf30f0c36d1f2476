#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/io/shown.h"
#include "core/text/json_part.h"
#include "core/text/model_from_json.h"
#include "core/text/pipeline_tokenizer.h"
#include "core/text/tokenizer_config.h"
#include "core/text/tokenizer_files.h"
#include "core/text/tokenizer_json.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

// Null where the key is absent, as in the reference.
const Json& member(const Json& object, const char* key) {
    static const Json null;
    const auto found = object.find(key);
    return found == object.end() ? null : *found;
}

Status check_version(const Json& root, const std::string& name) {
    const auto version = root.find("version");
    if (version == root.end() || *version == "1.0") return {};
    return invalid(name + ": version: found " + shown_json(*version) + ", expected \"1.0\"");
}

void warn_of_unknown_keys(const Json& root, const std::string& name, std::vector<std::string>& warnings) {
    constexpr std::array<std::string_view, 9> known{"version",        "truncation", "padding",
                                                    "added_tokens",   "normalizer", "pre_tokenizer",
                                                    "post_processor", "decoder",    "model"};
    for (const auto& [key, value] : root.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            warnings.push_back(name + ": unknown key \"" + shown_text(key, 60) + "\" is ignored");
}

// Ids that the template gives but nobody knows.
void warn_of_unknown_ids(const TokenizerParts& parts, const std::string& name, std::vector<std::string>& warnings) {
    std::vector<TokenId> told;
    for (const bool is_pair : {false, true})
        for (const TemplateItem& item : parts.post_processor.items(is_pair, true))
            for (std::size_t i = 0; i < item.ids.size(); ++i) {
                const TokenId id = item.ids[i];
                if (parts.added.find(id) || parts.model->find_piece(id)) continue;
                if (std::find(told.begin(), told.end(), id) != told.end()) continue;
                told.push_back(id);
                const std::string piece = i < item.pieces.size() ? "\"" + shown_text(item.pieces[i], 60) + "\" " : "";
                warnings.push_back(name + ": post_processor: " + piece + "has the id " + std::to_string(id) +
                                   ", which no piece has");
            }
}

}  // namespace

Result<LoadedTokenizer> tokenizer_from_json(std::string_view text, const std::string& name,
                                            const TokenizerSiblings& siblings) {
    Result<TokenizerJson> parsed = parse_tokenizer_json(text, name);
    if (!parsed.has_value()) return parsed.error();
    TokenizerJson& file = parsed.value();
    LoadedTokenizer out;
    if (const Status status = check_version(file.root, name); !status.is_ok()) return status.error();
    warn_of_unknown_keys(file.root, name, out.warnings);

    TokenizerParts parts;
    Json normalizer_value = member(file.root, "normalizer");
    if (siblings.config)
        if (const Status status =
                override_bert_switches(*siblings.config, siblings.config_name, normalizer_value, out.warnings);
            !status.is_ok())
            return status.error();
    Result<std::unique_ptr<const Normalizer>> normalizer = parse_normalizer(normalizer_value, name);
    if (!normalizer.has_value()) return normalizer.error();
    parts.normalizer = std::move(normalizer).value();

    Result<std::unique_ptr<const PreTokenizer>> pre_tokenizer =
        parse_pre_tokenizer(member(file.root, "pre_tokenizer"), name);
    if (!pre_tokenizer.has_value()) return pre_tokenizer.error();
    parts.pre_tokenizer = std::move(pre_tokenizer).value();

    Result<std::unique_ptr<const TokenModel>> model = model_from_json(file, name, siblings, out.warnings);
    if (!model.has_value()) return model.error();
    parts.model = std::move(model).value();

    if (const Json& added_value = member(file.root, "added_tokens"); !added_value.is_null()) {
        Result<AddedTokens> added =
            AddedTokens::parse(added_value, *parts.model, parts.normalizer.get(), name, out.warnings);
        if (!added.has_value()) return added.error();
        parts.added = std::move(added).value();
    }
    Result<PostProcessor> post_processor = parse_post_processor(member(file.root, "post_processor"), name);
    if (!post_processor.has_value()) return post_processor.error();
    parts.post_processor = std::move(post_processor).value();
    warn_of_unknown_ids(parts, name, out.warnings);
    parts.style = piece_style_of(file.root);

    out.tokenizer = make_pipeline_tokenizer(std::move(parts));
    return out;
}

}  // namespace headscope
