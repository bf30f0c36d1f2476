#pragma once

#include <vector>

#include "core/text/normalized_text.h"

namespace headscope {

// Puts a character before each word that `wants(range)` it, with the origin of the word's first character, and
// renumbers the words, which are in order.
template <class Wants>
void prepend_to_words(NormalizedText& text, std::vector<CharRange>& words, char32_t prefix, Wants&& wants) {
    std::vector<CharChange> changes;
    changes.reserve(text.size() + words.size());
    std::uint32_t next = 0;  // the old character to take over next
    std::uint32_t inserted = 0;
    for (CharRange& word : words) {
        const bool is_wanted = word.size() > 0 && wants(word);
        if (is_wanted) {
            for (; next < word.begin; ++next) changes.push_back({text[next], 0});
            changes.push_back({prefix, 0});
            changes.push_back({text[next++], 1});
        }
        word.begin += inserted;
        inserted += is_wanted ? 1 : 0;
        word.end += inserted;
    }
    if (inserted == 0) return;
    for (; next < text.size(); ++next) changes.push_back({text[next], 0});
    text.transform(changes);
}

}  // namespace headscope
