#include "core/text/normalizer.h"

#include <utility>

#include "core/text/json_part.h"
#include "core/text/normalizer_parts.h"

namespace headscope {
namespace {

using Json = nlohmann::json;
Result<NormalizerPointer> parse_part(const Json& value, const std::string& where, int depth);

Result<NormalizerPointer> parse_bert_normalizer(const Json& value, const std::string& where) {
    BertNormalizerSwitches switches;
    const std::pair<const char*, bool*> needed[] = {{"clean_text", &switches.clean_text},
                                                    {"handle_chinese_chars", &switches.handle_chinese_chars},
                                                    {"lowercase", &switches.lowercase}};
    for (const auto& [key, target] : needed) {
        const Result<bool> read = read_bool(value, key, where);
        if (!read.has_value()) return read.error();
        *target = read.value();
    }
    // Null or absent: accents go where letters are lower-cased.
    switches.strip_accents = switches.lowercase;
    if (const auto strip = value.find("strip_accents"); strip != value.end() && !strip->is_null()) {
        const Result<bool> read = read_bool(value, "strip_accents", where);
        if (!read.has_value()) return read.error();
        switches.strip_accents = read.value();
    }
    return make_bert_normalizer(switches);
}

Result<NormalizerPointer> parse_sequence_normalizer(const Json& value, const std::string& where, int depth) {
    constexpr int kDeepest = 64;
    if (depth >= kDeepest)
        return unsupported(where + ": sequences inside one another, expected at most " + std::to_string(kDeepest));
    const auto found = value.find("normalizers");
    if (found == value.end()) return invalid(where + ": normalizers: missing, expected a list");
    if (!found->is_array()) return invalid(where + ": normalizers: found " + shown_json(*found) + ", expected a list");
    std::vector<NormalizerPointer> steps;
    for (const Json& item : *found) {
        const std::string place = where + ": normalizers[" + std::to_string(steps.size()) + "]";
        Result<NormalizerPointer> step = parse_part(item, place, depth + 1);
        if (!step.has_value()) return step.error();
        steps.push_back(std::move(step).value());
    }
    return make_sequence_normalizer(std::move(steps));
}

// Old files leave the type away where the keys tell it.
Result<std::string> type_of(const Json& value, const std::string& where) {
    if (!value.is_object() || value.contains("type")) return read_part_type(value, where);
    const std::pair<const char*, const char*> telling[] = {
        {"clean_text", "BertNormalizer"}, {"strip_left", "Strip"}, {"normalizers", "Sequence"},
        {"pattern", "Replace"},           {"prepend", "Prepend"},  {"precompiled_charsmap", "Precompiled"}};
    for (const auto& [key, type] : telling)
        if (value.contains(key)) return std::string(type);
    return read_part_type(value, where);
}

Result<NormalizerPointer> parse_part(const Json& value, const std::string& where, int depth) {
    const Result<std::string> read = type_of(value, where);
    if (!read.has_value()) return read.error();
    const std::string& type = read.value();
    if (type == "BertNormalizer") return parse_bert_normalizer(value, where);
    if (type == "NFC") return make_unicode_normalizer(NormalizationForm::kNfc);
    if (type == "NFD") return make_unicode_normalizer(NormalizationForm::kNfd);
    if (type == "NFKC") return make_unicode_normalizer(NormalizationForm::kNfkc);
    if (type == "NFKD") return make_unicode_normalizer(NormalizationForm::kNfkd);
    if (type == "Lowercase") return make_lowercase_normalizer();
    if (type == "StripAccents") return make_strip_accents_normalizer();
    if (type == "Nmt") return make_nmt_normalizer();
    if (type == "ByteLevel") return make_byte_level_normalizer();
    if (type == "Strip") return parse_strip_normalizer(value, where);
    if (type == "Prepend") return parse_prepend_normalizer(value, where);
    if (type == "Replace") return parse_replace_normalizer(value, where);
    if (type == "Precompiled") return parse_precompiled_normalizer(value, where);
    if (type == "Sequence") return parse_sequence_normalizer(value, where, depth);
    return unknown_part_type(type, where,
                             "BertNormalizer, ByteLevel, Lowercase, NFC, NFD, NFKC, NFKD, Nmt, Precompiled, Prepend, "
                             "Replace, Sequence, Strip or StripAccents");
}

}  // namespace

Result<NormalizerPointer> parse_normalizer(const Json& value, const std::string& name) {
    if (value.is_null()) return NormalizerPointer();
    return parse_part(value, name + ": normalizer", 0);
}

}  // namespace headscope
