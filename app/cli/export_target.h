#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/export/json_export.h"
#include "core/io/file_writer.h"
#include "core/trace/attention_trace.h"

namespace headscope {

// Where --out puts traces: one .json file, one .jsonl file or standard output with a line each, or a folder with a file
// each, named by the number of the input.
class ExportTarget {
  public:
    // None where the name says no known format; `problem` says why.
    static std::optional<ExportTarget> parse(const std::string& out, std::string& problem);

    // True if there is room for one trace only.
    bool is_single() const { return kind_ == Kind::kFile; }

    // Creates the folder, or opens the file that all go to; refuses what cannot be written before any work is done.
    Status open();
    // `number` counts the inputs from 1. Options are as asked for; the layout of lines is this object's business.
    Status write(const AttentionTrace& trace, JsonExportOptions options, std::size_t number);
    // Ends the file that all went to. Nothing takes its name if nothing was written.
    Status finish();

    bool is_pipe_closed() const { return writer_ && writer_->is_pipe_closed(); }

  private:
    enum class Kind { kFile, kLines, kFolder };
    ExportTarget(Kind kind, std::filesystem::path path) : kind_(kind), path_(std::move(path)) {}

    Kind kind_;
    std::filesystem::path path_;
    std::optional<AtomicFileWriter> writer_;
    bool has_written_ = false;
};

}  // namespace headscope
