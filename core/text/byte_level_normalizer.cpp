#include <algorithm>
#include <vector>

#include "core/base/utf8.h"
#include "core/text/byte_level.h"
#include "core/text/normalizer_parts.h"

namespace headscope {
namespace {

// Every byte of the text's UTF-8 as the character that stands for it in byte-level vocabularies.
class ByteLevelNormalizer : public Normalizer {
  public:
    Status apply(NormalizedText& text) const override {
        constexpr char32_t kAsciiEnd = 0x80;
        const auto is_ascii = [](char32_t c) { return c < kAsciiEnd; };
        if (std::all_of(text.values().begin(), text.values().end(), is_ascii)) {
            text.map([](char32_t c) { return byte_level_character(static_cast<std::uint8_t>(c)); });
            return {};
        }
        std::vector<CharChange> changes;
        changes.reserve(2 * std::size_t{text.size()});
        std::string bytes;
        for (const char32_t c : text.values()) {
            bytes.clear();
            append_utf8(bytes, c);
            for (std::size_t i = 0; i < bytes.size(); ++i)
                changes.push_back({byte_level_character(static_cast<std::uint8_t>(bytes[i])), i == 0 ? 0 : 1});
        }
        text.transform(changes);
        return {};
    }
    std::string description() const override { return ""; }
};

}  // namespace

NormalizerPointer make_byte_level_normalizer() {
    return std::make_unique<ByteLevelNormalizer>();
}

}  // namespace headscope
