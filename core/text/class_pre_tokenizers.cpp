#include <utility>

#include "core/text/json_part.h"
#include "core/text/pre_tokenizers.h"
#include "core/text/split_behavior.h"
#include "core/text/unicode.h"

namespace headscope {
namespace {

using PreTokenizerPointer = std::unique_ptr<const PreTokenizer>;

// Cuts where single characters belong to a class; each of them is a match.
template <class IsMatch>
class ClassSplit : public PreTokenizer {
  public:
    ClassSplit(IsMatch is_match, SplitBehavior behavior) : is_match_(is_match), behavior_(behavior) {}

    Status apply(NormalizedText& text, std::vector<CharRange>& words) const override {
        std::vector<CharRange> out;
        std::vector<SplitPiece> pieces;
        for (const CharRange& word : words) {
            pieces.clear();
            std::uint32_t begin = word.begin;
            for (std::uint32_t i = word.begin; i < word.end; ++i) {
                if (!is_match_(text[i])) continue;
                if (begin < i) pieces.push_back({{begin, i}, false});
                pieces.push_back({{i, i + 1}, true});
                begin = i + 1;
            }
            if (begin < word.end) pieces.push_back({{begin, word.end}, false});
            append_words(pieces, behavior_, out);
        }
        words = std::move(out);
        return {};
    }

  private:
    IsMatch is_match_;
    SplitBehavior behavior_;
};

template <class IsMatch>
PreTokenizerPointer make_class_split(IsMatch is_match, SplitBehavior behavior) {
    return std::make_unique<ClassSplit<IsMatch>>(is_match, behavior);
}

// Runs of word characters, and runs of what is neither such nor white space: `\w+|[^\w\s]+`.
class Whitespace : public PreTokenizer {
  public:
    Status apply(NormalizedText& text, std::vector<CharRange>& words) const override {
        std::vector<CharRange> out;
        for (const CharRange& word : words)
            for (std::uint32_t i = word.begin; i < word.end;) {
                const Kind kind = kind_of(text[i]);
                const std::uint32_t begin = i;
                while (i < word.end && kind_of(text[i]) == kind) ++i;
                if (kind != Kind::kSpace) out.push_back({begin, i});
            }
        words = std::move(out);
        return {};
    }

  private:
    enum class Kind { kSpace, kWord, kOther };
    static Kind kind_of(char32_t c) {
        if (is_word_character(c)) return Kind::kWord;
        return is_white_space(c) ? Kind::kSpace : Kind::kOther;
    }
};

}  // namespace

PreTokenizerResult parse_whitespace(const nlohmann::json&, const std::string&) {
    return PreTokenizerPointer(std::make_unique<Whitespace>());
}

PreTokenizerResult parse_whitespace_split(const nlohmann::json&, const std::string&) {
    return make_class_split(is_white_space, SplitBehavior::kRemoved);
}

PreTokenizerResult parse_punctuation(const nlohmann::json& value, const std::string& where) {
    SplitBehavior behavior = SplitBehavior::kIsolated;
    if (value.contains("behavior")) {
        const Result<SplitBehavior> read = read_split_behavior(value, where);
        if (!read.has_value()) return read.error();
        behavior = read.value();
    }
    return make_class_split(is_bert_punctuation, behavior);
}

PreTokenizerResult parse_digits(const nlohmann::json& value, const std::string& where) {
    const Result<bool> individual = read_bool(value, "individual_digits", where);
    if (!individual.has_value()) return individual.error();
    return make_class_split(is_numeric, individual.value() ? SplitBehavior::kIsolated : SplitBehavior::kContiguous);
}

PreTokenizerResult parse_char_delimiter_split(const nlohmann::json& value, const std::string& where) {
    const Result<char32_t> delimiter = read_character(value, "delimiter", where);
    if (!delimiter.has_value()) return delimiter.error();
    return make_class_split([c = delimiter.value()](char32_t other) { return other == c; }, SplitBehavior::kRemoved);
}

}  // namespace headscope
