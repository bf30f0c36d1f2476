#include "core/text/split_behavior.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "core/text/json_part.h"

namespace headscope {
namespace {

void append_word(CharRange chars, std::vector<CharRange>& words) {
    if (chars.size() > 0) words.push_back(chars);
}

// A match joins what lies on one side of it, unless that is a match as well. `next(i)` is the piece to take as the
// i-th, `join` lays a match to the word made last.
template <class Next, class Join>
void merge_matches(std::size_t count, Next&& next, Join&& join, std::vector<CharRange>& words) {
    const std::size_t first = words.size();
    bool follows_match = false;
    for (std::size_t i = 0; i < count; ++i) {
        const SplitPiece& piece = next(i);
        if (piece.is_match && !follows_match && words.size() > first)
            join(words.back(), piece.chars);
        else
            words.push_back(piece.chars);
        follows_match = piece.is_match;
    }
}

void drop_empty(std::vector<CharRange>& words, std::size_t first) {
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(first);
    words.erase(std::remove_if(begin, words.end(), [](const CharRange& word) { return word.size() == 0; }),
                words.end());
}

}  // namespace

void append_words(const std::vector<SplitPiece>& pieces, SplitBehavior behavior, std::vector<CharRange>& words) {
    const std::size_t first = words.size();
    const std::size_t count = pieces.size();
    switch (behavior) {
        case SplitBehavior::kRemoved:
            for (const SplitPiece& piece : pieces)
                if (!piece.is_match) append_word(piece.chars, words);
            return;
        case SplitBehavior::kIsolated:
            for (const SplitPiece& piece : pieces) append_word(piece.chars, words);
            return;
        case SplitBehavior::kMergedWithPrevious:
            merge_matches(
                count, [&](std::size_t i) -> const SplitPiece& { return pieces[i]; },
                [](CharRange& word, CharRange match) { word.end = match.end; }, words);
            break;
        case SplitBehavior::kMergedWithNext:
            merge_matches(
                count, [&](std::size_t i) -> const SplitPiece& { return pieces[count - 1 - i]; },
                [](CharRange& word, CharRange match) { word.begin = match.begin; }, words);
            std::reverse(words.begin() + static_cast<std::ptrdiff_t>(first), words.end());
            break;
        case SplitBehavior::kContiguous: {
            // Counted as following what does not match, so that a match at the beginning starts a word either way.
            bool follows_match = false;
            for (const SplitPiece& piece : pieces) {
                if (piece.is_match == follows_match && words.size() > first)
                    words.back().end = piece.chars.end;
                else
                    words.push_back(piece.chars);
                follows_match = piece.is_match;
            }
            break;
        }
    }
    drop_empty(words, first);
}

void append_pieces(CharRange range, const std::vector<CharRange>& matches, bool invert, std::vector<SplitPiece>& out) {
    std::uint32_t end = range.begin;
    for (const CharRange& match : matches) {
        const CharRange chars{range.begin + match.begin, range.begin + match.end};
        if (end < chars.begin) out.push_back({{end, chars.begin}, invert});
        out.push_back({chars, !invert});
        end = chars.end;
    }
    if (end < range.end) out.push_back({{end, range.end}, invert});
}

Result<SplitBehavior> read_split_behavior(const nlohmann::json& object, const std::string& where) {
    static constexpr std::array<std::pair<const char*, SplitBehavior>, 5> kNames{{
        {"Removed", SplitBehavior::kRemoved},
        {"Isolated", SplitBehavior::kIsolated},
        {"MergedWithPrevious", SplitBehavior::kMergedWithPrevious},
        {"MergedWithNext", SplitBehavior::kMergedWithNext},
        {"Contiguous", SplitBehavior::kContiguous},
    }};
    const Result<std::string> read = read_string(object, "behavior", where);
    if (!read.has_value()) return read.error();
    for (const auto& [name, behavior] : kNames)
        if (read.value() == name) return behavior;
    return invalid(where + ": behavior: found " + shown_json(object["behavior"]) +
                   ", expected Removed, Isolated, MergedWithPrevious, MergedWithNext or Contiguous");
}

}  // namespace headscope
