#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/text/tokenizer.h"

// Reference results of other libraries; tests/fixtures/text/README.md describes the files' fields.
namespace headscope::test {

// Hands over the lines of a file, plain or compressed with gzip, one JSON object each. Throws std::runtime_error where
// the file cannot be read.
void for_each_json_line(const std::filesystem::path& path, const std::function<void(const nlohmann::json&)>& visit);

// What differs between the tokenizer and one result of the Hugging Face library; empty if nothing does.
std::string difference(const Tokenizer& tokenizer, const nlohmann::json& expected);

// Which of two ways a libsentencepiece splits paths of the same score; not known before a text tells them apart.
enum class SentencePieceTies { kOfRelease01, kOfRelease02 };

// What differs between a SentencePiece model and one result of that library; empty if nothing does. The first text of
// which the releases make different things sets `ties`, every later one must agree with it. Where the ids are those of
// the old release, nothing else is known of them.
std::string sentencepiece_difference(const Tokenizer& tokenizer, const nlohmann::json& expected,
                                     std::optional<SentencePieceTies>& ties);

struct Comparison {
    std::size_t compared = 0;
    std::size_t different = 0;
};

// Compares the tokenizer with every case of a file; `is_sentencepiece` tells the two kinds of case apart. The first
// `shown` differences go to `report`.
Comparison compare_cases(const Tokenizer& tokenizer, const std::filesystem::path& cases, bool is_sentencepiece,
                         std::size_t shown, const std::function<void(const std::string&)>& report);

}  // namespace headscope::test
