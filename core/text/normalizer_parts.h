#pragma once

#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/text/normalizer.h"
#include "core/text/unicode.h"

// The kinds of normalizer, one file each. `value` is the part of a tokenizer.json, `where` "FILE: normalizer" or the
// like, for messages.
namespace headscope {

using NormalizerPointer = std::unique_ptr<const Normalizer>;

// An error if the text would become one of `size` characters and so longer than any sound normalizers make it: the
// memory that a text takes must not depend on how many times they lengthen it.
Status check_growth(const NormalizedText& text, std::size_t size);

NormalizerPointer make_unicode_normalizer(NormalizationForm form);
NormalizerPointer make_lowercase_normalizer();
NormalizerPointer make_strip_accents_normalizer();
NormalizerPointer make_nmt_normalizer();
NormalizerPointer make_byte_level_normalizer();
// One behind the other.
NormalizerPointer make_sequence_normalizer(std::vector<NormalizerPointer> steps);
Result<NormalizerPointer> parse_strip_normalizer(const nlohmann::json& value, const std::string& where);
Result<NormalizerPointer> parse_prepend_normalizer(const nlohmann::json& value, const std::string& where);
Result<NormalizerPointer> parse_replace_normalizer(const nlohmann::json& value, const std::string& where);
Result<NormalizerPointer> parse_precompiled_normalizer(const nlohmann::json& value, const std::string& where);

}  // namespace headscope
