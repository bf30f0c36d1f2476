#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/result.h"
#include "core/text/normalized_text.h"

namespace headscope {

// Rewrites a stretch of text before it is cut into words.
class Normalizer {
  public:
    virtual ~Normalizer() = default;
    // Fails where a pattern runs without end on the text.
    virtual Status apply(NormalizedText& text) const = 0;
    // A word for people about what it does to letters, such as "lower-cased"; may be empty.
    virtual std::string description() const = 0;
};

struct BertNormalizerSwitches {
    bool clean_text = true;
    bool handle_chinese_chars = true;
    bool strip_accents = true;
    bool lowercase = true;
};

std::unique_ptr<const Normalizer> make_bert_normalizer(const BertNormalizerSwitches& switches);

// The value of "normalizer" in a tokenizer.json; null gives a null pointer: nothing is rewritten. `name` is the file's,
// for messages.
Result<std::unique_ptr<const Normalizer>> parse_normalizer(const nlohmann::json& value, const std::string& name);

}  // namespace headscope
