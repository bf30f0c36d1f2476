#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/text/vocabulary.h"

namespace headscope {

// A vocabulary of one piece a line, the first with id 0. White space at a line's end does not count, and an empty line
// only takes its id. Of a piece that comes twice the later id counts. `name` is the file's, for messages.
Result<Vocabulary> parse_vocab_txt(std::string_view text, const std::string& name, std::vector<std::string>& warnings);

// If the lines are not the pieces of `vocabulary` at their ids: a sentence that names the first that differs.
std::string compare_vocab_txt(std::string_view text, const std::string& name, const Vocabulary& vocabulary);

}  // namespace headscope
