#include "core/io/line_reader.h"

#include <cerrno>
#include <cstring>

#include "core/io/shown.h"

namespace headscope {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 16;

}  // namespace

Result<LineReader> LineReader::open(const std::filesystem::path& path) {
    if (path == "-") return LineReader("standard input", stdin);
    const std::string name = shown_path(path);
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return invalid(name + ": a directory, expected a text file");
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) {
        const ErrorKind kind = errno == ENOENT ? ErrorKind::kNotFound : ErrorKind::kIo;
        return Error{kind, name + ": cannot open: " + std::strerror(errno)};
    }
    return LineReader(name, file);
}

Result<std::size_t> LineReader::fill() {
    block_.resize(kBlockBytes);
    used_ = 0;
    const std::size_t got = std::fread(block_.data(), 1, block_.size(), file_.get());
    block_.resize(got);
    if (got == 0 && std::ferror(file_.get()) != 0) return io_error(name_ + ": cannot read: " + std::strerror(errno));
    return got;
}

Result<bool> LineReader::next(std::string& line) {
    line.clear();
    bool has_line = false;
    for (;;) {
        if (used_ == block_.size()) {
            const Result<std::size_t> got = fill();
            if (!got.has_value()) return got.error();
            if (got.value() == 0) break;
        }
        has_line = true;
        const std::size_t end = block_.find('\n', used_);
        line.append(block_, used_, end == std::string::npos ? end : end - used_);
        used_ = end == std::string::npos ? block_.size() : end + 1;
        if (line.size() > kMaxLineBytes)
            return Error{ErrorKind::kTooLarge,
                         name_ + ": a line of more than " + std::to_string(kMaxLineBytes) + " bytes"};
        if (end != std::string::npos) break;
    }
    if (!has_line) return false;
    if (line.ends_with('\r')) line.pop_back();
    if (is_first_ && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    is_first_ = false;
    return true;
}

}  // namespace headscope
