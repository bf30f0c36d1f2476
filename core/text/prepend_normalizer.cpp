#include <vector>

#include "core/text/json_part.h"
#include "core/text/normalizer_parts.h"

namespace headscope {
namespace {

// Puts a text in front of every stretch that is not empty. It comes from where the first character came from.
class PrependNormalizer : public Normalizer {
  public:
    explicit PrependNormalizer(const std::string& prefix) : prefix_(NormalizedText(prefix).values()) {}

    Status apply(NormalizedText& text) const override {
        if (!text.is_empty()) text.prepend(prefix_);
        return {};
    }
    std::string description() const override { return ""; }

  private:
    std::vector<char32_t> prefix_;
};

}  // namespace

Result<NormalizerPointer> parse_prepend_normalizer(const nlohmann::json& value, const std::string& where) {
    const Result<std::string> prefix = read_string(value, "prepend", where);
    if (!prefix.has_value()) return prefix.error();
    return NormalizerPointer(std::make_unique<PrependNormalizer>(prefix.value()));
}

}  // namespace headscope
