#include "core/io/gguf.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "core/base/utf8.h"
#include "core/io/gguf_header_reader.h"
#include "core/io/gguf_layout.h"
#include "core/io/gguf_value_reader.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

constexpr std::uint64_t kMaxKeyBytes = 65535;
constexpr std::uint64_t kMaxNameBytes = 64;
constexpr std::uint32_t kMaxDimensions = 4;
// The fewest bytes that an entry takes: lengths, types and one byte of content.
constexpr std::uint64_t kLeastPairBytes = 8 + 4 + 1;
constexpr std::uint64_t kLeastTensorBytes = 8 + 4 + 8 + 4 + 8;

// Reads one file.
class GgufReader {
  public:
    explicit GgufReader(std::shared_ptr<const MappedFile> file) : reader_(*file), out_(reader_.name()) {
        out_.file = std::move(file);
    }

    Result<GgufFile> read() {
        for (const auto step : {&GgufReader::read_start, &GgufReader::read_metadata, &GgufReader::read_tensors})
            if (Status status = (this->*step)(); !status.is_ok()) return status.error();
        const Status placed =
            place_gguf_tensors(out_.metadata, reader_.offset(), out_.file->bytes().size(), out_.tensors);
        if (!placed.is_ok()) return placed.error();
        return std::move(out_);
    }

  private:
    Status read_start() {
        if (reader_.left() == 0) return invalid(reader_.name() + ": empty, expected a GGUF file");
        std::uint32_t magic = 0;
        constexpr std::uint32_t kMagic = 0x46554747;  // "GGUF"
        Status status = reader_.read_number(magic);
        if (status.is_ok() && magic != kMagic) {
            std::string text;
            for (unsigned shift = 0; shift < 32; shift += 8) text += static_cast<char>((magic >> shift) & 0xFF);
            return invalid(reader_.name() + ": begins with \"" + shown_text(text) + "\", expected \"GGUF\"");
        }
        if (status.is_ok()) status = reader_.read_number(out_.version);
        if (!status.is_ok()) return status;
        if (out_.version != 0 && (out_.version & 0xFFFF) == 0)
            return unsupported(reader_.name() + ": a big-endian file, expected a little-endian one");
        if (out_.version != 2 && out_.version != 3)
            return unsupported(reader_.name() + ": version " + std::to_string(out_.version) + ", expected 2 or 3");
        status = reader_.read_number(tensor_count_);
        if (status.is_ok()) status = reader_.read_number(pair_count_);
        if (!status.is_ok()) return status;
        if (pair_count_ > reader_.left() / kLeastPairBytes)
            return invalid(reader_.name() + ": announces " + std::to_string(pair_count_) +
                           " pairs of metadata, expected at most " + std::to_string(reader_.left() / kLeastPairBytes) +
                           " in a file of this size");
        if (tensor_count_ > reader_.left() / kLeastTensorBytes)
            return invalid(reader_.name() + ": announces " + std::to_string(tensor_count_) +
                           " tensors, expected at most " + std::to_string(reader_.left() / kLeastTensorBytes) +
                           " in a file of this size");
        return {};
    }

    Status read_metadata() {
        for (std::uint64_t i = 0; i < pair_count_; ++i) {
            std::string key;
            const std::string place = "metadata pair " + std::to_string(i);
            if (Status status = reader_.append_string(place, kMaxKeyBytes, key); !status.is_ok()) return status;
            if (key.empty() || !is_valid_utf8(key))
                return reader_.fault(place, "found the key \"" + shown_text(key, 60) + "\", expected a name in UTF-8");
            const std::string shown = shown_text(key, 100);
            GgufValue value;
            if (Status status = read_gguf_value(reader_, shown, value); !status.is_ok()) return status;
            if (!out_.metadata.add(std::move(key), std::move(value)))
                return reader_.fault(shown, "comes twice, expected once");
        }
        const Result<std::optional<std::uint64_t>> parts =
            out_.metadata.find_integer("split.count", std::numeric_limits<std::uint64_t>::max());
        if (!parts.has_value()) return parts.error();
        if (parts.value().value_or(1) > 1)
            return unsupported(reader_.name() + ": split.count: a model split into " + std::to_string(*parts.value()) +
                               " files, expected one whole file");
        return {};
    }

