#include "core/text/pre_tokenizer.h"

#include <array>
#include <cstdint>
#include <utility>

#include "core/text/json_part.h"
#include "core/text/pre_tokenizers.h"
#include "core/text/unicode.h"

namespace headscope {
namespace {

using PreTokenizerPointer = std::unique_ptr<const PreTokenizer>;

// White space separates words and is dropped; each punctuation character is a word of its own.
class BertPreTokenizer : public PreTokenizer {
  public:
    Status apply(NormalizedText& text, std::vector<CharRange>& words) const override {
        std::vector<CharRange> out;
        for (const CharRange& range : words) {
            std::uint32_t begin = range.begin;
            const auto end_word_at = [&](std::uint32_t end) {
                if (begin < end) out.push_back({begin, end});
            };
            for (std::uint32_t i = range.begin; i < range.end; ++i) {
                if (is_white_space(text[i])) {
                    end_word_at(i);
                    begin = i + 1;
                } else if (is_bert_punctuation(text[i])) {
                    end_word_at(i);
                    out.push_back({i, i + 1});
                    begin = i + 1;
                }
            }
            end_word_at(range.end);
        }
        words = std::move(out);
        return {};
    }
};

// Each part cuts what the one before left.
class PreTokenizerSequence : public PreTokenizer {
  public:
    explicit PreTokenizerSequence(std::vector<PreTokenizerPointer> parts) : parts_(std::move(parts)) {}

    Status apply(NormalizedText& text, std::vector<CharRange>& words) const override {
        for (const PreTokenizerPointer& part : parts_)
            if (Status status = part->apply(text, words); !status.is_ok()) return status;
        return {};
    }

  private:
    std::vector<PreTokenizerPointer> parts_;
};

PreTokenizerResult parse_part(const nlohmann::json& value, const std::string& where, int depth);

PreTokenizerResult parse_sequence(const nlohmann::json& value, const std::string& where, int depth) {
    constexpr int kMaxDepth = 64;
    if (depth == kMaxDepth) return unsupported(where + ": a Sequence more than 64 deep in others, expected fewer");
    const auto found = value.find("pretokenizers");
    if (found == value.end()) return invalid(where + ": pretokenizers: missing, expected a list");
    if (!found->is_array())
        return invalid(where + ": pretokenizers: found " + shown_json(*found) + ", expected a list");
    std::vector<PreTokenizerPointer> parts;
    for (const nlohmann::json& part : *found) {
        PreTokenizerResult parsed = parse_part(part, where, depth + 1);
        if (!parsed.has_value()) return parsed.error();
        parts.push_back(std::move(parsed).value());
    }
    return PreTokenizerPointer(std::make_unique<PreTokenizerSequence>(std::move(parts)));
}

using ParsePart = PreTokenizerResult (*)(const nlohmann::json&, const std::string&);

constexpr std::array<std::pair<const char*, ParsePart>, 11> kKinds{{
    {"BertPreTokenizer",
     [](const nlohmann::json&, const std::string&) -> PreTokenizerResult { return make_bert_pre_tokenizer(); }},
    {"ByteLevel", parse_byte_level},
    {"CharDelimiterSplit", parse_char_delimiter_split},
    {"Digits", parse_digits},
    {"FixedLength", parse_fixed_length},
    {"Metaspace", parse_metaspace},
    {"Punctuation", parse_punctuation},
    {"Split", parse_split},
    {"UnicodeScripts", parse_unicode_scripts},
    {"Whitespace", parse_whitespace},
    {"WhitespaceSplit", parse_whitespace_split},
}};

// `depth` is how many Sequences the part lies in.
PreTokenizerResult parse_part(const nlohmann::json& value, const std::string& where, int depth) {
    const Result<std::string> type = read_part_type(value, where);
    if (!type.has_value()) return type.error();
    if (type.value() == "Sequence") return parse_sequence(value, where, depth);
    std::string expected;
    for (const auto& [name, parse] : kKinds) {
        if (type.value() == name) return parse(value, where);
        expected += std::string(name) + ", ";
    }
    return unknown_part_type(type.value(), where, expected + "Sequence");
}

}  // namespace

PreTokenizerPointer make_bert_pre_tokenizer() {
    return std::make_unique<BertPreTokenizer>();
}

Result<PreTokenizerPointer> parse_pre_tokenizer(const nlohmann::json& value, const std::string& name) {
    if (value.is_null()) return PreTokenizerPointer();
    return parse_part(value, name + ": pre_tokenizer", 0);
}

Result<char32_t> read_character(const nlohmann::json& object, const char* key, const std::string& where) {
    const Result<std::string> read = read_string(object, key, where);
    if (!read.has_value()) return read.error();
    const NormalizedText text(read.value());
    if (text.size() != 1)
        return invalid(where + ": " + key + ": found " + shown_json(object[key]) + ", expected one character");
    return text[0];
}

}  // namespace headscope
