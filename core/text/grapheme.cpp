#include "core/text/grapheme.h"

#include "core/text/unicode.h"

namespace headscope {
namespace {

using enum GraphemeClass;

bool is_extend(GraphemeClass c) {
    return c == kExtend || c == kConjunctExtend || c == kConjunctLinker;
}

// What rules that look back further than one character have seen in a cluster so far.
class Before {
  public:
    explicit Before(GraphemeClass first) : last_(first) { take(first); }

    bool joins(GraphemeClass next) const {
        if (last_ == kCr && next == kLf) return true;                                               // GB3
        if (is_break(last_) || is_break(next)) return false;                                        // GB4, GB5
        if (last_ == kL && (next == kL || next == kV || next == kLv || next == kLvt)) return true;  // GB6
        if ((last_ == kLv || last_ == kV) && (next == kV || next == kT)) return true;               // GB7
        if ((last_ == kLvt || last_ == kT) && next == kT) return true;                              // GB8
        if (is_extend(next) || next == kZwj || next == kSpacingMark) return true;                   // GB9, GB9a
        if (last_ == kPrepend) return true;                                                         // GB9b
        if (next == kConjunctConsonant && conjunct_ == Conjunct::kLinked) return true;              // GB9c
        if (next == kPictograph && pictograph_ == Pictograph::kJoined) return true;                 // GB11
        return next == kRegionalIndicator && last_ == kRegionalIndicator && is_odd_indicator_;      // GB12, GB13
    }

    void take(GraphemeClass next) {
        if (next == kConjunctConsonant) {
            conjunct_ = Conjunct::kConsonant;
        } else if (next == kConjunctLinker) {
            if (conjunct_ == Conjunct::kConsonant) conjunct_ = Conjunct::kLinked;
        } else if (next != kConjunctExtend && next != kZwj) {
            conjunct_ = Conjunct::kNone;
        }
        if (next == kPictograph) {
            pictograph_ = Pictograph::kSeen;
        } else if (next == kZwj && pictograph_ == Pictograph::kSeen) {
            pictograph_ = Pictograph::kJoined;
        } else if (!is_extend(next) || pictograph_ == Pictograph::kJoined) {
            pictograph_ = Pictograph::kNone;
        }
        is_odd_indicator_ = next == kRegionalIndicator && !is_odd_indicator_;
        last_ = next;
    }

  private:
    enum class Conjunct { kNone, kConsonant, kLinked };
    enum class Pictograph { kNone, kSeen, kJoined };

    static bool is_break(GraphemeClass c) { return c == kCr || c == kLf || c == kControl; }

    GraphemeClass last_;
    Conjunct conjunct_ = Conjunct::kNone;
    Pictograph pictograph_ = Pictograph::kNone;
    bool is_odd_indicator_ = false;
};

}  // namespace

std::size_t grapheme_end(std::span<const char32_t> text, std::size_t begin) {
    constexpr char32_t kFirstThatJoins = 0x300;  // all but CR and LF before it stand alone
    std::size_t end = begin + 1;
    if (end >= text.size()) return end;
    if (text[begin] < kFirstThatJoins && text[end] < kFirstThatJoins)
        return text[begin] == U'\r' && text[end] == U'\n' ? end + 1 : end;
    Before before(grapheme_class(text[begin]));
    for (; end < text.size(); ++end) {
        const GraphemeClass next = grapheme_class(text[end]);
        if (!before.joins(next)) break;
        before.take(next);
    }
    return end;
}

}  // namespace headscope
