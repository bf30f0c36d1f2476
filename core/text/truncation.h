#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace headscope {

// Which of two texts gives up tokens. One text alone is the first.
enum class TruncationStrategy {
    kLongestFirst,  // the longer one, then both alike
    kOnlyFirst,
    kOnlySecond,
};

// The end of a text at which tokens are cut off.
enum class TruncationDirection { kRight, kLeft };

// How an encoding is made to fit, as the reference's truncation parameters say it.
struct Truncation {
    std::size_t max_tokens = 0;  // template tokens included
    TruncationStrategy strategy = TruncationStrategy::kLongestFirst;
    TruncationDirection direction = TruncationDirection::kRight;
    std::size_t stride = 0;      // tokens that each further window shares with the one before it
    bool with_overflow = false;  // also give the windows that hold what was cut off
};

// Tokens [begin, end) of a text.
struct TokenRange {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
    bool operator==(const TokenRange&) const = default;
};

// How many tokens of two texts remain if they must not be more than `room` together: the longer one gives first, then
// both alike, the second keeping the odd one. (The reference's "longest_first".)
std::pair<std::size_t, std::size_t> share_room(std::size_t first, std::size_t second, std::size_t room);

// The same for any strategy; `second` is none where there is one text. Where there is no room at all nothing remains,
// whatever the strategy. Fails where the strategy's text is not there, or not longer than what must go.
Result<std::pair<std::size_t, std::size_t>> kept_tokens(std::size_t first, std::optional<std::size_t> second,
                                                        std::size_t room, TruncationStrategy strategy);

// The windows of a text of `count` tokens of which `kept` remain: first what remains, then, if asked for, what
// overflows, window by window from the end that is kept. Nothing to cut gives one window. Fails for a stride that is
// not smaller than a window.
Result<std::vector<TokenRange>> truncation_windows(std::size_t count, std::size_t kept, const Truncation& truncation);

}  // namespace headscope
