#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "core/base/result.h"

namespace headscope {

// Writes a file whole or not at all: bytes go to a temporary sibling that takes the name on commit(). Without a
// commit, the destructor removes the temporary. Errors are kept and reported by commit(), so that writing can stream.
class AtomicFileWriter {
  public:
    // path "-" is standard output, and a device or pipe is written in place (no temporary; what was written is
    // written). A link is followed. Directories, and files that may not be written, are refused here.
    static Result<AtomicFileWriter> create(const std::filesystem::path& path);
    AtomicFileWriter(AtomicFileWriter&&) noexcept;
    AtomicFileWriter& operator=(AtomicFileWriter&&) noexcept;
    ~AtomicFileWriter();

    void write(std::string_view bytes);
    // False once a write has failed: there is no use in producing more.
    bool is_good() const;
    // True once the reader of a pipe has gone away: a reason to end, not to complain.
    bool is_pipe_closed() const;
    Status commit();

  private:
    struct State;
    explicit AtomicFileWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

// Makes writing to a pipe without a reader an error of the write instead of a signal that ends the program.
void ignore_closed_pipes();

}  // namespace headscope
