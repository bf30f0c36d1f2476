#include "core/text/normalization.h"
#include "core/text/normalizer_parts.h"

namespace headscope {
namespace {

// NFC, NFD, NFKC, NFKD.
class UnicodeNormalizer : public Normalizer {
  public:
    explicit UnicodeNormalizer(NormalizationForm form) : form_(form) {}

    Status apply(NormalizedText& text) const override {
        normalize(text, form_);
        return {};
    }

    std::string description() const override {
        switch (form_) {
            case NormalizationForm::kNfc:
                return "NFC";
            case NormalizationForm::kNfd:
                return "NFD";
            case NormalizationForm::kNfkc:
                return "NFKC";
            case NormalizationForm::kNfkd:
                return "NFKD";
        }
        return "";
    }

  private:
    NormalizationForm form_;
};

class LowercaseNormalizer : public Normalizer {
  public:
    Status apply(NormalizedText& text) const override {
        make_lowercase(text);
        return {};
    }
    std::string description() const override { return "lower-cased"; }
};

}  // namespace

NormalizerPointer make_unicode_normalizer(NormalizationForm form) {
    return std::make_unique<UnicodeNormalizer>(form);
}

NormalizerPointer make_lowercase_normalizer() {
    return std::make_unique<LowercaseNormalizer>();
}

}  // namespace headscope
