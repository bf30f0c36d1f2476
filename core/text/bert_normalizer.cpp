#include <algorithm>
#include <cstdint>
#include <memory>

#include "core/text/normalization.h"
#include "core/text/normalizer.h"
#include "core/text/unicode.h"

namespace headscope {
namespace {

// The steps are those of the reference's BertNormalizer, in its order.

void clean(NormalizedText& text) {
    text.filter([](char32_t c) { return !is_removed_by_bert(c); });
    text.map([](char32_t c) { return is_space_for_bert(c) ? U' ' : c; });
}

void put_spaces_around_cjk(NormalizedText& text) {
    if (std::none_of(text.values().begin(), text.values().end(), is_cjk_for_bert)) return;
    std::vector<CharChange> changes;
    changes.reserve(text.size());
    for (const char32_t c : text.values()) {
        if (is_cjk_for_bert(c)) {
            changes.push_back({U' ', 0});
            changes.push_back({c, 1});
            changes.push_back({U' ', 1});
        } else {
            changes.push_back({c, 0});
        }
    }
    text.transform(changes);
}

class BertNormalizer : public Normalizer {
  public:
    explicit BertNormalizer(const BertNormalizerSwitches& switches) : switches_(switches) {}

    Status apply(NormalizedText& text) const override {
        if (switches_.clean_text) clean(text);
        if (switches_.handle_chinese_chars) put_spaces_around_cjk(text);
        if (switches_.strip_accents) {
            normalize(text, NormalizationForm::kNfd);
            text.filter([](char32_t c) { return !is_accent(c); });
        }
        if (switches_.lowercase) make_lowercase(text);
        return {};
    }

    std::string description() const override { return switches_.lowercase ? "lower-cased" : "cased"; }

  private:
    BertNormalizerSwitches switches_;
};

}  // namespace

std::unique_ptr<const Normalizer> make_bert_normalizer(const BertNormalizerSwitches& switches) {
    return std::make_unique<BertNormalizer>(switches);
}

}  // namespace headscope
