#include "core/text/regex_icu.h"

#include <unicode/uregex.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/io/shown.h"

namespace headscope {
namespace {

using Compiled = std::unique_ptr<URegularExpression, decltype(&uregex_close)>;

// ICU counts saved states and asks for our leave after every 10,000 of them: once a tick.
constexpr std::int64_t kStepsPerTick = 10000;
// What any text may take, and what it may take more for every character. Sound patterns take a few steps a character;
// the reference itself gives up after 10 million at one place.
constexpr std::int64_t kBaseTicks = 1000;
constexpr std::int64_t kStepsPerCharacter = 500;
// Where a single step may compare as much as the text is long.
constexpr std::int64_t kMaxComparedCharacters = 2'000'000'000;
// For saved states, bytes.
constexpr std::int32_t kStackLimit = 64 << 20;

class IcuSearch : public RegexSearch {
  public:
    IcuSearch(const URegularExpression* compiled, const std::string& pattern, const std::string& where,
              bool compares_captured)
        : pattern_(pattern),
          where_(where),
          compares_captured_(compares_captured),
          regex_(uregex_clone(compiled, &status_), uregex_close) {
        uregex_setStackLimit(regex_.get(), kStackLimit, &status_);
        uregex_setMatchCallback(regex_.get(), &IcuSearch::may_go_on, this, &status_);
    }
    IcuSearch(const IcuSearch&) = delete;
    IcuSearch& operator=(const IcuSearch&) = delete;

    Status find_all(std::span<const char32_t> text, std::vector<CharRange>& matches) override {
        if (text.empty() || U_FAILURE(status_)) return report(text.size());
        write_utf16(text);
        allow(static_cast<std::int64_t>(text.size()));
        uregex_setText(regex_.get(), units_.data(), static_cast<std::int32_t>(units_.size()), &status_);
        std::uint32_t unit = 0;   // a place in units_ …
        std::uint32_t place = 0;  // … and the same in `text`
        const auto place_of = [&](std::int32_t wanted) {
            const auto target = static_cast<std::uint32_t>(wanted);
            if (is_narrow_) return target;
            // Behind a match that looked back, the next one may begin before the last one's end only if it is empty.
            for (; unit < target; ++place) unit += text[place] > 0xFFFF ? 2 : 1;
            return place;
        };
        std::int64_t last_end = -1;
        while (uregex_findNext(regex_.get(), &status_) && U_SUCCESS(status_)) {
            const std::int32_t begin = uregex_start(regex_.get(), 0, &status_);
            const std::int32_t end = uregex_end(regex_.get(), 0, &status_);
            if (begin == end && begin == last_end) continue;
            last_end = end;
            const std::uint32_t first = place_of(begin);
            matches.push_back({first, place_of(end)});
        }
        return report(text.size());
    }

  private:
    // More steps for `characters` more.
    void allow(std::int64_t characters) {
        characters_ += characters;
        allowed_ticks_ = kBaseTicks + characters_ * kStepsPerCharacter / kStepsPerTick;
        if (compares_captured_)
            allowed_ticks_ = std::min(allowed_ticks_, 1 + kMaxComparedCharacters / kStepsPerTick / characters_);
    }
    static UBool U_CALLCONV may_go_on(const void* context, std::int32_t) {
        // The search that made the callback, not a constant one.
        auto* search = const_cast<IcuSearch*>(static_cast<const IcuSearch*>(context));
        return ++search->ticks_ <= search->allowed_ticks_;
    }
    void write_utf16(std::span<const char32_t> text) {
        units_.clear();
        units_.reserve(text.size());
        for (const char32_t c : text) {
            if (c <= 0xFFFF) {
                units_.push_back(static_cast<UChar>(c));
            } else {
                units_.push_back(static_cast<UChar>(0xD7C0 + (c >> 10)));
                units_.push_back(static_cast<UChar>(0xDC00 | (c & 0x3FF)));
            }
        }
        is_narrow_ = units_.size() == text.size();
    }
    Status report(std::size_t characters) const {
        if (U_SUCCESS(status_)) return {};
        const std::string thing = where_ + ": the pattern " + shown_text(pattern_) + ": ";
        const std::string on = " on a text of " + std::to_string(characters) + " characters";
        if (status_ == U_REGEX_STOPPED_BY_CALLER)
            return Error{ErrorKind::kTooLarge,
                         thing + "took more than " + std::to_string(allowed_ticks_ * kStepsPerTick) + " steps" + on};
        if (status_ == U_REGEX_STACK_OVERFLOW)
            return Error{ErrorKind::kTooLarge,
                         thing + "remembered more than " + std::to_string(kStackLimit) + " bytes of places" + on};
        return Error{ErrorKind::kTooLarge, thing + "found " + u_errorName(status_) + on};
    }

    const std::string& pattern_;
    const std::string& where_;
    bool compares_captured_;
    UErrorCode status_ = U_ZERO_ERROR;
    Compiled regex_;
    std::vector<UChar> units_;
    bool is_narrow_ = true;  // as many units as characters
    std::int64_t characters_ = 0;
    std::int64_t ticks_ = 0;
    std::int64_t allowed_ticks_ = 0;
};

class IcuRegex : public Regex {
  public:
    IcuRegex(Compiled compiled, std::string pattern, std::string where, bool compares_captured)
        : compiled_(std::move(compiled)),
          pattern_(std::move(pattern)),
          where_(std::move(where)),
          compares_captured_(compares_captured) {}

    std::unique_ptr<RegexSearch> start_search() const override {
        return std::make_unique<IcuSearch>(compiled_.get(), pattern_, where_, compares_captured_);
    }

  private:
    Compiled compiled_;
    std::string pattern_;
    std::string where_;
    bool compares_captured_;
};

}  // namespace

Result<std::unique_ptr<const Regex>> compile_icu_regex(const std::string& translated, const std::string& pattern,
                                                       const std::string& where, bool compares_captured) {
    // The translation writes what is not ASCII as escapes.
    const std::u16string units(translated.begin(), translated.end());
    UErrorCode status = U_ZERO_ERROR;
    UParseError place{};
    Compiled compiled(uregex_open(units.data(), static_cast<std::int32_t>(units.size()), 0, &place, &status),
                      uregex_close);
    if (U_FAILURE(status))
        return unsupported(where + ": the pattern " + shown_text(pattern) + ": found " + u_errorName(status) +
                           ", expected a regular expression that ICU can run");
    return std::unique_ptr<const Regex>(
        std::make_unique<IcuRegex>(std::move(compiled), pattern, where, compares_captured));
}

}  // namespace headscope
