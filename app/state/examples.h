#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/model.h"

namespace headscope {

// A sentence worth looking at.
struct Example {
    std::string theme;
    std::string sentence;
    std::optional<std::string> pair;
    std::string what_to_look_for;
    // A link worth seeing, as two of its words; empty: none.
    std::string from = {};
    std::string to = {};
};

// The examples for a model (null: none is open), built into the program. Where words look back only they are those of
// assets/causal_examples.txt, else those of assets/examples.txt. The first one greets a new person.
const std::vector<Example>& examples_for(const Model* model);

// Reads the form of assets/examples.txt: "theme | sentence | pair | from > to | hint" a line, '#' begins a comment
// line. Lines of another form are left out.
std::vector<Example> parse_examples(std::string_view text);

}  // namespace headscope
