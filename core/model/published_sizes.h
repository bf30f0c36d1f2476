#pragma once

#include <span>
#include <string_view>

#include "core/model/cost.h"

namespace headscope {

// The sizes of a model as its authors published them.
struct PublishedSizes {
    const char* id;    // for the terminal, such as "bert-base"
    const char* name;  // for people
    CostSizes sizes;
    const char* parameters;  // of the whole model, as published
    const char* source;      // where the sizes stand
};

std::span<const PublishedSizes> all_published_sizes();
// Null if there is none of that id.
const PublishedSizes* find_published_sizes(std::string_view id);

// The one published comparison of a wide and a deep network of equal size that lessons quote: mean of four benchmarks,
// in per cent.
struct WidthAgainstDepth {
    double wide = 0;
    double deep = 0;
    const char* source = "";
};
WidthAgainstDepth width_against_depth();

}  // namespace headscope
