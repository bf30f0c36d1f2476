#include "core/io/file_descriptor.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "core/io/shown.h"

namespace headscope {
namespace {

const char* kind_of(mode_t mode) {
    if (S_ISDIR(mode)) return "a directory";
    if (S_ISFIFO(mode)) return "a named pipe";
    if (S_ISSOCK(mode)) return "a socket";
    return "a device";
}

}  // namespace

Descriptor::~Descriptor() {
    if (value_ >= 0) ::close(value_);
}

int Descriptor::release() {
    return std::exchange(value_, -1);
}

Error system_error(const std::filesystem::path& path, const char* what, int number) {
    const ErrorKind kind = number == ENOENT || number == ENOTDIR ? ErrorKind::kNotFound : ErrorKind::kIo;
    return {kind, shown_path(path) + ": " + what + ": " + std::strerror(number)};
}

Result<int> open_regular(const std::filesystem::path& path, struct stat& info) {
    Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (file.get() < 0) return system_error(path, "cannot open", errno);
    if (::fstat(file.get(), &info) != 0) return system_error(path, "cannot read", errno);
    if (!S_ISREG(info.st_mode))
        return invalid(shown_path(path) + ": " + kind_of(info.st_mode) + ", expected a regular file");
    return file.release();
}

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

}  // namespace headscope
