#include <array>
#include <span>
#include <utility>

#include "core/text/byte_level.h"
#include "core/text/json_part.h"
#include "core/text/pre_tokenizers.h"
#include "core/text/prepend_to_words.h"
#include "core/text/regex_scanners.h"

namespace headscope {
namespace {

constexpr std::uint32_t utf8_size(char32_t c) {
    return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
}

class ByteLevel : public PreTokenizer {
  public:
    ByteLevel(bool add_prefix_space, bool use_regex) : add_prefix_space_(add_prefix_space), use_regex_(use_regex) {}

    Status apply(NormalizedText& text, std::vector<CharRange>& words) const override {
        std::erase_if(words, [](const CharRange& word) { return word.size() == 0; });
        if (add_prefix_space_)
            prepend_to_words(text, words, U' ', [&](CharRange word) { return text[word.begin] != U' '; });
        if (use_regex_) {
            const std::span<const char32_t> values(text.values());
            std::vector<CharRange> out;
            for (const CharRange& word : words)
                for (std::uint32_t begin = word.begin; begin < word.end;) {
                    const std::span<const char32_t> rest = values.subspan(begin, word.end - begin);
                    const std::uint32_t end = begin + scan_gpt2(rest);
                    out.push_back({begin, end});
                    begin = end;
                }
            words = std::move(out);
        }
        write_as_bytes(text, words);
        return {};
    }

  private:
    // Also of the characters that are in no word.
    static void write_as_bytes(NormalizedText& text, std::vector<CharRange>& words) {
        std::vector<CharChange> changes;
        changes.reserve(text.size() + text.size() / 4);
        std::size_t next = 0;  // boundary of a word to renumber next: 2·word, + 1 for its end
        const auto renumber_up_to = [&](std::uint32_t old) {
            const auto now = static_cast<std::uint32_t>(changes.size());
            for (; next < 2 * words.size(); ++next) {
                std::uint32_t& place = next % 2 == 0 ? words[next / 2].begin : words[next / 2].end;
                if (place > old) return;
                place = now;
            }
        };
        for (std::uint32_t i = 0; i < text.size(); ++i) {
            renumber_up_to(i);
            const char32_t c = text[i];
            std::array<std::uint8_t, 4> bytes{};
            const std::uint32_t size = utf8_size(c);
            if (size == 1) {
                bytes[0] = static_cast<std::uint8_t>(c);
            } else {
                for (std::uint32_t k = size - 1; k > 0; --k)
                    bytes[k] = static_cast<std::uint8_t>(0x80 | (c >> (6 * (size - 1 - k)) & 0x3F));
                const std::uint32_t mark = 0xF00U >> size & 0xFF;
                bytes[0] = static_cast<std::uint8_t>(mark | c >> (6 * (size - 1)));
            }
            for (std::uint32_t k = 0; k < size; ++k)
                changes.push_back({byte_level_character(bytes[k]), k == 0 ? 0 : 1});
        }
        renumber_up_to(text.size());
        text.transform(changes);
    }

    bool add_prefix_space_;
    bool use_regex_;
};

}  // namespace

PreTokenizerResult parse_byte_level(const nlohmann::json& value, const std::string& where) {
    const Result<bool> prefix = read_bool(value, "add_prefix_space", where);
    if (!prefix.has_value()) return prefix.error();
    // For the post-processor of the same name.
    if (const Result<bool> trim = read_bool(value, "trim_offsets", where); !trim.has_value()) return trim.error();
    bool use_regex = true;
    if (value.contains("use_regex")) {
        const Result<bool> read = read_bool(value, "use_regex", where);
        if (!read.has_value()) return read.error();
        use_regex = read.value();
    }
    return std::unique_ptr<const PreTokenizer>(std::make_unique<ByteLevel>(prefix.value(), use_regex));
}

}  // namespace headscope
