#include <cstddef>
#include <string>
#include <string_view>

#include "core/text/charsmap.h"
#include "core/text/sentencepiece_model.h"

namespace headscope {
namespace {

// A search of libsentencepiece goes on at a NUL in the text, where the check of the table ends. In a table that
// Darts-clone has built, no unit answers to a NUL; with the mark of a value, which no byte equals, none of this one
// does.
void close_nul_edges(std::string& charsmap) {
    constexpr std::size_t kUnitBytes = 4;
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(charsmap[at]); };
    const std::size_t end = kUnitBytes + (byte(0) | byte(1) << 8 | byte(2) << 16 | std::size_t{byte(3)} << 24);
    // Behind the length and the root.
    for (std::size_t unit = 2 * kUnitBytes; unit + kUnitBytes <= end; unit += kUnitBytes)
        if (byte(unit) == 0) charsmap[unit + 3] = static_cast<char>(byte(unit + 3) | 0x80);
}

}  // namespace

Result<std::string> check_charsmap(std::string_view bytes, const std::string& where) {
    const Result<Charsmap> charsmap = parse_charsmap(bytes, where);
    if (!charsmap.has_value()) return charsmap.error();
    // What libsentencepiece relies on: its searches keep the first 32 keys and read as many as they found, and they
    // take a root that is its own descendant for a key.
    constexpr std::size_t kMostKeys = 32;
    if (charsmap.value().most_keys() > kMostKeys)
        return invalid(where + ": " + std::to_string(charsmap.value().most_keys()) +
                       " keys begin one another, expected at most " + std::to_string(kMostKeys));
    if (charsmap.value().root_answers_nul())
        return invalid(where + ": the root of the trie is below itself, expected a tree");
    std::string out(bytes);
    close_nul_edges(out);
    return out;
}

}  // namespace headscope
