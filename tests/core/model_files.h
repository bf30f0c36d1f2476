#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

// A folder of its own for a test, removed at the end.
class TempFolder {
  public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    // How many entries it holds.
    std::size_t count() const;

  private:
    std::filesystem::path path_;
};

// A safetensors file taken apart, to be damaged and put together again.
struct TensorBytes {
    nlohmann::ordered_json header;
    std::string data;

    static TensorBytes read(const std::filesystem::path& path);
    // The file. The header stands as it is, without padding.
    std::string file() const { return file_with_header(header.dump()); }
    std::string file_with_header(std::string_view header_text) const;
    // Adds a tensor behind the others.
    void add(const std::string& name, const std::string& dtype, const std::vector<std::int64_t>& shape,
             std::string_view bytes);
    // Takes a tensor out and closes the gap.
    void remove(const std::string& name);
};

inline TempFolder::TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "headscope-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
    path_ = name;
}

inline TempFolder::~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

inline std::size_t TempFolder::count() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator()));
}

inline std::string read_bytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_bytes(const std::filesystem::path& path, std::string_view bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file) throw std::runtime_error("cannot write " + path.string());
}

inline TensorBytes TensorBytes::read(const std::filesystem::path& path) {
    const std::string bytes = read_bytes(path);
    std::size_t length = 0;
    for (std::size_t i = 8; i-- > 0;) length = length << 8 | static_cast<unsigned char>(bytes[i]);
    return {nlohmann::ordered_json::parse(bytes.substr(8, length)), bytes.substr(8 + length)};
}

inline std::string TensorBytes::file_with_header(std::string_view header_text) const {
    std::string bytes;
    for (std::size_t i = 0; i < 8; ++i) bytes += static_cast<char>(header_text.size() >> (8 * i) & 255U);
    bytes += header_text;
    return bytes + data;
}

inline void TensorBytes::add(const std::string& name, const std::string& dtype, const std::vector<std::int64_t>& shape,
                             std::string_view bytes) {
    header[name] = {{"dtype", dtype}, {"shape", shape}, {"data_offsets", {data.size(), data.size() + bytes.size()}}};
    data += bytes;
}

inline void TensorBytes::remove(const std::string& name) {
    const auto begin = header[name]["data_offsets"][0].get<std::size_t>();
    const std::size_t size = header[name]["data_offsets"][1].get<std::size_t>() - begin;
    header.erase(name);
    data.erase(begin, size);
    for (auto& [other, entry] : header.items()) {
        if (other == "__metadata__") continue;
        for (auto& offset : entry["data_offsets"])
            if (offset.get<std::size_t>() > begin) offset = offset.get<std::size_t>() - size;
    }
}

inline std::filesystem::path tiny_model_folder() {
    return std::filesystem::path(HEADSCOPE_TEST_DATA) / "models" / "bert_tiny";
}

// A copy of the tiny BERT in `folder`.
inline void copy_tiny_model(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    for (const char* name : {"config.json", "tokenizer.json", "model.safetensors"})
        std::filesystem::copy_file(tiny_model_folder() / name, folder / name,
                                   std::filesystem::copy_options::overwrite_existing);
}

}  // namespace headscope
