#include <memory>
#include <utility>
#include <vector>

#include "core/text/json_part.h"
#include "core/text/normalizer_parts.h"
#include "core/text/part_pattern.h"

namespace headscope {
namespace {

// Every match of a string or of a regular expression becomes the same text, which comes from where the last character
// of the match came from.
class ReplaceNormalizer : public Normalizer {
  public:
    ReplaceNormalizer(std::unique_ptr<const Regex> pattern, const std::string& content)
        : pattern_(std::move(pattern)), content_(NormalizedText(content).values()) {}

    Status apply(NormalizedText& text) const override {
        if (text.is_empty()) return {};  // not even an empty pattern is looked for
        std::vector<CharRange> matches;
        if (Status status = pattern_->find_all(text.values(), matches); !status.is_ok()) return status;
        std::size_t removed = 0;
        for (const CharRange& match : matches) removed += match.size();
        const std::size_t size = text.size() - removed + matches.size() * content_.size();
        if (Status status = check_growth(text, size); !status.is_ok()) return status;
        text.replace(matches, content_);
        return {};
    }
    std::string description() const override { return ""; }

  private:
    std::unique_ptr<const Regex> pattern_;
    std::vector<char32_t> content_;
};

}  // namespace

Result<NormalizerPointer> parse_replace_normalizer(const nlohmann::json& value, const std::string& where) {
    Result<std::unique_ptr<const Regex>> pattern = read_pattern(value, where);
    if (!pattern.has_value()) return pattern.error();
    const Result<std::string> content = read_string(value, "content", where);
    if (!content.has_value()) return content.error();
    return NormalizerPointer(std::make_unique<ReplaceNormalizer>(std::move(pattern).value(), content.value()));
}

}  // namespace headscope
