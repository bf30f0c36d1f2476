#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/result.h"
#include "core/text/pre_tokenizer.h"

// The kinds of pre-tokenizer that a tokenizer.json may name, one function each. `value` is the JSON object; `where` is
// "FILE: pre_tokenizer" for messages. Which keys may be absent is as in the reference.
namespace headscope {

using PreTokenizerResult = Result<std::unique_ptr<const PreTokenizer>>;

// Cuts by GPT-2's pattern and writes every byte of the UTF-8 as the character that stands for it (byte_level.h). Each
// of a character's bytes keeps the range of the whole character.
PreTokenizerResult parse_byte_level(const nlohmann::json& value, const std::string& where);

// Spaces become a visible character; cuts before each of them.
PreTokenizerResult parse_metaspace(const nlohmann::json& value, const std::string& where);

// Cuts where a string or a regular expression matches.
PreTokenizerResult parse_split(const nlohmann::json& value, const std::string& where);

// Cuts every `length` characters.
PreTokenizerResult parse_fixed_length(const nlohmann::json& value, const std::string& where);

// Cut by the class of each character: runs of word characters and of others; white space; punctuation; digits; one
// given character; where the script changes.
PreTokenizerResult parse_whitespace(const nlohmann::json& value, const std::string& where);
PreTokenizerResult parse_whitespace_split(const nlohmann::json& value, const std::string& where);
PreTokenizerResult parse_punctuation(const nlohmann::json& value, const std::string& where);
PreTokenizerResult parse_digits(const nlohmann::json& value, const std::string& where);
PreTokenizerResult parse_char_delimiter_split(const nlohmann::json& value, const std::string& where);
PreTokenizerResult parse_unicode_scripts(const nlohmann::json& value, const std::string& where);

// object[key] as the one character that it must be.
Result<char32_t> read_character(const nlohmann::json& object, const char* key, const std::string& where);

}  // namespace headscope
