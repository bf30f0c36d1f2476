#include "app/state/text_boundaries.h"

#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/utext.h>

#include <algorithm>

#include "core/base/utf8.h"
#include "core/text/unicode.h"

namespace headscope {
namespace {

bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

}  // namespace

std::size_t code_point_start(std::string_view text, std::size_t byte) {
    byte = std::min(byte, text.size());
    while (byte > 0 && byte < text.size() && is_continuation(text[byte])) --byte;
    return byte;
}

// Works on UTF-8 in place. Without ICU's data both iterators are null.
struct TextBoundaries::Icu {
    std::unique_ptr<icu::BreakIterator> clusters;
    std::unique_ptr<icu::BreakIterator> words;
    UText text = UTEXT_INITIALIZER;
    std::uint64_t revision = ~std::uint64_t{0};

    Icu() {
        UErrorCode status = U_ZERO_ERROR;
        clusters.reset(icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), status));
        words.reset(icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
        if (U_FAILURE(status)) {
            clusters.reset();
            words.reset();
        }
    }
    ~Icu() { utext_close(&text); }
    Icu(const Icu&) = delete;
    Icu& operator=(const Icu&) = delete;
};

TextBoundaries::TextBoundaries() : icu_(std::make_unique<Icu>()) {}
TextBoundaries::~TextBoundaries() = default;

const TextBoundaries& TextBoundaries::of(std::string_view text, std::uint64_t revision) {
    if (icu_->revision == revision) return *this;
    text_ = text;
    icu_->revision = revision;
    if (!icu_->clusters) return *this;
    UErrorCode status = U_ZERO_ERROR;
    utext_openUTF8(&icu_->text, text.data(), static_cast<std::int64_t>(text.size()), &status);
    icu_->clusters->setText(&icu_->text, status);
    icu_->words->setText(&icu_->text, status);
    return *this;
}

std::size_t TextBoundaries::cluster_before(std::size_t byte) const {
    if (byte == 0) return 0;
    if (!icu_->clusters) return code_point_start(text_, byte - 1);
    return static_cast<std::size_t>(std::max(0, icu_->clusters->preceding(static_cast<std::int32_t>(byte))));
}

std::size_t TextBoundaries::cluster_behind(std::size_t byte) const {
    if (byte >= text_.size()) return text_.size();
    if (!icu_->clusters) return decode_at(text_, byte).end;
    const std::int32_t next = icu_->clusters->following(static_cast<std::int32_t>(byte));
    return next == icu::BreakIterator::DONE ? text_.size() : static_cast<std::size_t>(next);
}

std::size_t TextBoundaries::cluster_start(std::size_t byte) const {
    byte = code_point_start(text_, byte);
    if (byte == 0 || byte == text_.size() || !icu_->clusters) return byte;
    if (icu_->clusters->isBoundary(static_cast<std::int32_t>(byte))) return byte;
    return cluster_before(byte);
}

std::size_t TextBoundaries::cluster_end(std::size_t byte) const {
    return cluster_start(byte) == byte ? byte : cluster_behind(byte);
}

TextRange TextBoundaries::word_at(std::size_t byte) const {
    if (text_.empty()) return {};
    byte = cluster_start(std::min(byte, text_.size()));
    if (byte == text_.size()) byte = cluster_before(byte);
    if (!icu_->words) return {byte, cluster_behind(byte)};
    const std::int32_t end = icu_->words->following(static_cast<std::int32_t>(byte));
    const std::int32_t begin = icu_->words->previous();
    TextRange range = {begin == icu::BreakIterator::DONE ? 0 : static_cast<std::size_t>(begin),
                       end == icu::BreakIterator::DONE ? text_.size() : static_cast<std::size_t>(end)};
    // ICU keeps only like spaces together.
    if (is_white_space(decode_at(text_, range.begin).value)) {
        while (range.end < text_.size() && is_white_space(decode_at(text_, range.end).value)) {
            range.end = decode_at(text_, range.end).end;
        }
        while (range.begin > 0) {
            const std::size_t before = code_point_start(text_, range.begin - 1);
            if (!is_white_space(decode_at(text_, before).value)) break;
            range.begin = before;
        }
    }
    return range;
}

std::size_t TextBoundaries::word_left_of(std::size_t byte) const {
    while (byte > 0) {
        byte = word_at(cluster_before(byte)).begin;
        if (!is_white_space(decode_at(text_, byte).value)) break;
    }
    return byte;
}

std::size_t TextBoundaries::word_right_of(std::size_t byte) const {
    while (byte < text_.size()) {
        const TextRange word = word_at(byte);
        byte = word.end;
        if (!is_white_space(decode_at(text_, word.begin).value)) break;
    }
    return byte;
}

}  // namespace headscope
