#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/text/tokenizer.h"

namespace headscope::test {

// The lines of a file of reference results, one JSON object each.
std::vector<nlohmann::json> read_json_lines(const std::string& path);

// What differs between the tokenizer and one reference result of the Hugging Face library; empty if nothing does. The
// fields: text, pair, add_special_tokens, encode_special_tokens, truncation are the question; ids, offsets (flat, UTF-8
// bytes), words, type_ids, special (positions of template tokens), sequences are the answer; for long inputs repeat and
// times are the question, count, crc32, first and last (of the ids) the answer.
std::string difference(const Tokenizer& tokenizer, const nlohmann::json& expected);

// True for truncation rules that the tokenizer has: longest first, from the right.
bool is_answerable(const nlohmann::json& expected);

}  // namespace headscope::test
