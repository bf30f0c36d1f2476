#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace headscope {

// One entry of a safetensors header as it stands there: types and numbers are well formed, nothing else is checked.
struct SafetensorsEntry {
    std::string dtype;
    std::vector<std::uint64_t> shape;
    std::uint64_t begin = 0;  // relative to the data behind the header
    std::uint64_t end = 0;
};

// Reads the JSON of a safetensors header: {"name": {"dtype": text, "shape": [...], "data_offsets": [begin, end]}, …}
// and perhaps "__metadata__": {text: text, …}. White space around it is allowed, and nothing else: no duplicate keys,
// no unknown fields, no numbers but unsigned whole ones, at most 8 dimensions and 200,000 tensors. `name` stands in
// front of every message.
Result<std::map<std::string, SafetensorsEntry>> parse_safetensors_header(std::string_view json,
                                                                         const std::string& name);

}  // namespace headscope
