#pragma once

#include <vector>

#include "core/export/json_export.h"
#include "core/io/json_text.h"

namespace headscope {

// What of a trace a file holds, by its numbers in the trace, ascending. The last three are those of the decoder of an
// encoder–decoder model, and empty otherwise.
struct ExportedParts {
    std::vector<Index> tokens;
    std::vector<Index> layers;
    std::vector<Index> heads;
    std::vector<Index> target_tokens;
    std::vector<Index> decoder_layers;
    std::vector<Index> decoder_heads;
};

// Begins the object of write_trace_json: all that stands before the maps.
void append_heading(JsonText& json, const AttentionTrace& trace, const JsonExportOptions& options,
                    const ExportedParts& parts);

}  // namespace headscope
