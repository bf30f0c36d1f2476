#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/text/normalized_text.h"

namespace headscope {

// Cuts a normalized stretch of text into words.
class PreTokenizer {
  public:
    virtual ~PreTokenizer() = default;
    // Replaces `words`, ranges of `text` in order, by the words they hold; what is in no word is dropped. May
    // also rewrite the text, and then renumbers the ranges. Fails where a pattern runs without end on the text.
    virtual Status apply(NormalizedText& text, std::vector<CharRange>& words) const = 0;
};

std::unique_ptr<const PreTokenizer> make_bert_pre_tokenizer();

// The value of "pre_tokenizer" in a tokenizer.json; null gives a null pointer: each stretch is one word.
Result<std::unique_ptr<const PreTokenizer>> parse_pre_tokenizer(const nlohmann::json& value, const std::string& name);

}  // namespace headscope
