#pragma once

#include <string>

#include "app/state/shown_trace.h"

namespace headscope {

// How texts on screen call what the cells of the shown maps are, where they would else say "weight".

// "attention weight", "norm".
const char* value_noun(MapValues values);
// How the pieces of words are joined: "words: to = sum, from = mean", with norms "… of norms"; and a sentence on it.
std::string joining_words(MapValues values);
std::string joining_tip(MapValues values);
// What a sum over a whole row of the map means.
std::string row_sum_tip(MapValues values);

// Whether the fixed range from 0 to 1 is another than that by all heads: norms have no largest value of their own, and
// changes are drawn up to their largest.
bool has_fixed_range(const ShownTrace& shown);
// Why the drawn range is not the one that was asked for; empty if it is.
std::string range_note(const ShownTrace& shown);

}  // namespace headscope
