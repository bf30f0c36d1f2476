#include <utility>

#include "core/text/json_part.h"
#include "core/text/part_pattern.h"
#include "core/text/pre_tokenizers.h"
#include "core/text/split_behavior.h"

namespace headscope {
namespace {

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
