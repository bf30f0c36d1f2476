#pragma once

#include <cstddef>
#include <span>

namespace headscope {

// The end of the extended grapheme cluster (Unicode Standard Annex 29) that begins at `begin`, which must be less than
// the text's size and the start of the text or the end of a cluster. By the classes of the tokenizers' reference, not
// of the system's ICU.
std::size_t grapheme_end(std::span<const char32_t> text, std::size_t begin);

}  // namespace headscope
