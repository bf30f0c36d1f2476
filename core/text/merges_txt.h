#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/text/bpe.h"

namespace headscope {

struct MergesTxt {
    MergeList merges;
    std::vector<std::uint32_t> lines;  // where each merge stands, counted from 1
};

// A merges.txt: two pieces a line with a space between them, in order of rank. Lines that begin with "#version" are
// left out, a CR at the end of a line is too. `name` is the file's, for messages, which tell the line.
Result<MergesTxt> parse_merges_txt(std::string_view text, const std::string& name);

}  // namespace headscope
