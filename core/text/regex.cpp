#include "core/text/regex.h"

#include <utility>

#include "core/text/regex_icu.h"
#include "core/text/regex_scanners.h"
#include "core/text/regex_translate.h"

namespace headscope {
namespace {

class ScannerRegex : public Regex {
  public:
    explicit ScannerRegex(RegexScanner scan) : scan_(scan) {}
    std::unique_ptr<RegexSearch> start_search() const override { return std::make_unique<Search>(scan_); }

  private:
    class Search : public RegexSearch {
      public:
        explicit Search(RegexScanner scan) : scan_(scan) {}
        Status find_all(std::span<const char32_t> text, std::vector<CharRange>& matches) override {
            for (std::uint32_t begin = 0; begin < text.size();) {
                const std::uint32_t end = begin + scan_(text.subspan(begin));
                matches.push_back({begin, end});
                begin = end;
            }
            return {};
        }

      private:
        RegexScanner scan_;
    };

    RegexScanner scan_;
};

}  // namespace

Result<std::unique_ptr<const Regex>> compile_regex(const std::string& pattern, const std::string& where) {
    if (const RegexScanner scan = find_scanner(pattern))
        return std::unique_ptr<const Regex>(std::make_unique<ScannerRegex>(scan));
    Result<TranslatedRegex> translated = translate_regex(pattern, where);
    if (!translated.has_value()) return translated.error();
    return compile_icu_regex(translated.value().text, pattern, where, translated.value().compares_captured);
}

}  // namespace headscope
