#include "core/text/normalizer.h"

#include "core/text/json_part.h"

namespace headscope {
namespace {

using Json = nlohmann::json;
using NormalizerPointer = std::unique_ptr<const Normalizer>;

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

}  // namespace

Result<NormalizerPointer> parse_normalizer(const Json& value, const std::string& name) {
    if (value.is_null()) return NormalizerPointer();
    const std::string where = name + ": normalizer";
    const Result<std::string> type = read_part_type(value, where);
    if (!type.has_value()) return type.error();
    if (type.value() == "BertNormalizer") return parse_bert_normalizer(value, where);
    return unknown_part_type(type.value(), where, "BertNormalizer");
}

}  // namespace headscope
