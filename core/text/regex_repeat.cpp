#include "core/text/regex_repeat.h"

namespace headscope {
namespace {

constexpr std::uint32_t kMaxRepeat = 100000;

}  // namespace

std::optional<Repeat> parse_repeat(RegexReader& reader) {
    if (reader.at_end() || reader.failed()) return std::nullopt;
    Repeat out;
    switch (reader.next()) {
        case U'*':
            out = {0, std::nullopt};
            break;
        case U'+':
            out = {1, std::nullopt};
            break;
        case U'?':
            out = {0, 1};
            break;
        case U'{':
            return parse_interval(reader);
        default:
            return std::nullopt;
    }
    reader.skip();
    if (reader.take(U'?'))
        out.is_lazy = true;
    else
        out.is_possessive = reader.take(U'+');
    return out;
}

std::optional<Repeat> parse_interval(RegexReader& reader) {
    const std::size_t start = reader.place();
    const auto nothing = [&]() -> std::optional<Repeat> {
        reader.rewind(start);
        return std::nullopt;
    };
    reader.skip();
    const std::optional<std::uint32_t> low = reader.take_number(kMaxRepeat);
    std::optional<std::uint32_t> high = low;
    const bool has_comma = reader.take(U',');
    if (has_comma) high = reader.take_number(kMaxRepeat);
    if (reader.failed()) return std::nullopt;
    if ((!low && !high) || !reader.take(U'}')) return nothing();
    Repeat out{low.value_or(0), high};
    out.is_interval = true;
    if (high && *high < out.low) {
        out = {*high, out.low};
        out.is_interval = out.is_possessive = true;
    } else if (has_comma && reader.take(U'?')) {
        out.is_lazy = true;
    }
    return out;
}

}  // namespace headscope