    Status read_tensors() {
        std::unordered_set<std::string> seen;
        for (std::uint64_t i = 0; i < tensor_count_; ++i) {
            GgufTensor tensor;
            const std::string place = "tensor " + std::to_string(i);
            if (Status status = reader_.append_string(place, kMaxNameBytes, tensor.name); !status.is_ok())
                return status;
            if (tensor.name.empty() || !is_valid_utf8(tensor.name))
                return reader_.fault(place,
                                     "found the name \"" + shown_text(tensor.name) + "\", expected one in UTF-8");
            const std::string shown = shown_text(tensor.name);
            if (!seen.insert(tensor.name).second) return reader_.fault(shown, "comes twice, expected once");
            if (Status status = read_tensor(shown, tensor); !status.is_ok()) return status;
            out_.tensors.push_back(std::move(tensor));
        }
        return {};
    }

    // The entry of a tensor whose name has been read. Its offset counts from the start of the data for now.
    Status read_tensor(const std::string& shown, GgufTensor& tensor) {
        std::uint32_t dimensions = 0;
        if (Status status = reader_.read_number(shown, dimensions); !status.is_ok()) return status;
        if (dimensions < 1 || dimensions > kMaxDimensions)
            return reader_.fault(shown, "found " + std::to_string(dimensions) + " dimensions, expected 1 to " +
                                            std::to_string(kMaxDimensions));
        std::uint64_t elements = 1;
        for (std::uint32_t i = 0; i < dimensions; ++i) {
            std::uint64_t extent = 0;
            if (Status status = reader_.read_number(shown, extent); !status.is_ok()) return status;
            if (extent == 0 || extent > std::numeric_limits<std::uint64_t>::max() / elements)
                return reader_.fault(shown, "dimension " + std::to_string(i) + ": found " + std::to_string(extent) +
                                                ", expected 1 to " +
                                                std::to_string(std::numeric_limits<std::uint64_t>::max() / elements));
            elements *= extent;
            tensor.shape.insert(tensor.shape.begin(), extent);
        }
        std::uint32_t type = 0;
        if (Status status = reader_.read_number(shown, type); !status.is_ok()) return status;
        tensor.type = find_ggml_type(type);
        if (tensor.type == nullptr)
            return unsupported(reader_.name() + ": " + shown + ": found the type " + std::to_string(type) +
                               ", which is removed or unknown, expected one such as 0 (F32) or 8 (Q8_0)");
        const std::uint64_t block = tensor.type->block_elements;
        if (tensor.shape.back() % block != 0)
            return reader_.fault(shown, "found rows of " + std::to_string(tensor.shape.back()) +
                                            ", expected a multiple of " + std::to_string(block) + " for the type " +
                                            tensor.type->name);
        const std::uint64_t blocks = elements / block;
        if (blocks > std::numeric_limits<std::uint64_t>::max() / tensor.type->block_bytes)
            return reader_.fault(shown, "found " + std::to_string(elements) + " elements, more than any file holds");
        tensor.bytes = blocks * tensor.type->block_bytes;
        return reader_.read_number(shown, tensor.offset);
    }

    GgufHeaderReader reader_;
    GgufFile out_;
    std::uint64_t tensor_count_ = 0;
    std::uint64_t pair_count_ = 0;
};

}  // namespace

Result<GgufFile> open_gguf(const std::filesystem::path& path) {
    Result<MappedFile> file = MappedFile::open(path);
    if (!file.has_value()) return file.error();
    return GgufReader(std::make_shared<const MappedFile>(std::move(file).value())).read();
}

std::vector<std::filesystem::path> find_gguf_files(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code failed;
    for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed))
        if (entry->path().extension() == ".gguf") files.push_back(entry->path());
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace headscope
