#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/utf8.h"
#include "core/text/base64.h"
#include "core/text/charsmap.h"
#include "core/text/grapheme.h"
#include "core/text/json_part.h"
#include "core/text/normalizer_parts.h"

namespace headscope {
namespace {

constexpr char32_t kAsciiEnd = 0x80;

// The changes that replacements make, one behind the other.
class Changes {
  public:
    explicit Changes(std::size_t count) { changes_.reserve(count); }

    void keep(char32_t c) { changes_.push_back({c, 0}); }

    // `text` in the place of `old_count` characters: what is too much is inserted at its end; what is missing is taken
    // from the character before, and from nobody where there is none.
    void replace(std::size_t old_count, std::string_view text) {
        std::size_t count = 0;
        for (std::size_t at = 0; at < text.size(); ++count) {
            const CodePoint point = decode_at(text, at);
            changes_.push_back({point.value, count < old_count ? 0 : 1});
            at = point.end;
        }
        if (count < old_count && !changes_.empty())
            changes_.back().change -= static_cast<std::int32_t>(old_count - count);
        has_replaced_ = true;
    }

    bool has_replaced() const { return has_replaced_; }
    const std::vector<CharChange>& all() const { return changes_; }

  private:
    std::vector<CharChange> changes_;
    bool has_replaced_ = false;
};

// SentencePiece's table, applied the reference's way: a grapheme cluster of less than 6 bytes is replaced whole if some
// key begins it, even where the key is shorter; characters of other clusters are looked up one by one.
class PrecompiledNormalizer : public Normalizer {
  public:
    explicit PrecompiledNormalizer(Charsmap charsmap) : charsmap_(std::move(charsmap)) {
        for (std::size_t c = 0; c < kAsciiEnd; ++c) {
            const char byte = static_cast<char>(c);
            begins_key_[c] = charsmap_.find_shortest({&byte, 1}).has_value();
        }
    }

    Status apply(NormalizedText& text) const override {
        constexpr std::size_t kLongCluster = 6;
        const std::span<const char32_t> values(text.values());
        Changes changes(values.size());
        std::string bytes;
        for (std::size_t begin = 0; begin < values.size();) {
            const std::size_t end = grapheme_end(values, begin);
            const std::span<const char32_t> cluster = values.subspan(begin, end - begin);
            begin = end;
            if (Status status = check_growth(text, changes.all().size()); !status.is_ok()) return status;
            if (cluster.size() == 1 && cluster[0] < kAsciiEnd && !begins_key_[cluster[0]]) {
                changes.keep(cluster[0]);
                continue;
            }
            if (cluster.size() > 1 && cluster.size() < kLongCluster) {
                bytes.clear();
                for (const char32_t c : cluster) append_utf8(bytes, c);
                if (bytes.size() < kLongCluster) {
                    if (const auto found = charsmap_.find_shortest(bytes)) {
                        changes.replace(cluster.size(), *found);
                        continue;
                    }
                }
            }
            for (const char32_t c : cluster) {
                bytes.clear();
                append_utf8(bytes, c);
                if (const auto found = charsmap_.find_shortest(bytes))
                    changes.replace(1, *found);
                else
                    changes.keep(c);
            }
        }
        if (changes.has_replaced()) text.transform(changes.all());
        return {};
    }
    std::string description() const override { return "by its own table of characters"; }

  private:
    Charsmap charsmap_;
    std::array<bool, kAsciiEnd> begins_key_{};
};

}  // namespace

Result<NormalizerPointer> parse_precompiled_normalizer(const nlohmann::json& value, const std::string& where) {
    const Result<std::string> text = read_string(value, "precompiled_charsmap", where);
    if (!text.has_value()) return text.error();
    const std::string place = where + ": precompiled_charsmap";
    const std::optional<std::string> bytes = decode_base64(text.value());
    if (!bytes) return invalid(place + ": not base64");
    Result<Charsmap> charsmap = parse_charsmap(*bytes, place);
    if (!charsmap.has_value()) return charsmap.error();
    return NormalizerPointer(std::make_unique<PrecompiledNormalizer>(std::move(charsmap).value()));
}

}  // namespace headscope
