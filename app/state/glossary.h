#pragma once

#include <span>
#include <string_view>

namespace headscope {

// A word that the window uses, and what it means in a sentence for people who never met it.
struct Term {
    const char* word;
    const char* meaning;
};

// From the text to the output, as the lesson goes.
std::span<const Term> glossary();

// The sentence for a word of the glossary, which must be there.
const char* meaning_of(std::string_view word);

}  // namespace headscope
