#include <algorithm>
#include <utility>

#include "core/base/utf8.h"
#include "core/text/json_part.h"
#include "core/text/pre_tokenizers.h"
#include "core/text/regex.h"
#include "core/text/split_behavior.h"

namespace headscope {
namespace {

// Finds one string; an empty one everywhere.
class LiteralRegex : public Regex {
  public:
    explicit LiteralRegex(std::string_view literal) : literal_(NormalizedText(literal).values()) {}

    std::unique_ptr<RegexSearch> start_search() const override { return std::make_unique<Search>(literal_); }

  private:
    class Search : public RegexSearch {
      public:
        explicit Search(const std::vector<char32_t>& literal) : literal_(literal) {}
        Status find_all(std::span<const char32_t> text, std::vector<CharRange>& matches) override {
            if (literal_.empty()) {
                for (std::uint32_t i = 0; i <= text.size(); ++i) matches.push_back({i, i});
                return {};
            }
            for (auto from = text.begin();;) {
                const auto found = std::search(from, text.end(), literal_.begin(), literal_.end());
                if (found == text.end()) return {};
                from = found + static_cast<std::ptrdiff_t>(literal_.size());
                matches.push_back({static_cast<std::uint32_t>(found - text.begin()),
                                   static_cast<std::uint32_t>(from - text.begin())});
            }
        }

      private:
        const std::vector<char32_t>& literal_;
    };

    std::vector<char32_t> literal_;
};

class Split : public PreTokenizer {
  public:
    Split(std::unique_ptr<const Regex> pattern, SplitBehavior behavior, bool invert)
        : pattern_(std::move(pattern)), behavior_(behavior), invert_(invert) {}

    Status apply(NormalizedText& text, std::vector<CharRange>& words) const override {
        const std::unique_ptr<RegexSearch> search = pattern_->start_search();
        const std::span<const char32_t> values(text.values());
        std::vector<CharRange> out;
        std::vector<CharRange> matches;
        std::vector<SplitPiece> pieces;
        for (const CharRange& word : words) {
            matches.clear();
            pieces.clear();
            if (Status status = search->find_all(values.subspan(word.begin, word.size()), matches); !status.is_ok())
                return status;
            append_pieces(word, matches, invert_, pieces);
            append_words(pieces, behavior_, out);
        }
        words = std::move(out);
        return {};
    }

  private:
    std::unique_ptr<const Regex> pattern_;
    SplitBehavior behavior_;
    bool invert_;
};

Result<std::unique_ptr<const Regex>> read_pattern(const nlohmann::json& value, const std::string& where) {
    const auto found = value.find("pattern");
    if (found == value.end()) return invalid(where + ": pattern: missing, expected {\"String\": …} or {\"Regex\": …}");
    if (found->is_object() && found->size() == 1 && found->begin()->is_string()) {
        const std::string text = found->begin()->get<std::string>();
        if (found->begin().key() == "Regex") return compile_regex(text, where);
        if (found->begin().key() == "String") return std::unique_ptr<const Regex>(std::make_unique<LiteralRegex>(text));
    }
    return invalid(where + ": pattern: found " + shown_json(*found) + ", expected {\"String\": …} or {\"Regex\": …}");
}

}  // namespace

PreTokenizerResult parse_split(const nlohmann::json& value, const std::string& where) {
    Result<std::unique_ptr<const Regex>> pattern = read_pattern(value, where);
    if (!pattern.has_value()) return pattern.error();
    const Result<SplitBehavior> behavior = read_split_behavior(value, where);
    if (!behavior.has_value()) return behavior.error();
    const Result<bool> invert = read_bool(value, "invert", where);
    if (!invert.has_value()) return invert.error();
    return std::unique_ptr<const PreTokenizer>(
        std::make_unique<Split>(std::move(pattern).value(), behavior.value(), invert.value()));
}

}  // namespace headscope
