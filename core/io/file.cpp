#include "core/io/file.h"

#include <fcntl.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>
#include <vector>

#include "core/io/json_write.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

// A file descriptor that closes itself.
class Descriptor {
  public:
    explicit Descriptor(int value = -1) : value_(value) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (value_ >= 0) ::close(value_);
    }
    int get() const { return value_; }
    int release() { return std::exchange(value_, -1); }

  private:
    int value_;
};

Error system_error(const fs::path& path, const char* what, int number) {
    const ErrorKind kind = number == ENOENT || number == ENOTDIR ? ErrorKind::kNotFound : ErrorKind::kIo;
    return {kind, shown_path(path) + ": " + what + ": " + std::strerror(number)};
}

const char* kind_of(mode_t mode) {
    if (S_ISDIR(mode)) return "a directory";
    if (S_ISFIFO(mode)) return "a named pipe";
    if (S_ISSOCK(mode)) return "a socket";
    return "a device";
}

// Opens without waiting (a named pipe would block) and insists on a regular file. Returns the descriptor, which the
// caller closes.
Result<int> open_regular(const fs::path& path, struct stat& info) {
    Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (file.get() < 0) return system_error(path, "cannot open", errno);
    if (::fstat(file.get(), &info) != 0) return system_error(path, "cannot read", errno);
    if (!S_ISREG(info.st_mode))
        return invalid(shown_path(path) + ": " + kind_of(info.st_mode) + ", expected a regular file");
    return file.release();
}

// read or pread that goes on after an interruption; bytes read, or −1 with errno.
ssize_t read_some(int descriptor, void* out, std::size_t size, off_t offset) {
    for (;;) {
        const ssize_t got = offset < 0 ? ::read(descriptor, out, size) : ::pread(descriptor, out, size, offset);
        if (got >= 0 || errno != EINTR) return got;
    }
}

std::int64_t modified_of(const struct stat& info) {
#ifdef __APPLE__
    const timespec& time = info.st_mtimespec;
#else
    const timespec& time = info.st_mtim;
#endif
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

Result<std::string> read_file(const fs::path& path, std::uint64_t max_bytes) {
    struct stat info {};
    const Result<int> opened = open_regular(path, info);
    if (!opened.has_value()) return opened.error();
    const Descriptor file(opened.value());
    const auto size = static_cast<std::uint64_t>(info.st_size);
    if (size > max_bytes)
        return Error{ErrorKind::kTooLarge, shown_path(path) + ": " + std::to_string(size) +
                                               " bytes, expected at most " + std::to_string(max_bytes)};
    std::string text(static_cast<std::size_t>(size), '\0');
    std::size_t filled = 0;
    while (filled < text.size()) {
        const ssize_t got = read_some(file.get(), text.data() + filled, text.size() - filled, -1);
        if (got < 0) return system_error(path, "cannot read", errno);
        if (got == 0) break;
        filled += static_cast<std::size_t>(got);
    }
    text.resize(filled);
    return text;
}

Result<MappedFile> MappedFile::open(const fs::path& path) {
    struct stat info {};
    const Result<int> opened = open_regular(path, info);
    if (!opened.has_value()) return opened.error();
    MappedFile file;
    file.descriptor_ = opened.value();
    file.path_ = path;
    file.size_ = static_cast<std::size_t>(info.st_size);
    file.modified_ = modified_of(info);
    if (file.size_ == 0) return file;
    void* data = ::mmap(nullptr, file.size_, PROT_READ, MAP_PRIVATE, file.descriptor_, 0);
    if (data == MAP_FAILED) return system_error(path, "cannot map", errno);
    file.data_ = static_cast<const std::byte*>(data);
    return file;
}

MappedFile::MappedFile(MappedFile&& other) noexcept {
    *this = std::move(other);
}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(modified_, other.modified_);
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
    if (descriptor_ >= 0) ::close(descriptor_);
}

void MappedFile::forget(std::size_t offset, std::size_t size) const {
    if (data_ == nullptr || offset > size_) return;
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t first = (offset + page - 1) / page * page;
    const std::size_t end = (offset + std::min(size, size_ - offset)) / page * page;
    if (first < end) ::madvise(const_cast<std::byte*>(data_) + first, end - first, MADV_DONTNEED);
}

Status MappedFile::read(std::size_t offset, std::span<std::byte> out) const {
    while (!out.empty()) {
        const ssize_t got = read_some(descriptor_, out.data(), out.size(), static_cast<off_t>(offset));
        if (got < 0) return system_error(path_, "cannot read", errno);
        if (got == 0)
            return io_error(shown_path(path_) + ": ends at byte " + std::to_string(offset) + ", expected " +
                            std::to_string(size_) + " bytes: the file was cut short while it was read");
        offset += static_cast<std::size_t>(got);
        out = out.subspan(static_cast<std::size_t>(got));
    }
    return {};
}

Status MappedFile::check_unchanged() const {
    struct stat info {};
    if (::fstat(descriptor_, &info) != 0) return system_error(path_, "cannot read", errno);
    if (static_cast<std::size_t>(info.st_size) == size_ && modified_of(info) == modified_) return {};
    return io_error(shown_path(path_) + ": changed since it was opened (" + std::to_string(info.st_size) +
                    " bytes, was " + std::to_string(size_) + "): open the model again");
}

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

bool is_error_terminal() {
    return ::isatty(STDERR_FILENO) == 1;
}

fs::path find_executable_path() {
    std::error_code failed;
    fs::path path = fs::read_symlink("/proc/self/exe", failed);
    return failed ? fs::path() : path;
}

Result<std::string> sha256_of_file(const fs::path& path) {
    struct stat info {};
    const Result<int> opened = open_regular(path, info);
    if (!opened.has_value()) return opened.error();
    const Descriptor file(opened.value());
    sha256_ctx context;
    sha256_init(&context);
    std::vector<std::uint8_t> block(std::size_t{1} << 18);
    for (;;) {
        const ssize_t got = read_some(file.get(), block.data(), block.size(), -1);
        if (got < 0) return system_error(path, "cannot read", errno);
        if (got == 0) break;
        sha256_update(&context, static_cast<std::size_t>(got), block.data());
    }
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
#if NETTLE_VERSION_MAJOR >= 4
    sha256_digest(&context, digest.data());
#else
    sha256_digest(&context, digest.size(), digest.data());
#endif
    return hex_text({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

}  // namespace headscope
