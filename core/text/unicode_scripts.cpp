#include "core/text/unicode_scripts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/text/pre_tokenizers.h"

namespace headscope {
namespace {

struct ScriptName {
    std::string_view name;
    std::string_view short_name;
};

#include "core/text/script_tables.inc"

class UnicodeScripts : public PreTokenizer {
  public:
    Status apply(NormalizedText& text, std::vector<CharRange>& words) const override {
        std::vector<CharRange> out;
        for (const CharRange& word : words) {
            // A word begins where a script does. What comes before the first one is lost, as in the reference.
            std::uint8_t script = 0;
            std::uint32_t begin = word.end;
            for (std::uint32_t i = word.begin; i < word.end; ++i) {
                const std::uint8_t found = cut_script(text[i]);
                if (found == 0 || found == script) continue;
                if (script != 0) out.push_back({begin, i});
                begin = i;
                script = found;
            }
            if (begin < word.end) out.push_back({begin, word.end});
        }
        words = std::move(out);
        return {};
    }
};

}  // namespace

std::uint8_t cut_script(char32_t c) {
    const auto after = std::upper_bound(kCutScriptSteps.begin(), kCutScriptSteps.end(), c << 8 | 0xFF);
    return static_cast<std::uint8_t>(*(after - 1) & 0xFF);
}

CharSet script_members(std::string_view name) {
    CharSet out;
    for (std::size_t i = 0; i < kScriptNames.size(); ++i) {
        if (name != kScriptNames[i].name && name != kScriptNames[i].short_name) continue;
        for (std::size_t step = 0; step < kScriptSteps.size(); ++step) {
            if ((kScriptSteps[step] & 0xFF) != i + 1) continue;
            const bool is_last = step + 1 == kScriptSteps.size();
            out.add(kScriptSteps[step] >> 8, is_last ? kLastCodePoint : (kScriptSteps[step + 1] >> 8) - 1);
        }
    }
    return out;
}

PreTokenizerResult parse_unicode_scripts(const nlohmann::json&, const std::string&) {
    return std::unique_ptr<const PreTokenizer>(std::make_unique<UnicodeScripts>());
}

}  // namespace headscope
