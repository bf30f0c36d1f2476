#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace headscope {

// SentencePiece's table of replacements ("precompiled_charsmap"): byte strings in a double-array trie (Darts-clone),
// each with a text that takes its place. Immutable.
class Charsmap {
  public:
    // What takes the place of the shortest key that `bytes` begins with; none where it begins with no key. A NUL ends
    // the search. Points into this object.
    std::optional<std::string_view> find_shortest(std::string_view bytes) const;

    // The most keys that one text can begin with.
    std::size_t most_keys() const { return most_keys_; }
    // Whether a search that did go on at a NUL would come from some node back to the root.
    bool root_answers_nul() const { return root_answers_nul_; }

  private:
    friend Result<Charsmap> parse_charsmap(std::string_view bytes, const std::string& where);
    Charsmap(std::vector<std::uint32_t> units, std::string texts, std::size_t most_keys, bool root_answers_nul);

    std::vector<std::uint32_t> units_;
    std::string texts_;  // each ended by a NUL
    std::size_t most_keys_;
    bool root_answers_nul_;
};

// Layout (sentencepiece, src/normalizer.cc): byte length of the trie (32 bits, little-endian), the trie's units, the
// texts. Refused is whatever a search in any text could trip over: a unit that leads outside the trie, a trie that is
// not a finite set of keys, keys or texts longer than 1024 bytes, texts that are not UTF-8 or not ended. `where` is
// "FILE: normalizer: precompiled_charsmap" or the like.
Result<Charsmap> parse_charsmap(std::string_view bytes, const std::string& where);

}  // namespace headscope
