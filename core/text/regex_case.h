#pragma once

#include <vector>

#include "core/text/char_set.h"

// How the reference's regular expressions compare characters without regard to case: by full case folding, Unicode 16.
namespace headscope {

// A character that folds to more than one, and those.
struct CaseExpansion {
    char32_t character = 0;
    std::vector<char32_t> folded;  // 2 or 3
};

// All of them, in order.
const std::vector<CaseExpansion>& case_expansions();

// The one character that a character folds to; itself where it folds to several.
char32_t simple_fold(char32_t c);

// The set with every single character that folds to the same as one in it.
CharSet with_other_case(const CharSet& set);

}  // namespace headscope
