#include "core/text/regex_class_parser.h"

#include <string>
#include <utility>
#include <vector>

#include "core/text/regex_case.h"
#include "core/text/regex_classes.h"
#include "core/text/regex_literals.h"

namespace headscope {
namespace {

constexpr std::size_t kMaxDepth = 64;

// A pair of brackets being read.
struct Level {
    bool is_inverted = false;
    CharSet set;                  // since the last &&
    std::optional<CharSet> kept;  // what the parts before it have in common
    // The last single character, where a hyphen may make it the first of a range.
    std::optional<char32_t> first;
    bool follows_class = false;  // a hyphen now could only be an error, or end the brackets
    bool follows_range = false;  // a hyphen now stands for itself
};

void take_and(Level& level) {
    if (level.kept) level.set.keep_common(*level.kept);
    level.kept = std::move(level.set);
    level.set = {};
    level.first = std::nullopt;
    level.follows_class = level.follows_range = false;
}

CharSet finish(Level level, bool ignores_case) {
    if (level.kept) level.set.keep_common(*level.kept);
    if (ignores_case) level.set = with_other_case(level.set);
    return level.is_inverted ? level.set.inverted() : std::move(level.set);
}

Level open(RegexReader& reader) {
    Level level;
    reader.skip();
    level.is_inverted = reader.take(U'^');
    // A bracket that closes nothing stands for itself if there is another one to close.
    if (!reader.at_end() && reader.next() == U']') {
        reader.skip();
        if (reader.comes_later(U']')) {
            level.set.add(U']');
            level.first = U']';
        } else {
            reader.fail_invalid("empty brackets");
        }
    }
    return level;
}

bool is_posix(RegexReader& reader) {
    const std::size_t start = reader.place();
    const bool is_so = reader.take("[:");
    reader.rewind(start);
    return is_so;
}

std::optional<CharSet> read_posix(RegexReader& reader) {
    const std::size_t start = reader.place();
    reader.take("[:");
    const bool is_inverted = reader.take(U'^');
    std::string name;
    for (; !reader.at_end() && reader.next() >= U'a' && reader.next() <= U'z'; reader.skip())
        name += static_cast<char>(reader.next());
    std::optional<CharSet> set = posix_class(name);
    if (!reader.take(":]") || !set) {
        reader.rewind(start);
        reader.fail_unsupported("the class " + reader.shown_rest());
        return std::nullopt;
    }
    return is_inverted ? set->inverted() : set;
}

// A class by name, or nothing if a character comes next.
std::optional<CharSet> read_class(RegexReader& reader) {
    const std::size_t start = reader.place();
    if (reader.next() == U'[') return read_posix(reader);
    if (reader.next() != U'\\') return std::nullopt;
    reader.skip();
    if (reader.at_end()) {
        reader.fail_invalid("a \\ at the end");
        return std::nullopt;
    }
    if (reader.next() == U'p' || reader.next() == U'P') {
        reader.rewind(start);
        return parse_regex_property(reader);
    }
    std::optional<CharSet> set = escaped_class(reader.next(), true);
    if (set)
        reader.skip();
    else
        reader.rewind(start);
    return set;
}

std::optional<char32_t> read_character(RegexReader& reader) {
    if (reader.take("\\b")) return U'\b';
    if (reader.next() == U'\\') return parse_escaped_character(reader);
    const char32_t c = reader.next();
    reader.skip();
    return c;
}

// One class, character or range.
void read_member(RegexReader& reader, Level& level) {
    if (std::optional<CharSet> set = read_class(reader)) {
        level.set.add(*set);
        level.first = std::nullopt;
        level.follows_class = true;
        level.follows_range = false;
        return;
    }
    if (reader.failed()) return;
    const bool is_hyphen = reader.next() == U'-';
    const std::size_t start = reader.place();
    const std::optional<char32_t> c = read_character(reader);
    if (!c) return;
    const bool ends_here = !reader.at_end() && reader.next() == U']';
    if (is_hyphen && !ends_here) {
        if (level.follows_class) {
            reader.rewind(start);
            reader.fail_unsupported("a hyphen between a class and something else");
            return;
        }
        if (level.first) {
            const char32_t first = *std::exchange(level.first, std::nullopt);
            if (reader.at_end()) return;
            if (reader.next() == U'[' || reader.next() == U'&') {
                reader.fail_unsupported("a range that ends in a class");
                return;
            }
            if (read_class(reader)) reader.fail_invalid("a range that ends in a class");
            if (reader.failed()) return;
            const std::optional<char32_t> last = read_character(reader);
            if (!last) return;
            if (*last < first) {
                reader.fail_invalid("a range from a later character to an earlier one");
                return;
            }
            level.set.add(first, *last);
            level.follows_range = true;
            return;
        }
        if (level.follows_range && !reader.at_end() && reader.next() == U'-') {
            reader.fail_unsupported("two hyphens behind a range");
            return;
        }
    }
    level.set.add(*c);
    // Behind a range a hyphen starts no other one.
    level.first = is_hyphen && level.follows_range ? std::nullopt : c;
    level.follows_class = level.follows_range = false;
}

}  // namespace

std::optional<RegexClass> parse_regex_class(RegexReader& reader, bool ignores_case) {
    std::vector<Level> levels;
    levels.push_back(open(reader));
    while (!reader.failed()) {
        if (reader.at_end()) {
            reader.fail_invalid("a [ without its ]");
        } else if (reader.next() == U']') {
            reader.skip();
            const bool is_outermost = levels.size() == 1;
            const bool is_inverted = levels.back().is_inverted;
            CharSet set = finish(std::move(levels.back()), ignores_case);
            levels.pop_back();
            if (is_outermost) {
                std::string expansions;
                if (ignores_case && !is_inverted) expansions = expanded_members(set);
                return RegexClass{std::move(set), std::move(expansions)};
            }
            levels.back().set.add(set);
            levels.back().first = std::nullopt;
            levels.back().follows_class = true;
        } else if (reader.take("&&")) {
            take_and(levels.back());
        } else if (reader.next() == U'[' && !is_posix(reader)) {
            if (levels.size() == kMaxDepth) reader.fail_unsupported("brackets nested more than 64 deep");
            levels.push_back(open(reader));
        } else {
            read_member(reader, levels.back());
        }
    }
    return std::nullopt;
}

}  // namespace headscope
