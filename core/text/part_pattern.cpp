#include "core/text/part_pattern.h"

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/text/json_part.h"

namespace headscope {
namespace {

class LiteralRegex : public Regex {
  public:
    explicit LiteralRegex(std::string_view literal)
        : wanted_(NormalizedText(literal).values()), borders_(wanted_.size(), 0) {
        for (std::size_t i = 1; i < wanted_.size(); ++i) borders_[i] = longer(borders_[i - 1], wanted_[i]);
    }

    std::unique_ptr<RegexSearch> start_search() const override { return std::make_unique<Search>(*this); }

  private:
    class Search : public RegexSearch {
      public:
        explicit Search(const LiteralRegex& literal) : literal_(literal) {}
        Status find_all(std::span<const char32_t> text, std::vector<CharRange>& matches) override {
            literal_.find_all_in(text, matches);
            return {};
        }

      private:
        const LiteralRegex& literal_;
    };

    void find_all_in(std::span<const char32_t> text, std::vector<CharRange>& matches) const {
        const auto size = static_cast<std::uint32_t>(text.size());
        if (wanted_.empty()) {
            for (std::uint32_t i = 0; i <= size; ++i) matches.push_back({i, i});
            return;
        }
        const auto wanted_size = static_cast<std::uint32_t>(wanted_.size());
        std::uint32_t length = 0;  // how much of the wanted string ends here
        for (std::uint32_t i = 0; i < size; ++i) {
            if (length == 0 && text[i] != wanted_[0]) continue;
            length = longer(length, text[i]);
            if (length < wanted_size) continue;
            matches.push_back({i + 1 - wanted_size, i + 1});
            length = 0;
        }
    }

    // Knuth, Morris and Pratt's step: how much of the wanted string ends with `c`, if `length` of it ended before.
    std::uint32_t longer(std::uint32_t length, char32_t c) const {
        while (length > 0 && wanted_[length] != c) length = borders_[length - 1];
        return wanted_[length] == c ? length + 1 : 0;
    }

    std::vector<char32_t> wanted_;
    std::vector<std::uint32_t> borders_;  // of each beginning: its longest proper end that is a beginning too
};

}  // namespace

Result<std::unique_ptr<const Regex>> read_pattern(const nlohmann::json& part, const std::string& where) {
    const std::string expected = ", expected {\"String\": …} or {\"Regex\": …}";
    const auto found = part.find("pattern");
    if (found == part.end()) return invalid(where + ": pattern: missing" + expected);
    if (found->is_object() && found->size() == 1 && found->begin()->is_string()) {
        const std::string text = found->begin()->get<std::string>();
        if (found->begin().key() == "Regex") return compile_regex(text, where);
        if (found->begin().key() == "String") return std::unique_ptr<const Regex>(std::make_unique<LiteralRegex>(text));
    }
    return invalid(where + ": pattern: found " + shown_json(*found) + expected);
}

}  // namespace headscope
