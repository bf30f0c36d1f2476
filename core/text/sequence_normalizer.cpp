#include <utility>
#include <vector>

#include "core/text/normalizer_parts.h"

namespace headscope {
namespace {

class SequenceNormalizer : public Normalizer {
  public:
    explicit SequenceNormalizer(std::vector<NormalizerPointer> steps) : steps_(std::move(steps)) {}

    Status apply(NormalizedText& text) const override {
        for (const NormalizerPointer& step : steps_) {
            const std::size_t before = text.size();
            if (Status status = step->apply(text); !status.is_ok()) return status;
            if (Status status = check_growth(before, text.size()); !status.is_ok()) return status;
        }
        return {};
    }

    std::string description() const override {
        std::string out;
        for (const NormalizerPointer& step : steps_) {
            const std::string word = step->description();
            if (!word.empty() && !out.empty()) out += ", ";
            out += word;
        }
        return out;
    }

  private:
    std::vector<NormalizerPointer> steps_;
};

}  // namespace

Status check_growth(std::size_t before, std::size_t after) {
    constexpr std::size_t kMost = std::size_t{1} << 25;
    if (after <= before || after <= kMost) return {};
    return Error{ErrorKind::kTooLarge, "normalizer: the text grows from " + std::to_string(before) + " to " +
                                           std::to_string(after) + " characters, expected at most " +
                                           std::to_string(kMost)};
}

NormalizerPointer make_sequence_normalizer(std::vector<NormalizerPointer> steps) {
    return std::make_unique<SequenceNormalizer>(std::move(steps));
}

}  // namespace headscope
