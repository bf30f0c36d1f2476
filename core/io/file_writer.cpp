#include "core/io/file_writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/io/shown.h"

namespace headscope {

namespace fs = std::filesystem;

struct AtomicFileWriter::State {
    static constexpr std::size_t kBufferSize = std::size_t{1} << 18;

    fs::path path;       // for messages; what the caller gave
    fs::path target;     // what takes the bytes in the end; empty if they are written in place
    fs::path temporary;  // empty if there is none, or none any more
    int descriptor = -1;
    bool owns_descriptor = true;
    int error = 0;  // errno of the first failure
    std::string buffer;

    ~State() {
        if (owns_descriptor && descriptor >= 0) ::close(descriptor);
        if (!temporary.empty()) ::unlink(temporary.c_str());
    }

    void put(std::string_view bytes) {
        while (!bytes.empty() && error == 0) {
            const ssize_t wrote = ::write(descriptor, bytes.data(), bytes.size());
            if (wrote >= 0) {
                bytes.remove_prefix(static_cast<std::size_t>(wrote));
            } else if (errno != EINTR) {
                error = errno;
            }
        }
    }
    void flush() {
        put(buffer);
        buffer.clear();
    }
    Error failure(int number) const {
        const std::string name = path == "-" ? "standard output" : shown_path(path);
        return io_error(name + ": cannot write: " + std::strerror(number));
    }
};

namespace {

// Creates a file beside `target` that no other writer uses. Returns the descriptor, or −1 with errno.
int create_sibling(const fs::path& target, mode_t mode, fs::path& name) {
    static std::atomic<unsigned> counter{0};
    for (int attempt = 0; attempt < 1000; ++attempt) {
        name = target.parent_path() /
               (".headscope-" + std::to_string(::getpid()) + "-" + std::to_string(counter.fetch_add(1)) + ".tmp");
        const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor >= 0 || errno != EEXIST) return descriptor;
    }
    return -1;
}

}  // namespace

AtomicFileWriter::AtomicFileWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
AtomicFileWriter::AtomicFileWriter(AtomicFileWriter&&) noexcept = default;
AtomicFileWriter& AtomicFileWriter::operator=(AtomicFileWriter&&) noexcept = default;
AtomicFileWriter::~AtomicFileWriter() = default;

Result<AtomicFileWriter> AtomicFileWriter::create(const fs::path& path) {
    auto state = std::make_unique<State>();
    state->path = path;
    state->buffer.reserve(State::kBufferSize);
    if (path == "-") {
        state->descriptor = STDOUT_FILENO;
        state->owns_descriptor = false;
        return AtomicFileWriter(std::move(state));
    }
    if (path.empty()) return invalid("output file: its name is empty");

    struct stat info {};
    const bool exists = ::stat(path.c_str(), &info) == 0;
    if (!exists && errno != ENOENT) return state->failure(errno);
    if (exists && S_ISDIR(info.st_mode)) return state->failure(EISDIR);
    if (exists && !S_ISREG(info.st_mode)) {
        state->descriptor = ::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
        if (state->descriptor < 0) return state->failure(errno);
        return AtomicFileWriter(std::move(state));
    }
    if (exists && ::access(path.c_str(), W_OK) != 0) return state->failure(errno);

    // A link keeps pointing where it points: the file behind it is replaced.
    std::error_code failed;
    state->target = exists ? fs::canonical(path, failed) : path;
    if (failed) return state->failure(failed.value());
    const mode_t mode = exists ? info.st_mode & 0777U : 0666U;
    fs::path temporary;
    state->descriptor = create_sibling(state->target, mode, temporary);
    if (state->descriptor < 0) return state->failure(errno);
    state->temporary = std::move(temporary);
    return AtomicFileWriter(std::move(state));
}

void AtomicFileWriter::write(std::string_view bytes) {
    if (state_->error != 0) return;
    if (state_->buffer.size() + bytes.size() > State::kBufferSize) state_->flush();
    if (bytes.size() >= State::kBufferSize) {
        state_->put(bytes);
    } else {
        state_->buffer += bytes;
    }
}

bool AtomicFileWriter::is_good() const {
    return state_->error == 0;
}

bool AtomicFileWriter::is_pipe_closed() const {
    return state_->error == EPIPE;
}

Status AtomicFileWriter::commit() {
    State& state = *state_;
    state.flush();
    if (state.owns_descriptor && state.descriptor >= 0) {
        const int descriptor = std::exchange(state.descriptor, -1);
        if (::close(descriptor) != 0 && state.error == 0) state.error = errno;
    }
    if (state.error != 0) return state.failure(state.error);
    if (state.temporary.empty()) return {};
    if (::rename(state.temporary.c_str(), state.target.c_str()) != 0) {
        state.error = errno;
        return state.failure(state.error);
    }
    state.temporary.clear();
    return {};
}

void ignore_closed_pipes() {
    std::signal(SIGPIPE, SIG_IGN);
}

}  // namespace headscope
