#pragma once

#include "core/export/json_heading.h"
#include "core/export/json_stream.h"
#include "core/trace/attention_trace.h"

namespace headscope {

// Writes the member "outputs" of write_trace_json: what the last stack gave at the exported tokens. The trace must hold
// the last hidden state. Stops early where the stream is over.
void write_outputs(const AttentionTrace& trace, const ExportedParts& parts, JsonStream& json);

}  // namespace headscope
