#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace headscope {

// The length of the match at the beginning of a text that is not empty. The patterns with a scanner match at every
// place, so that their matches follow one another without gaps.
using RegexScanner = std::uint32_t (*)(std::span<const char32_t> text);

// GPT-2's pattern, which the ByteLevel pre-tokenizer uses.
std::uint32_t scan_gpt2(std::span<const char32_t> text);

// The scanner of a known pattern, told by its exact text; null for others.
RegexScanner find_scanner(std::string_view pattern);

}  // namespace headscope
