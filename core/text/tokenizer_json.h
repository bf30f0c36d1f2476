#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/text/bpe.h"
#include "core/text/unigram.h"
#include "core/text/vocabulary.h"

namespace headscope {

// The large parts of a model, which have up to hundreds of thousands of entries and no use for JSON values.
struct ModelParts {
    std::optional<Vocabulary> vocabulary;       // model.vocab where it is an object of ids
    std::optional<ScoredPieces> scored_pieces;  // model.vocab where it is a list of pieces and scores
    std::optional<MergeList> merges;            // model.merges where it is a list of pairs or of "left right"
};

// A tokenizer.json taken apart, nothing of it interpreted yet.
struct TokenizerJson {
    nlohmann::json root;  // everything but `parts`, in whose place there is null
    ModelParts parts;
};

// Strict JSON as parse_json reads it, except that the large parts of the model go straight into their own compact
// forms. Ids are whole numbers from 0 to 2^31 − 1, no piece of an object and no id comes twice, merges are all of one
// style. `name` begins every message.
Result<TokenizerJson> parse_tokenizer_json(std::string_view text, const std::string& name);

// The same for a vocab.json: an object of pieces and ids.
Result<Vocabulary> parse_vocab_json(std::string_view text, const std::string& name);

// Lines and list entries of old-style merges that begin like this are no merges.
constexpr std::string_view kMergesVersion = "#version";

// An old-style merge, "left right": exactly one space. None if it is not that.
std::optional<std::pair<std::string_view, std::string_view>> split_merge(std::string_view line);

}  // namespace headscope
