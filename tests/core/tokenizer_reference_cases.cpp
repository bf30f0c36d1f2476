#include "tests/core/tokenizer_reference_cases.h"

#include <zlib.h>

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace headscope::test {
namespace {

using Json = nlohmann::json;

std::string differing(const char* what, const Json& found, const Json& expected) {
    if (found == expected) return {};
    return std::string(what) + ": found " + found.dump() + ", expected " + expected.dump();
}

// The first of several differences.
std::string first_of(std::initializer_list<std::string> differences) {
    for (const std::string& difference : differences)
        if (!difference.empty()) return difference;
    return {};
}

Json ids_of(const Encoding& encoding) {
    Json ids = Json::array();
    for (const Token& token : encoding.tokens) ids.push_back(token.id);
    return ids;
}

Json offsets_of(const Encoding& encoding) {
    Json offsets = Json::array();
    for (const Token& token : encoding.tokens) {
        offsets.push_back(token.span.begin);
        offsets.push_back(token.span.end);
    }
    return offsets;
}

// Null without further windows, as in the files.
Json overflow_ids_of(const Encoding& encoding) {
    Json windows;
    for (const std::vector<Token>& window : encoding.overflow) {
        Json ids = Json::array();
        for (const Token& token : window) ids.push_back(token.id);
        windows.push_back(std::move(ids));
    }
    return windows;
}

Truncation truncation_of(const Json& rule) {
    Truncation out;
    out.max_tokens = rule["max_length"].get<std::size_t>();
    if (rule["strategy"] == "only_first") out.strategy = TruncationStrategy::kOnlyFirst;
    if (rule["strategy"] == "only_second") out.strategy = TruncationStrategy::kOnlySecond;
    if (rule["direction"] == "left") out.direction = TruncationDirection::kLeft;
    out.stride = rule["stride"].get<std::size_t>();
    out.with_overflow = true;
    return out;
}

// The reference's name of an id: the vocabulary's string, but for an added token that is searched in normalized text
// that text's form of it.
std::string reference_name(const Tokenizer& tokenizer, const Token& token) {
    EncodeOptions options;
    options.add_special_tokens = false;
    const Result<Encoding> alone = tokenizer.encode(token.piece, std::nullopt, options);
    if (!alone.has_value() || alone.value().tokens.size() != 1) return token.piece;
    const Token& found = alone.value().tokens[0];
    return found.id == token.id && !found.is_unknown ? found.written.value_or(found.piece) : token.piece;
}

// Compares the strings of the tokens. The files leave them out where each is the reference's name of the id.
std::string strings_difference(const Tokenizer& tokenizer, const Encoding& encoding, const Json& expected) {
    Json strings = Json::array();
    bool is_plain = true;
    for (const Token& token : encoding.tokens) {
        strings.push_back(token.written.value_or(token.piece));
        is_plain = is_plain && (!token.written || *token.written == reference_name(tokenizer, token));
    }
    return is_plain && expected.is_null() ? std::string() : differing("tokens", strings, expected);
}

std::string long_difference(const Tokenizer& tokenizer, const Json& expected) {
    std::string text;
    for (int i = 0; i < expected["times"].get<int>(); ++i) text += expected["repeat"].get<std::string>();
    EncodeOptions options;
    options.add_special_tokens = false;
    const Result<Encoding> encoding = tokenizer.encode(text, std::nullopt, options);
    if (!encoding.has_value()) return encoding.error().message;
    const std::vector<Token>& tokens = encoding.value().tokens;
    uLong crc = crc32(0, nullptr, 0);
    Json first = Json::array();
    Json last = Json::array();
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto id = static_cast<std::uint32_t>(tokens[i].id);
        const std::array<Bytef, 4> bytes{static_cast<Bytef>(id), static_cast<Bytef>(id >> 8),
                                         static_cast<Bytef>(id >> 16), static_cast<Bytef>(id >> 24)};
        crc = crc32(crc, bytes.data(), bytes.size());
        if (i < 4) first.push_back(id);
        if (i + 4 >= tokens.size()) last.push_back(id);
    }
    return first_of({differing("count", tokens.size(), expected["count"]), differing("first", first, expected["first"]),
                     differing("last", last, expected["last"]), differing("crc32", crc, expected["crc32"])});
}

}  // namespace

