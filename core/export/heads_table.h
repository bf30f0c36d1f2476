#pragma once

#include <string>
#include <vector>

#include "core/export/heads_json.h"
#include "core/trace/relations.h"

namespace headscope {

// What heads_json writes, for people: a heading, then a line a head, "layer:head" first. Over several texts a number is
// the mean ± the standard deviation.
std::string heads_table(const HeadsReport& report);

// For each relation its best fixed offset, and the five heads that find the most of its links.
std::string relations_table(const std::vector<RelationReport>& reports, Index n_heads);

}  // namespace headscope
