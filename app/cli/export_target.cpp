#include "app/cli/export_target.h"

#include "core/io/shown.h"

namespace headscope {

namespace fs = std::filesystem;

std::optional<ExportTarget> ExportTarget::parse(const std::string& out, std::string& problem) {
    const fs::path path(out);
    std::error_code ignored;
    if (out.empty()) {
        problem = "--out: an empty name, expected a file or a folder";
        return std::nullopt;
    }
    if (out == "-") return ExportTarget(Kind::kLines, path);
    if (out.ends_with('/') || fs::is_directory(path, ignored)) return ExportTarget(Kind::kFolder, path);
    const std::string ending = path.extension().string();
    if (ending == ".json") return ExportTarget(Kind::kFile, path);
    if (ending == ".jsonl") return ExportTarget(Kind::kLines, path);
    // A device or pipe has no ending to go by.
    if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) return ExportTarget(Kind::kLines, path);
    problem = "--out: " + shown_text(out) + ": " +
              (ending.empty() ? "no ending" : "\"" + shown_text(ending) + "\" is not a format of this version") +
              ", expected .json, .jsonl, a folder with / at its end, or - for standard output";
    return std::nullopt;
}

Status ExportTarget::open() {
    if (kind_ == Kind::kFolder) {
        std::error_code failed;
        fs::create_directories(path_, failed);
        if (failed) return io_error(shown_path(path_) + ": cannot create the folder: " + failed.message());
        return {};
    }
    Result<AtomicFileWriter> writer = AtomicFileWriter::create(path_);
    if (!writer.has_value()) return writer.error();
    writer_.emplace(std::move(writer).value());
    return {};
}

Status ExportTarget::write(const AttentionTrace& trace, JsonExportOptions options, std::size_t number) {
    if (kind_ == Kind::kFolder) {
        std::string name = std::to_string(number);
        name.insert(0, name.size() < 6 ? 6 - name.size() : 0, '0');
        return export_trace_json(trace, options, path_ / (name + ".json"));
    }
    options.one_line = kind_ == Kind::kLines;
    const Status status = write_trace_json(trace, options, *writer_);
    has_written_ = has_written_ || status.is_ok();
    return status;
}

Status ExportTarget::finish() {
    return writer_ && has_written_ ? writer_->commit() : Status();
}

}  // namespace headscope
