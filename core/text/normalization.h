#pragma once

#include "core/text/normalized_text.h"
#include "core/text/unicode.h"

namespace headscope {

// Rewrites a text in a normalization form. Marks that are reordered, and parts of one character, take origins by place
// (see NormalizedText); a composed character keeps the place of its first part.
void normalize(NormalizedText& text, NormalizationForm form);

// Lower case of every character by itself.
void make_lowercase(NormalizedText& text);

}  // namespace headscope
