#include <algorithm>
#include <cstdint>
#include <memory>

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

void decompose_canonically(NormalizedText& text) {
    constexpr char32_t kFirstThatDecomposes = 0xC0;
    if (std::all_of(text.values().begin(), text.values().end(), [](char32_t c) { return c < kFirstThatDecomposes; }))
        return;
    struct Part {
        CharChange change;
        std::uint8_t combining = 0;
    };
    std::vector<Part> parts;
    parts.reserve(text.size());
    for (const char32_t c : text.values()) {
        const Expansion expansion = decompose(c);
        for (std::uint32_t i = 0; i < expansion.size; ++i)
            parts.push_back({{expansion.values[i], i == 0 ? 0 : 1}, combining_class(expansion.values[i])});
    }
    // Canonical ordering: each run of marks sorted by combining class, equals in place (Unicode 15, D109).
    for (auto begin = parts.begin(); begin != parts.end();) {
        begin = std::find_if(begin, parts.end(), [](const Part& part) { return part.combining != 0; });
        const auto end = std::find_if(begin, parts.end(), [](const Part& part) { return part.combining == 0; });
        if (end - begin > 1)
            std::stable_sort(begin, end, [](const Part& a, const Part& b) { return a.combining < b.combining; });
        begin = end;
    }
    std::vector<CharChange> changes;
    changes.reserve(parts.size());
    for (const Part& part : parts) changes.push_back(part.change);
    text.transform(changes);
}

void make_lowercase(NormalizedText& text) {
    const auto expands = [](char32_t c) { return c >= 0x80 && lowercase(c).size > 1; };
    if (std::none_of(text.values().begin(), text.values().end(), expands)) {
        text.map([](char32_t c) { return lowercase(c).values[0]; });
        return;
    }
    std::vector<CharChange> changes;
    changes.reserve(text.size());
    for (const char32_t c : text.values()) {
        const Expansion expansion = lowercase(c);
        for (std::uint32_t i = 0; i < expansion.size; ++i) changes.push_back({expansion.values[i], i == 0 ? 0 : 1});
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
            decompose_canonically(text);
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
