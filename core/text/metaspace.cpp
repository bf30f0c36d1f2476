#include <optional>
#include <utility>

#include "core/text/json_part.h"
#include "core/text/pre_tokenizers.h"
#include "core/text/prepend_to_words.h"

namespace headscope {
namespace {

enum class PrependScheme { kAlways, kFirst, kNever };

class Metaspace : public PreTokenizer {
  public:
    Metaspace(char32_t replacement, PrependScheme scheme, bool split)
        : replacement_(replacement), scheme_(scheme), split_(split) {}

    Status apply(NormalizedText& text, std::vector<CharRange>& words) const override {
        std::erase_if(words, [](const CharRange& word) { return word.size() == 0; });
        text.map([this](char32_t c) { return c == U' ' ? replacement_ : c; });
        if (scheme_ != PrependScheme::kNever)
            prepend_to_words(text, words, replacement_, [&](CharRange word) {
                return text[word.begin] != replacement_ &&
                       (scheme_ == PrependScheme::kAlways || text.origin(word).begin == 0);
            });
        if (split_) split(text, words);
        return {};
    }

  private:
    void split(const NormalizedText& text, std::vector<CharRange>& words) const {
        std::vector<CharRange> out;
        for (const CharRange& word : words) {
            std::uint32_t begin = word.begin;
            // A replacement begins a word, and so does the next one of a run: `▁▁a` is two words.
            for (std::uint32_t i = word.begin; i < word.end; ++i) {
                if (text[i] != replacement_) continue;
                if (begin < i) out.push_back({begin, i});
                begin = i;
            }
            if (begin < word.end) out.push_back({begin, word.end});
        }
        words = std::move(out);
    }

    char32_t replacement_;
    PrependScheme scheme_;
    bool split_;
};

Result<PrependScheme> read_scheme(const nlohmann::json& value, const std::string& where) {
    if (!value.contains("prepend_scheme")) return PrependScheme::kAlways;
    const Result<std::string> read = read_string(value, "prepend_scheme", where);
    if (!read.has_value()) return read.error();
    if (read.value() == "always") return PrependScheme::kAlways;
    if (read.value() == "first") return PrependScheme::kFirst;
    if (read.value() == "never") return PrependScheme::kNever;
    return invalid(where + ": prepend_scheme: found " + shown_json(value["prepend_scheme"]) +
                   ", expected always, first or never");
}

// A switch that may be absent or null.
Result<std::optional<bool>> read_optional_bool(const nlohmann::json& value, const char* key, const std::string& where) {
    if (!value.contains(key) || value[key].is_null()) return std::optional<bool>();
    const Result<bool> read = read_bool(value, key, where);
    if (!read.has_value()) return read.error();
    return std::optional<bool>(read.value());
}

}  // namespace

PreTokenizerResult parse_metaspace(const nlohmann::json& value, const std::string& where) {
    const Result<char32_t> replacement = read_character(value, "replacement", where);
    if (!replacement.has_value()) return replacement.error();
    const Result<PrependScheme> scheme = read_scheme(value, where);
    if (!scheme.has_value()) return scheme.error();
    const Result<std::optional<bool>> split = read_optional_bool(value, "split", where);
    if (!split.has_value()) return split.error();
    // An older way to say "never"; beside another scheme, declared or not, it is a contradiction.
    const Result<std::optional<bool>> prefix = read_optional_bool(value, "add_prefix_space", where);
    if (!prefix.has_value()) return prefix.error();
    if (prefix.value() == false && scheme.value() != PrependScheme::kNever)
        return invalid(where + ": Metaspace: add_prefix_space: found false, expected what agrees with prepend_scheme " +
                       (value.contains("prepend_scheme") ? shown_json(value["prepend_scheme"]) : "\"always\""));
    return std::unique_ptr<const PreTokenizer>(
        std::make_unique<Metaspace>(replacement.value(), scheme.value(), split.value().value_or(true)));
}

}  // namespace headscope
