#include <algorithm>
#include <utility>

#include "core/text/json_part.h"
#include "core/text/pre_tokenizers.h"

namespace headscope {
namespace {

class FixedLength : public PreTokenizer {
  public:
    explicit FixedLength(std::uint64_t length) : length_(length) {}

    Status apply(NormalizedText&, std::vector<CharRange>& words) const override {
        std::vector<CharRange> out;
        for (const CharRange& word : words)
            for (std::uint32_t begin = word.begin; begin < word.end;) {
                const auto size = static_cast<std::uint32_t>(std::min<std::uint64_t>(length_, word.end - begin));
                out.push_back({begin, begin + size});
                begin += size;
            }
        words = std::move(out);
        return {};
    }

  private:
    std::uint64_t length_;
};

}  // namespace

PreTokenizerResult parse_fixed_length(const nlohmann::json& value, const std::string& where) {
    constexpr std::uint64_t kDefaultLength = 5;
    std::uint64_t length = kDefaultLength;
    if (const auto found = value.find("length"); found != value.end()) {
        if (!found->is_number_unsigned() || found->get<std::uint64_t>() == 0)
            return invalid(where + ": length: found " + shown_json(*found) + ", expected a whole number from 1 on");
        length = found->get<std::uint64_t>();
    }
    return std::unique_ptr<const PreTokenizer>(std::make_unique<FixedLength>(length));
}

}  // namespace headscope
