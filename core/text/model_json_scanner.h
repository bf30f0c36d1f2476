#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/text/tokenizer_json.h"

namespace headscope {

// The text of a tokenizer.json with its large parts read and cut out.
struct ScannedModelJson {
    ModelParts parts;
    std::string rest;  // the text with an empty object or list in place of each part; not looked at otherwise
};

// Reads the large parts some times faster than a JSON library does, with the same checks. If `rest` is strict JSON, so
// is the text. None where something in a part is not as it must be: then parse the text in the slow way, which tells.
std::optional<ScannedModelJson> scan_model_json(std::string_view text);

// The same for an object of pieces and ids alone; none where there is anything else, or a fault in it.
std::optional<Vocabulary> scan_vocabulary(std::string_view text);

}  // namespace headscope
