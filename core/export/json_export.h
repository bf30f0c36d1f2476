#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/io/file.h"
#include "core/trace/attention_trace.h"
#include "core/trace/links.h"

namespace headscope {

struct JsonExportOptions {
    std::vector<Index> layers;     // original numbers, ascending; empty: all
    std::vector<Index> heads;      // likewise
    int digits = 0;                // significant digits; 0: the shortest text that reads back to the same float32
    int top_k = 0;                 // > 0: sparse form, the k strongest keys of each row
    float min_weight = 0;          // > 0: sparse form, only weights of at least this
    SpecialsMode specials = SpecialsMode::kKeep;
    bool outputs = false;          // adds the last hidden state (the trace must hold it)
    std::optional<std::string> sha256;  // of the weight file
    bool one_line = false;         // for .jsonl
    CancelToken cancel = {};
};

// Writes a trace as "headscope.attention" version 1: attention is [layer, head, query, key], 0-based, rows are queries.
// Streams: memory does not grow with the file. NaN and infinity are written as null and counted in "non_finite".
Status write_trace_json(const AttentionTrace& trace, const JsonExportOptions& options, AtomicFileWriter& out);

// The same into a file, whole or not at all.
Status export_trace_json(const AttentionTrace& trace, const JsonExportOptions& options,
                         const std::filesystem::path& path);

}  // namespace headscope
