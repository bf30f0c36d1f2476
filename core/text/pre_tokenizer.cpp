#include "core/text/pre_tokenizer.h"

#include <cstdint>
#include <utility>

#include "core/text/json_part.h"
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

}  // namespace

PreTokenizerPointer make_bert_pre_tokenizer() {
    return std::make_unique<BertPreTokenizer>();
}

Result<PreTokenizerPointer> parse_pre_tokenizer(const nlohmann::json& value, const std::string& name) {
    if (value.is_null()) return PreTokenizerPointer();
    const std::string where = name + ": pre_tokenizer";
    const Result<std::string> type = read_part_type(value, where);
    if (!type.has_value()) return type.error();
    if (type.value() == "BertPreTokenizer") return make_bert_pre_tokenizer();
    return unknown_part_type(type.value(), where, "BertPreTokenizer");
}

}  // namespace headscope
