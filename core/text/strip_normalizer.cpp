#include <vector>

#include "core/text/json_part.h"
#include "core/text/normalizer_parts.h"
#include "core/text/unicode.h"

namespace headscope {
namespace {

// White space off one end or both.
class StripNormalizer : public Normalizer {
  public:
    StripNormalizer(bool left, bool right) : left_(left), right_(right) {}

    Status apply(NormalizedText& text) const override {
        CharRange kept = text.all();
        while (left_ && kept.begin < kept.end && is_white_space(text[kept.begin])) ++kept.begin;
        while (right_ && kept.begin < kept.end && is_white_space(text[kept.end - 1])) --kept.end;
        if (kept == text.all()) return {};
        std::uint32_t place = 0;
        text.filter([&](char32_t) {
            const std::uint32_t i = place++;
            return i >= kept.begin && i < kept.end;
        });
        return {};
    }
    std::string description() const override { return ""; }

  private:
    bool left_;
    bool right_;
};

class StripAccentsNormalizer : public Normalizer {
  public:
    Status apply(NormalizedText& text) const override {
        text.filter([](char32_t c) { return !is_combining_mark(c); });
        return {};
    }
    std::string description() const override { return "without accents"; }
};

}  // namespace

NormalizerPointer make_strip_accents_normalizer() {
    return std::make_unique<StripAccentsNormalizer>();
}

Result<NormalizerPointer> parse_strip_normalizer(const nlohmann::json& value, const std::string& where) {
    const Result<bool> left = read_bool(value, "strip_left", where);
    if (!left.has_value()) return left.error();
    const Result<bool> right = read_bool(value, "strip_right", where);
    if (!right.has_value()) return right.error();
    return NormalizerPointer(std::make_unique<StripNormalizer>(left.value(), right.value()));
}

}  // namespace headscope
