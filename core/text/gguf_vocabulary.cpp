#include "core/text/gguf_vocabulary.h"

#include <bit>
#include <cmath>
#include <limits>

#include "core/base/utf8.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

std::uint32_t number_at(const GgufNumbers& numbers, std::size_t i) {
    std::uint32_t out = 0;
    for (std::size_t byte = 0; byte < 4; ++byte)
        out |= std::uint32_t{static_cast<unsigned char>(numbers.bytes[4 * i + byte])} << (8 * byte);
    return out;
}

// A list of 4-byte numbers, one for each token; a null pointer where the key is absent.
Result<const GgufNumbers*> find_one_each(const GgufVocabulary& gguf, const char* name, GgufType element,
                                         GgufType or_element) {
    const std::string key = gguf_key(name);
    Result<const GgufNumbers*> numbers = gguf.metadata->find_numbers(key, element, or_element);
    if (numbers.has_value() && numbers.value() && numbers.value()->count != gguf.tokens->size())
        return gguf.metadata->unexpected(key, std::to_string(numbers.value()->count) + " values",
                                         "one for each of the " + std::to_string(gguf.tokens->size()) + " tokens");
    return numbers;
}

Status check_tokens(const GgufVocabulary& gguf) {
    const GgufStrings& tokens = *gguf.tokens;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (!is_valid_utf8(tokens[i]))
            return invalid(gguf.place(i) + ": found \"" + shown_text(tokens[i], 60) + "\", expected UTF-8");
        if (tokens[i].size() > Vocabulary::kMaxPieceBytes)
            return invalid(gguf.place(i) + ": " + std::to_string(tokens[i].size()) + " bytes long, expected at most " +
                           std::to_string(Vocabulary::kMaxPieceBytes));
    }
    return {};
}

}  // namespace

std::string gguf_key(std::string_view key) {
    return "tokenizer.ggml." + std::string(key);
}

std::string GgufVocabulary::place(std::size_t id) const {
    return metadata->name() + ": " + gguf_key("tokens") + "[" + std::to_string(id) + "]";
}

Result<std::optional<TokenId>> GgufVocabulary::find_id(const char* key) const {
    const Result<std::optional<std::uint64_t>> id = metadata->find_integer(gguf_key(key), tokens->size() - 1);
    if (!id.has_value()) return id.error();
    if (!id.value()) return std::optional<TokenId>();
    return std::optional<TokenId>(static_cast<TokenId>(*id.value()));
}

Result<bool> GgufVocabulary::find_switch(const char* key, bool fallback) const {
    const Result<std::optional<bool>> given = metadata->find_bool(gguf_key(key));
    if (!given.has_value()) return given.error();
    return given.value().value_or(fallback);
}

Result<GgufVocabulary> read_gguf_vocabulary(const GgufMetadata& metadata) {
    GgufVocabulary out;
    out.metadata = &metadata;
    const Result<const GgufStrings*> tokens = metadata.find_strings(gguf_key("tokens"));
    if (!tokens.has_value()) return tokens.error();
    if (!tokens.value()) return metadata.unexpected(gguf_key("tokens"), "nothing", "a list of strings");
    out.tokens = tokens.value();
    const std::size_t count = out.tokens->size();
    if (count == 0 || count > static_cast<std::size_t>(std::numeric_limits<TokenId>::max()))
        return metadata.unexpected(gguf_key("tokens"), std::to_string(count) + " tokens", "1 to 2^31 - 1");
    if (Status status = check_tokens(out); !status.is_ok()) return status.error();

    const Result<const GgufNumbers*> types = find_one_each(out, "token_type", GgufType::kI32, GgufType::kU32);
    if (!types.has_value()) return types.error();
    out.types.assign(count, SentencepieceType::kNormal);
    for (std::size_t i = 0; types.value() && i < count; ++i) {
        const std::uint32_t type = number_at(*types.value(), i);
        if (type < 1 || type > 6)
            return metadata.unexpected(
                gguf_key("token_type"),
                std::to_string(static_cast<std::int32_t>(type)) + " for token " + std::to_string(i), "1 to 6");
        out.types[i] = static_cast<SentencepieceType>(type);
    }

    const Result<const GgufNumbers*> scores = find_one_each(out, "scores", GgufType::kF32, GgufType::kF32);
    if (!scores.has_value()) return scores.error();
    for (std::size_t i = 0; scores.value() && i < count; ++i) {
        const auto score = std::bit_cast<float>(number_at(*scores.value(), i));
        if (!std::isfinite(score) || std::fabs(score) > SentencepieceModel::kMaxScore)
            return metadata.unexpected(gguf_key("scores"), std::to_string(score) + " for token " + std::to_string(i),
                                       "a number from -1e30 to 1e30");
        out.scores.push_back(score);
    }
    return out;
}

Vocabulary make_vocabulary(const GgufVocabulary& gguf, std::vector<std::string>& warnings) {
    Vocabulary out;
    for (std::size_t i = 0; i < gguf.tokens->size(); ++i) {
        const std::string_view token = (*gguf.tokens)[i];
        if (token.empty() || out.add(token, static_cast<TokenId>(i)) == Vocabulary::Added::kNew) continue;
        warnings.push_back(gguf.place(i) + ": \"" + shown_text(token, 60) + "\" is token " +
                           std::to_string(*out.find(token)) + " already: the first counts");
    }
    out.sort_ids();
    return out;
}

std::vector<AddedToken> find_added_tokens(const GgufVocabulary& gguf, bool with_user_defined) {
    std::vector<AddedToken> out;
    for (std::size_t i = 0; i < gguf.tokens->size(); ++i) {
        const SentencepieceType type = gguf.types[i];
        const bool is_special = type == SentencepieceType::kControl || type == SentencepieceType::kUnknown;
        if (!is_special && !(with_user_defined && type == SentencepieceType::kUserDefined)) continue;
        AddedToken token;
        token.content = (*gguf.tokens)[i];
        token.id = static_cast<TokenId>(i);
        token.special = is_special;
        if (!token.content.empty()) out.push_back(std::move(token));
    }
    return out;
}

}  // namespace headscope
