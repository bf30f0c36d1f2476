#include "tests/core/tokenizer_reference_cases.h"

#include <array>
#include <cstdint>
#include <fstream>
#include <optional>
#include <set>

namespace headscope::test {
namespace {

using Json = nlohmann::json;

// CRC-32 (ISO 3309) of the ids as little-endian 32-bit numbers.
std::uint32_t crc32_of(const std::vector<TokenId>& ids) {
    std::uint32_t crc = 0xFFFFFFFF;
    for (const TokenId id : ids)
        for (int shift = 0; shift < 32; shift += 8) {
            crc ^= static_cast<std::uint32_t>(id) >> shift & 0xFF;
            for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0u);
        }
    return ~crc;
}

std::string differing(const char* what, const Json& found, const Json& expected) {
    if (found == expected) return {};
    return std::string(what) + ": found " + found.dump() + ", expected " + expected.dump();
}

std::vector<TokenId> ids_of(const Encoding& encoding) {
    std::vector<TokenId> ids;
    for (const Token& token : encoding.tokens) ids.push_back(token.id);
    return ids;
}

std::string long_difference(const Tokenizer& tokenizer, const Json& expected) {
    std::string text;
    for (int i = 0; i < expected["times"].get<int>(); ++i) text += expected["repeat"].get<std::string>();
    EncodeOptions options;
    options.add_special_tokens = false;
    const std::vector<TokenId> ids = ids_of(tokenizer.encode(text, std::nullopt, options).value());
    if (std::string out = differing("count", ids.size(), expected["count"]); !out.empty()) return out;
    return differing("crc32", crc32_of(ids), expected["crc32"]);
}

}  // namespace

std::vector<Json> read_json_lines(const std::string& path) {
    std::vector<Json> out;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) out.push_back(Json::parse(line));
    return out;
}

bool is_answerable(const Json& expected) {
    if (!expected.contains("truncation")) return true;
    const Json& rule = expected["truncation"];
    return rule["strategy"] == "longest_first" && rule["direction"] == "right" && !expected.contains("error");
}

std::string difference(const Tokenizer& tokenizer, const Json& expected) {
    if (expected.contains("repeat")) return long_difference(tokenizer, expected);
    const auto text = expected["text"].get<std::string>();
    const auto pair_text = expected.value("pair", std::string());
    std::optional<std::string_view> pair;
    if (expected.contains("pair")) pair = pair_text;
    EncodeOptions options;
    options.add_special_tokens = expected.value("add_special_tokens", true);
    options.specials_as_text = expected.value("encode_special_tokens", false);
    if (expected.contains("truncation")) options.max_tokens = expected["truncation"]["max_length"].get<std::size_t>();
    const Encoding encoding = tokenizer.encode(text, pair, options).value();

    Json offsets = Json::array();
    Json words = Json::array();
    Json types = Json::array();
    Json templates = Json::array();
    Json sequences = Json::array();
    bool has_types = false;
    for (std::size_t i = 0; i < encoding.tokens.size(); ++i) {
        const Token& token = encoding.tokens[i];
        offsets.push_back(token.span.begin);
        offsets.push_back(token.span.end);
        words.push_back(token.word ? Json(*token.word) : Json());
        types.push_back(token.type_id);
        has_types = has_types || token.type_id != 0;
        if (token.is_template) templates.push_back(i);
        sequences.push_back(token.is_template ? Json() : Json(token.segment));
        if (tokenizer.find_piece(token.id) != token.piece) return "piece: " + token.piece;
    }
    for (const std::string& out :
         {differing("ids", ids_of(encoding), expected["ids"]), differing("offsets", offsets, expected["offsets"]),
          differing("words", words, expected["words"]),
          differing("type_ids", has_types ? types : Json(), expected.value("type_ids", Json())),
          differing("special", templates, expected.value("special", Json::array()))})
        if (!out.empty()) return out;
    if (expected.contains("sequences")) return differing("sequences", sequences, expected["sequences"]);
    return {};
}

}  // namespace headscope::test
