#include "app/state/openable.h"

#include <optional>
#include <system_error>
#include <utility>

#include "core/base/utf8.h"
#include "core/io/file.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxTextBytes = 1 << 20;

// Files of numbers that people may take for something to open.
bool is_array_file(const fs::path& path) {
    const std::string extension = path.extension().string();
    return extension == ".npy" || extension == ".npz" || extension == ".pt" || extension == ".pth";
}

bool has_config(const fs::path& folder) {
    std::error_code ignored;
    return fs::exists(folder / "config.json", ignored);
}

// The only .gguf file of a folder.
std::optional<fs::path> find_only_gguf(const fs::path& folder) {
    std::optional<fs::path> found;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
        if (entry->path().extension() != ".gguf") continue;
        if (found) return std::nullopt;
        found = entry->path();
    }
    return found;
}

bool is_file_of_a_model(const fs::path& path) {
    const std::string extension = path.extension().string();
    return (extension == ".safetensors" || extension == ".json") && has_config(path.parent_path());
}

}  // namespace

Result<Openable> identify(const fs::path& path) {
    const std::string name = shown_path(path);
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (status.type() == fs::file_type::not_found) return not_found(name + ": no such file or folder");
    if (status.type() == fs::file_type::directory) {
        if (has_config(path)) return Openable(OpenableModel{path});
        if (const auto gguf = find_only_gguf(path)) return Openable(OpenableModel{*gguf});
        return invalid(name + ": no config.json in it, expected a model folder, a .gguf file, a session or a text");
    }
    if (path.extension() == ".gguf") return Openable(OpenableModel{path});
    if (path.extension() == kSessionExtension) {
        Result<Session> session = read_session(path);
        if (!session.has_value()) return session.error();
        return Openable(OpenableSession{path, std::move(session).value()});
    }
    if (is_file_of_a_model(path)) return Openable(OpenableModel{path.parent_path()});
    if (is_array_file(path) || path.extension() == ".safetensors")
        return invalid(name +
                       ": arrays without a config.json beside them, expected a model folder, a .gguf file, a "
                       "session or a text");
    Result<std::string> text = read_file(path, kMaxTextBytes);
    if (!text.has_value()) return text.error();
    // Nobody means its numbers as a text.
    if (text.value().starts_with(R"({"format": "headscope.)"))
        return invalid(name +
                       ": maps written by an export, expected a model folder, a .gguf file, a session or a text");
    if (!is_valid_utf8(text.value()) || text.value().find('\0') != std::string::npos)
        return invalid(name +
                       ": neither a model nor a text, expected a model folder, a .gguf file, a session or UTF-8");
    while (!text.value().empty() && (text.value().back() == '\n' || text.value().back() == '\r'))
        text.value().pop_back();
    return Openable(OpenableText{path, std::move(text).value()});
}

}  // namespace headscope
