#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/text/json_part.h"
#include "core/text/normalizer_parts.h"

namespace headscope {
namespace {

// What a Replace looks for: a string or a regular expression.
class Pattern {
  public:
    virtual ~Pattern() = default;
    virtual Status find_all(const std::vector<char32_t>& text, std::vector<CharRange>& matches) const = 0;
};

class StringPattern : public Pattern {
  public:
    explicit StringPattern(const std::string& text) : wanted_(NormalizedText(text).values()), borders_(wanted_.size()) {
        for (std::uint32_t i = 1, length = 0; i < wanted_.size(); ++i) {
            length = longer(length, wanted_[i]);
            borders_[i] = length;
        }
    }

    Status find_all(const std::vector<char32_t>& text, std::vector<CharRange>& matches) const override {
        if (wanted_.empty()) {
            for (std::uint32_t i = 0; i <= text.size(); ++i) matches.push_back({i, i});
            return {};
        }
        const auto wanted_size = static_cast<std::uint32_t>(wanted_.size());
        std::uint32_t length = 0;  // how much of the wanted string ends here
        for (std::uint32_t i = 0; i < text.size(); ++i) {
            if (length == 0 && text[i] != wanted_[0]) continue;
            length = longer(length, text[i]);
            if (length < wanted_size) continue;
            matches.push_back({i + 1 - wanted_size, i + 1});
            length = 0;
        }
        return {};
    }

  private:
    // Knuth, Morris and Pratt's step: the longest beginning of the wanted string that ends in `c`, if one of `length`
    // ended before it.
    std::uint32_t longer(std::uint32_t length, char32_t c) const {
        while (length > 0 && wanted_[length] != c) length = borders_[length - 1];
        return wanted_[length] == c ? length + 1 : 0;
    }

    std::vector<char32_t> wanted_;
    std::vector<std::uint32_t> borders_;  // of each beginning: its longest proper border
};

// New characters come from where the last character of the match came from.
class ReplaceNormalizer : public Normalizer {
  public:
    ReplaceNormalizer(std::unique_ptr<const Pattern> pattern, const std::string& content)
        : pattern_(std::move(pattern)), content_(NormalizedText(content).values()) {}

    Status apply(NormalizedText& text) const override {
        if (text.is_empty()) return {};  // not even an empty pattern is looked for
        std::vector<CharRange> matches;
        if (Status status = pattern_->find_all(text.values(), matches); !status.is_ok()) return status;
        std::size_t removed = 0;
        for (const CharRange& match : matches) removed += match.size();
        const std::size_t size = text.size() - removed + matches.size() * content_.size();
        if (Status status = check_growth(text.size(), size); !status.is_ok()) return status;
        text.replace(matches, content_);
        return {};
    }
    std::string description() const override { return ""; }

  private:
    std::unique_ptr<const Pattern> pattern_;
    std::vector<char32_t> content_;
};

Result<std::unique_ptr<const Pattern>> parse_pattern(const nlohmann::json& value, const std::string& where) {
    using Pointer = std::unique_ptr<const Pattern>;
    const std::string expected = ", expected {\"String\": …} or {\"Regex\": …}";
    const auto found = value.find("pattern");
    if (found == value.end()) return invalid(where + ": pattern: missing" + expected);
    if (!found->is_object() || found->size() != 1)
        return invalid(where + ": pattern: found " + shown_json(*found) + expected);
    if (found->contains("String")) {
        const Result<std::string> text = read_string(*found, "String", where + ": pattern");
        if (!text.has_value()) return text.error();
        return Pointer(std::make_unique<StringPattern>(text.value()));
    }
    if (found->contains("Regex")) {
        return unsupported(where + ": pattern: Regex: regular expressions are not read, expected String");
    }
    return invalid(where + ": pattern: found " + shown_json(*found) + expected);
}

}  // namespace

Result<NormalizerPointer> parse_replace_normalizer(const nlohmann::json& value, const std::string& where) {
    Result<std::unique_ptr<const Pattern>> pattern = parse_pattern(value, where);
    if (!pattern.has_value()) return pattern.error();
    const Result<std::string> content = read_string(value, "content", where);
    if (!content.has_value()) return content.error();
    return NormalizerPointer(std::make_unique<ReplaceNormalizer>(std::move(pattern).value(), content.value()));
}

}  // namespace headscope
