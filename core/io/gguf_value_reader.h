#pragma once

#include <string>

#include "core/base/result.h"
#include "core/io/gguf_header_reader.h"
#include "core/io/gguf_metadata.h"

namespace headscope {

// Reads the type and the value of a metadata pair whose key has been read; `key` names it in errors. Lists of lists are
// kUnsupported. A list is compared with the bytes there are before memory is taken for it.
Status read_gguf_value(GgufHeaderReader& reader, const std::string& key, GgufValue& out);

}  // namespace headscope
