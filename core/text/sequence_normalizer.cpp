#include <algorithm>
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
            if (Status status = step->apply(text); !status.is_ok()) return status;
            if (Status status = check_growth(text, text.size()); !status.is_ok()) return status;
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

Status check_growth(const NormalizedText& text, std::size_t size) {
    constexpr std::size_t kAlwaysFine = std::size_t{1} << 20;
    constexpr std::size_t kMostTimes = 32;  // NFKC makes at most 18 characters of one, ByteLevel 4
    const std::size_t most = std::max(kAlwaysFine, kMostTimes * text.size_at_first());
    if (size <= most) return {};
    return Error{ErrorKind::kTooLarge, "normalizer: " + std::to_string(text.size_at_first()) + " characters become " +
                                           std::to_string(size) + ", expected at most " + std::to_string(most)};
}

NormalizerPointer make_sequence_normalizer(std::vector<NormalizerPointer> steps) {
    return std::make_unique<SequenceNormalizer>(std::move(steps));
}

}  // namespace headscope
