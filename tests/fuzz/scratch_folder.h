#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace headscope::fuzz {

// A folder for readers that take files; it is gone with the program. In memory where the system has a place for that.
class ScratchFolder {
  public:
    ScratchFolder() {
        std::error_code error;
        const std::filesystem::path memory = "/dev/shm";
        path_ = (std::filesystem::is_directory(memory, error) ? memory : std::filesystem::temp_directory_path()) /
                ("headscope_fuzz." + std::to_string(getpid()));
        std::filesystem::create_directories(path_);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder() {
        std::error_code error;
        std::filesystem::remove_all(path_, error);
    }
    const std::filesystem::path& path() const { return path_; }
    // Writes a file of the folder anew and returns its path.
    std::filesystem::path write(const char* name, std::string_view bytes) const {
        std::filesystem::path path = path_ / name;
        std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return path;
    }

  private:
    std::filesystem::path path_;
};

}  // namespace headscope::fuzz
