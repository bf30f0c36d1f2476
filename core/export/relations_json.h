#pragma once

#include <string>
#include <vector>

#include "core/base/matrix.h"
#include "core/trace/relations.h"

namespace headscope {

// A JSON array with an object a relation: relation; examples; offset and offset_accuracy, the best fixed distance in
// words; best {layer, head, accuracy, direction}; and heads [{layer, head, accuracy, looks, looked}], accuracy being
// the larger of `looks` (from looks at to) and `looked` (to looks at from).
std::string relations_json(const std::vector<RelationReport>& reports, Index n_heads);

// Numbers of the heads, most accurate first; ties in the order of heads.
std::vector<std::size_t> heads_by_accuracy(const RelationReport& report);

}  // namespace headscope
