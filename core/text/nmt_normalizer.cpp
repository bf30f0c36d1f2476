#include "core/text/normalizer_parts.h"

namespace headscope {
namespace {

bool is_removed(char32_t c) {
    return (c >= 0x01 && c <= 0x08) || c == 0x0B || (c >= 0x0E && c <= 0x1F) || c == 0x7F || c == 0x8F || c == 0x9F;
}

bool is_made_space(char32_t c) {
    return c == U'\t' || c == U'\n' || c == U'\f' || c == U'\r' || c == 0x1680 || (c >= 0x200B && c <= 0x200F) ||
           c == 0x2028 || c == 0x2029 || c == 0x2581 || c == 0xFEFF || c == 0xFFFD;
}

// Controls removed and other white space made plain, by the list that SentencePiece's nmt rules have.
class NmtNormalizer : public Normalizer {
  public:
    Status apply(NormalizedText& text) const override {
        text.filter([](char32_t c) { return !is_removed(c); });
        text.map([](char32_t c) { return is_made_space(c) ? U' ' : c; });
        return {};
    }
    std::string description() const override { return ""; }
};

}  // namespace

NormalizerPointer make_nmt_normalizer() {
    return std::make_unique<NmtNormalizer>();
}

}  // namespace headscope
