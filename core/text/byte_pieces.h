#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/tokenizer.h"

namespace headscope {

// The ids of the pieces that stand for single bytes, "<0x00>" to "<0xFF>". `find` takes a string_view and gives an
// optional id.
template <class Find>
std::array<std::optional<TokenId>, 256> find_byte_pieces(Find&& find) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::array<std::optional<TokenId>, 256> out;
    std::string piece = "<0x00>";
    for (std::size_t byte = 0; byte < out.size(); ++byte) {
        piece[3] = kDigits[byte >> 4];
        piece[4] = kDigits[byte & 15];
        out[byte] = find(std::string_view(piece));
    }
    return out;
}

}  // namespace headscope
