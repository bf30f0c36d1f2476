#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "app/state/text_edit.h"

namespace headscope {

// Where the code point begins that `byte` lies in, of valid UTF-8; the size of the text from there on.
std::size_t code_point_start(std::string_view text, std::size_t byte);

// Where the grapheme clusters and words of a text begin and end (Unicode Standard Annex 29, by ICU), as byte offsets.
// Without ICU's data every code point counts as a cluster and a word.
class TextBoundaries {
  public:
    TextBoundaries();
    ~TextBoundaries();

    // Of this text from here on: valid UTF-8, read in place. After each change and each move of its bytes the text has
    // to be given again, with another revision; with the same one nothing happens.
    const TextBoundaries& of(std::string_view text, std::uint64_t revision);

    // The nearest boundary of a cluster before and behind `byte`; the ends of the text have none beyond them.
    std::size_t cluster_before(std::size_t byte) const;
    std::size_t cluster_behind(std::size_t byte) const;
    // `byte` itself if a cluster begins or the text ends there, else the start of the cluster around it.
    std::size_t cluster_start(std::size_t byte) const;
    // The same towards the end of the text.
    std::size_t cluster_end(std::size_t byte) const;

    // The word, run of spaces, or single other character that covers `byte`; at the end of the text the last one.
    TextRange word_at(std::size_t byte) const;
    // The start of the word to the left of `byte`, and the end of the one to the right of it: spaces are passed over.
    std::size_t word_left_of(std::size_t byte) const;
    std::size_t word_right_of(std::size_t byte) const;

  private:
    struct Icu;
    std::unique_ptr<Icu> icu_;
    std::string_view text_;
};

}  // namespace headscope
