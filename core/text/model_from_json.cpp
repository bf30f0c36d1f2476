#include "core/text/model_from_json.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "core/io/json_read.h"
#include "core/io/shown.h"
#include "core/text/bpe.h"
#include "core/text/json_part.h"
#include "core/text/unigram.h"
#include "core/text/vocab_txt.h"
#include "core/text/word_level.h"
#include "core/text/wordpiece.h"

namespace headscope {
namespace {

using Json = nlohmann::json;
using ModelPointer = std::unique_ptr<const TokenModel>;

constexpr const char* kTypes = "BPE, WordPiece, WordLevel or Unigram";

// "found X" of a member, or "missing".
std::string found_member(const Json& model, const char* key) {
    const auto found = model.find(key);
    return found == model.end() ? "missing" : "found " + shown_json(*found);
}

// The first type whose needed members are there.
Result<std::string> infer_type(const Json& model, const ModelParts& parts, const std::string& where) {
    if (parts.vocabulary && parts.merges) return std::string("BPE");
    if (parts.vocabulary && model.contains("unk_token")) {
        const bool is_wordpiece =
            model.contains("continuing_subword_prefix") && model.contains("max_input_chars_per_word");
        return std::string(is_wordpiece ? "WordPiece" : "WordLevel");
    }
    if (parts.scored_pieces) return std::string("Unigram");
    return invalid(
        where + ": type: missing, and the other members are not those of " + kTypes +
        (model.contains("merges") ? "; merges: " + found_member(model, "merges") + ", expected a list" : ""));
}

// A member that may be missing or null.
template <class T>
Result<T> read_or(const Json& model, const char* key, const std::string& where,
                  Result<T> (*read)(const Json&, const char*, const std::string&), T fallback) {
    const auto found = model.find(key);
    if (found == model.end() || found->is_null()) return fallback;
    return read(model, key, where);
}

Result<Vocabulary> take_vocabulary(TokenizerJson& file, const Json& model, const std::string& where,
                                   std::vector<std::string>& warnings) {
    if (!file.parts.vocabulary)
        return invalid(where + ".vocab: " + (file.parts.scored_pieces ? "found a list" : found_member(model, "vocab")) +
                       ", expected an object of pieces and ids");
    if (file.parts.vocabulary->size() == 0) return invalid(where + ".vocab: empty, expected pieces and ids");
    warn_of_gaps(*file.parts.vocabulary, where + ".vocab", warnings);
    return std::move(*file.parts.vocabulary);
}

Result<BpeOptions> read_bpe_options(const Json& model, const std::string& where, std::vector<std::string>& warnings) {
    BpeOptions options;
    if (const auto dropout = model.find("dropout"); dropout != model.end() && !dropout->is_null()) {
        if (!dropout->is_number() || dropout->get<double>() < 0 || dropout->get<double>() > 1)
            return invalid(where + ": dropout: found " + shown_json(*dropout) +
                           ", expected null or a number from 0 to 1");
        if (dropout->get<double>() > 0)
            warnings.push_back(where + ": dropout is " + shown_json(*dropout) +
                               ": it is not applied, as tokens would then be random");
    }
    const auto unknown = model.find("unk_token");
    if (unknown != model.end() && !unknown->is_null()) {
        Result<std::string> read = read_string(model, "unk_token", where);
        if (!read.has_value()) return read.error();
        options.unk_token = std::move(read).value();
    }
    const std::pair<const char*, std::string*> strings[] = {
        {"continuing_subword_prefix", &options.continuing_subword_prefix},
        {"end_of_word_suffix", &options.end_of_word_suffix}};
    for (const auto& [key, target] : strings) {
        Result<std::string> read = read_or<std::string>(model, key, where, read_string, "");
        if (!read.has_value()) return read.error();
        *target = std::move(read).value();
    }
    const std::pair<const char*, bool*> switches[] = {{"fuse_unk", &options.fuse_unk},
                                                      {"byte_fallback", &options.byte_fallback},
                                                      {"ignore_merges", &options.ignore_merges}};
    for (const auto& [key, target] : switches) {
        const Result<bool> read = read_or<bool>(model, key, where, read_bool, false);
        if (!read.has_value()) return read.error();
        *target = read.value();
    }
    return options;
}

Result<ModelPointer> bpe_from_json(TokenizerJson& file, const Json& model, const std::string& where,
                                   std::vector<std::string>& warnings) {
    Result<BpeOptions> options = read_bpe_options(model, where, warnings);
    if (!options.has_value()) return options.error();
    if (!file.parts.merges)
        return invalid(where + ".merges: " + found_member(model, "merges") + ", expected a list of pairs of pieces");
    Result<Vocabulary> vocabulary = take_vocabulary(file, model, where, warnings);
    if (!vocabulary.has_value()) return vocabulary.error();
    return make_bpe(std::move(vocabulary).value(), *file.parts.merges, std::move(options).value(), where,
                    [&](std::size_t rank) { return where + ".merges[" + std::to_string(rank) + "]"; });
}

Result<ModelPointer> wordpiece_from_json(TokenizerJson& file, const Json& model, const std::string& where,
                                         std::vector<std::string>& warnings) {
    Result<Vocabulary> vocabulary = take_vocabulary(file, model, where, warnings);
    if (!vocabulary.has_value()) return vocabulary.error();
    Result<WordPieceOptions> options = parse_wordpiece_options(model, where);
    if (!options.has_value()) return options.error();
    return make_wordpiece(std::move(vocabulary).value(), std::move(options).value(), where);
}

Result<ModelPointer> word_level_from_json(TokenizerJson& file, const Json& model, const std::string& where,
                                          std::vector<std::string>& warnings) {
    Result<Vocabulary> vocabulary = take_vocabulary(file, model, where, warnings);
    if (!vocabulary.has_value()) return vocabulary.error();
    const Result<std::string> unknown = read_string(model, "unk_token", where);
    if (!unknown.has_value()) return unknown.error();
    return make_word_level(std::move(vocabulary).value(), unknown.value(), where);
}

Result<ModelPointer> unigram_from_json(TokenizerJson& file, const Json& model, const std::string& where,
                                       std::vector<std::string>& warnings) {
    if (!file.parts.scored_pieces)
        return invalid(where + ".vocab: " + (file.parts.vocabulary ? "found an object" : found_member(model, "vocab")) +
                       ", expected a list of pieces and scores");
    ScoredPieces& pieces = *file.parts.scored_pieces;
    if (pieces.size() == 0) return invalid(where + ".vocab: empty, expected pieces and scores");
    UnigramOptions options;
    if (const auto id = model.find("unk_id"); id != model.end() && !id->is_null()) {
        const Result<std::int64_t> read =
            get_integer(model, "unk_id", 0, static_cast<std::int64_t>(pieces.size()) - 1, where);
        if (!read.has_value()) return read.error();
        options.unk_id = static_cast<TokenId>(read.value());
    }
    const Result<bool> fallback = read_or<bool>(model, "byte_fallback", where, read_bool, false);
    if (!fallback.has_value()) return fallback.error();
    options.byte_fallback = fallback.value();
    return make_unigram(std::move(pieces), options, where, warnings);
}

}  // namespace

Result<ModelPointer> model_from_json(TokenizerJson& file, const std::string& name, const TokenizerSiblings& siblings,
                                     std::vector<std::string>& warnings) {
    const std::string where = name + ": model";
    const auto found = file.root.find("model");
    if (found == file.root.end() || !found->is_object())
        return invalid(where + ": " + found_member(file.root, "model") + ", expected an object");
    const Json& model = *found;
    const Result<std::string> type =
        model.contains("type") ? read_part_type(model, where) : infer_type(model, file.parts, where);
    if (!type.has_value()) return type.error();
    if (file.parts.vocabulary && siblings.vocab_txt)
        if (std::string warning =
                compare_vocab_txt(*siblings.vocab_txt, siblings.vocab_txt_name, *file.parts.vocabulary);
            !warning.empty())
            warnings.push_back(std::move(warning));
    if (type.value() == "BPE") return bpe_from_json(file, model, where, warnings);
    if (type.value() == "WordPiece") return wordpiece_from_json(file, model, where, warnings);
    if (type.value() == "WordLevel") return word_level_from_json(file, model, where, warnings);
    if (type.value() == "Unigram") return unigram_from_json(file, model, where, warnings);
    return unknown_part_type(type.value(), where, kTypes);
}

void warn_of_gaps(const Vocabulary& vocabulary, const std::string& where, std::vector<std::string>& warnings) {
    std::int64_t expected = 0;
    std::int64_t first_missing = -1;
    vocabulary.for_each_by_id([&](TokenId id, std::string_view) {
        if (first_missing < 0 && id != expected) first_missing = expected;
        expected = static_cast<std::int64_t>(id) + 1;
    });
    if (first_missing < 0) return;
    const std::int64_t missing = expected - static_cast<std::int64_t>(vocabulary.size());
    warnings.push_back(
        where + ": no piece has the id " + std::to_string(first_missing) +
        (missing > 1 ? ", nor have " + std::to_string(missing - 1) + " more below " + std::to_string(expected) : ""));
}

}  // namespace headscope