void for_each_json_line(const std::filesystem::path& path, const std::function<void(const Json&)>& visit) {
    const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
    if (!file) throw std::runtime_error(path.string() + ": cannot be opened");
    std::array<char, 1 << 16> buffer{};
    std::string line;
    while (gzgets(file.get(), buffer.data(), static_cast<int>(buffer.size()))) {
        line += buffer.data();
        if (!line.ends_with('\n')) continue;
        visit(Json::parse(line));
        line.clear();
    }
    int error = Z_OK;
    gzerror(file.get(), &error);
    if ((error != Z_OK && error != Z_STREAM_END) || !line.empty())
        throw std::runtime_error(path.string() + ": cut off");
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
    if (expected.contains("truncation")) options.truncation = truncation_of(expected["truncation"]);
    const Result<Encoding> result = tokenizer.encode(text, pair, options);
    if (expected.contains("error")) return result.has_value() ? "no error, expected one" : "";
    if (!result.has_value()) return result.error().message;
    const Encoding& encoding = result.value();

    Json words = Json::array();
    Json types = Json::array();
    Json templates = Json::array();
    Json sequences = Json::array();
    bool has_types = false;
    for (std::size_t i = 0; i < encoding.tokens.size(); ++i) {
        const Token& token = encoding.tokens[i];
        words.push_back(token.word ? Json(*token.word) : Json());
        types.push_back(token.type_id);
        has_types = has_types || token.type_id != 0;
        if (token.is_template) templates.push_back(i);
        sequences.push_back(token.is_template ? Json() : Json(token.segment));
        if (tokenizer.find_piece(token.id) != token.piece) return "piece: " + token.piece;
    }
    return first_of({differing("ids", ids_of(encoding), expected["ids"]),
                     differing("offsets", offsets_of(encoding), expected["offsets"]),
                     differing("words", words, expected["words"]),
                     strings_difference(tokenizer, encoding, expected.value("tokens", Json())),
                     differing("type_ids", has_types ? types : Json(), expected.value("type_ids", Json())),
                     differing("special", templates, expected.value("special", Json::array())),
                     pair ? differing("sequences", sequences, expected["sequences"]) : std::string(),
                     differing("overflow_ids", overflow_ids_of(encoding), expected.value("overflow_ids", Json()))});
}

std::string sentencepiece_difference(const Tokenizer& tokenizer, const Json& expected,
                                     std::optional<SentencePieceTies>& ties) {
    const Result<Encoding> result = tokenizer.encode(expected["text"].get<std::string>(), std::nullopt, {});
    if (!result.has_value()) return result.error().message;
    const Encoding& encoding = result.value();
    const Json ids = ids_of(encoding);
    if (expected.contains("debian_ids")) {
        if (!ties)
            ties = ids == expected["debian_ids"] ? SentencePieceTies::kOfRelease01 : SentencePieceTies::kOfRelease02;
        if (ties == SentencePieceTies::kOfRelease01) return differing("ids", ids, expected["debian_ids"]);
    }
    return first_of({differing("ids", ids, expected["ids"]),
                     differing("offsets", offsets_of(encoding), expected["offsets"]),
                     strings_difference(tokenizer, encoding, expected.value("pieces", Json()))});
}

Comparison compare_cases(const Tokenizer& tokenizer, const std::filesystem::path& cases, bool is_sentencepiece,
                         std::size_t shown, const std::function<void(const std::string&)>& report) {
    Comparison out;
    std::optional<SentencePieceTies> ties;
    for_each_json_line(cases, [&](const Json& expected) {
        ++out.compared;
        const std::string found =
            is_sentencepiece ? sentencepiece_difference(tokenizer, expected, ties) : difference(tokenizer, expected);
        if (found.empty() || ++out.different > shown) return;
        Json question = expected;
        for (const char* answer : {"ids", "offsets", "words", "tokens", "type_ids", "special", "sequences", "pieces",
                                   "hf_ids", "debian_ids", "overflow_ids", "count", "crc32", "first", "last", "error"})
            question.erase(answer);
        report(question.dump() + "\n    " + found);
    });
    return out;
}

}  // namespace headscope::test
