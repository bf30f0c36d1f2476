#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "core/base/result.h"

namespace headscope {

// Reads a text of any length line by line in memory for one line. Lines end in LF or CR LF, which are not part of them;
// a byte-order mark at the start is skipped; any other byte, NUL included, is kept.
class LineReader {
  public:
    static constexpr std::size_t kMaxLineBytes = std::size_t{64} << 20;

    // "-" is standard input. Pipes are read too; directories are refused.
    static Result<LineReader> open(const std::filesystem::path& path);

    // True with the next line in `line`; false at the end. kIo where reading fails, kTooLarge for an endless line.
    Result<bool> next(std::string& line);

  private:
    struct Close {
        void operator()(std::FILE* file) const {
            if (file != stdin) std::fclose(file);
        }
    };
    LineReader(std::string name, std::FILE* file) : name_(std::move(name)), file_(file) {}
    Result<std::size_t> fill();

    std::string name_;
    std::unique_ptr<std::FILE, Close> file_;
    std::string block_;     // read, not used up
    std::size_t used_ = 0;  // of block_
    bool is_first_ = true;
};

}  // namespace headscope
