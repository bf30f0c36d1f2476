#include "core/io/gguf.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <span>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "core/base/utf8.h"
#include "core/io/gguf_header_reader.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

constexpr std::uint64_t kMaxKeyBytes = 65535;
constexpr std::uint64_t kMaxNameBytes = 64;
constexpr std::uint32_t kMaxDimensions = 4;
constexpr std::uint64_t kMaxAlignment = std::uint64_t{1} << 20;
// The fewest bytes that an entry takes: lengths, types and one byte of content.
constexpr std::uint64_t kLeastPairBytes = 8 + 4 + 1;
constexpr std::uint64_t kLeastTensorBytes = 8 + 4 + 8 + 4 + 8;

// Bytes of a value of fixed size; 0 for strings, lists and unknown types.
std::uint64_t size_of(GgufType type) {
    switch (type) {
        case GgufType::kU8:
        case GgufType::kI8:
        case GgufType::kBool:
            return 1;
        case GgufType::kU16:
        case GgufType::kI16:
            return 2;
        case GgufType::kU32:
        case GgufType::kI32:
        case GgufType::kF32:
            return 4;
        case GgufType::kU64:
        case GgufType::kI64:
        case GgufType::kF64:
            return 8;
        case GgufType::kString:
        case GgufType::kArray:
            return 0;
    }
    return 0;
}

bool is_type(std::uint32_t number) {
    return number <= static_cast<std::uint32_t>(GgufType::kF64);
}

// Reads one file.
class GgufReader {
  public:
    GgufReader(std::shared_ptr<const MappedFile> file, std::string name)
        : name_(std::move(name)), reader_(*file), out_(name_) {
        out_.file = std::move(file);
    }

    Result<GgufFile> read() {
        for (const auto step : {&GgufReader::read_start, &GgufReader::read_metadata, &GgufReader::read_tensors,
                                &GgufReader::check_tensors})
            if (Status status = (this->*step)(); !status.is_ok()) return status.error();
        return std::move(out_);
    }

  private:
    Status read_start() {
        if (reader_.left() == 0) return invalid(name_ + ": empty, expected a GGUF file");
        std::uint32_t magic = 0;
        constexpr std::uint32_t kMagic = 0x46554747;  // "GGUF"
        Status status = reader_.read_number(magic);
        if (status.is_ok() && magic != kMagic) {
            std::string text;
            for (unsigned shift = 0; shift < 32; shift += 8) text += static_cast<char>((magic >> shift) & 0xFF);
            return invalid(name_ + ": begins with \"" + shown_text(text) + "\", expected \"GGUF\"");
        }
        if (status.is_ok()) status = reader_.read_number(out_.version);
        if (!status.is_ok()) return status;
        if (out_.version != 0 && (out_.version & 0xFFFF) == 0)
            return unsupported(name_ + ": a big-endian file, expected a little-endian one");
        if (out_.version != 2 && out_.version != 3)
            return unsupported(name_ + ": version " + std::to_string(out_.version) + ", expected 2 or 3");
        status = reader_.read_number(tensor_count_);
        if (status.is_ok()) status = reader_.read_number(pair_count_);
        if (!status.is_ok()) return status;
        if (pair_count_ > reader_.left() / kLeastPairBytes)
            return invalid(name_ + ": announces " + std::to_string(pair_count_) +
                           " pairs of metadata, expected at most " + std::to_string(reader_.left() / kLeastPairBytes) +
                           " in a file of this size");
        if (tensor_count_ > reader_.left() / kLeastTensorBytes)
            return invalid(name_ + ": announces " + std::to_string(tensor_count_) + " tensors, expected at most " +
                           std::to_string(reader_.left() / kLeastTensorBytes) + " in a file of this size");
        return {};
    }

    // A string of at most `max` bytes and no more than there are. `what` is named in the error.
    Status read_string(std::uint64_t max, const std::string& what, std::string& out) {
        std::uint64_t size = 0;
        if (Status status = reader_.read_number(size); !status.is_ok()) return in_place(what, status);
        if (size > std::min(max, reader_.left()))
            return invalid(name_ + ": " + what + ": found a length of " + std::to_string(size) +
                           " bytes, expected at most " + std::to_string(std::min(max, reader_.left())));
        return in_place(what, reader_.append(size, out));
    }

    // A short read, told together with what was being read.
    Status in_place(const std::string& what, Status status) const {
        if (status.is_ok() || status.error().kind != ErrorKind::kInvalid) return status;
        return invalid(name_ + ": " + what + ": the file ends inside it");
    }

    Status read_metadata() {
        for (std::uint64_t i = 0; i < pair_count_; ++i) {
            std::string key;
            const std::string place = "metadata pair " + std::to_string(i);
            if (Status status = read_string(kMaxKeyBytes, place, key); !status.is_ok()) return status;
            if (key.empty() || !is_valid_utf8(key))
                return invalid(name_ + ": " + place + ": found the key \"" + shown_text(key, 60) +
                               "\", expected a name in UTF-8");
            const std::string shown = shown_text(key, 100);
            GgufValue value;
            if (Status status = read_value(shown, value); !status.is_ok()) return status;
            if (!out_.metadata.add(std::move(key), std::move(value)))
                return invalid(name_ + ": " + shown + ": comes twice, expected once");
        }
        const Result<std::optional<std::uint64_t>> parts =
            out_.metadata.find_integer("split.count", std::numeric_limits<std::uint64_t>::max());
        if (!parts.has_value()) return parts.error();
        if (parts.value().value_or(1) > 1)
            return unsupported(name_ + ": split.count: a model split into " + std::to_string(*parts.value()) +
                               " files, expected one whole file");
        return {};
    }

    Status read_type(const std::string& key, GgufType& out) {
        std::uint32_t number = 0;
        if (Status status = in_place(key, reader_.read_number(number)); !status.is_ok()) return status;
        if (!is_type(number))
            return invalid(name_ + ": " + key + ": found a value of type " + std::to_string(number) +
                           ", expected 0 to " + std::to_string(static_cast<std::uint32_t>(GgufType::kF64)));
        out = static_cast<GgufType>(number);
        return {};
    }

    Status read_value(const std::string& key, GgufValue& out) {
        if (Status status = read_type(key, out.type); !status.is_ok()) return status;
        if (out.type == GgufType::kArray) return read_list(key, out);
        if (out.type == GgufType::kString)
            return read_string(std::numeric_limits<std::uint64_t>::max(), key, out.value.emplace<std::string>());
        std::array<std::byte, 8> bytes{};
        const auto size = static_cast<std::size_t>(size_of(out.type));
        if (Status status = in_place(key, reader_.read(std::span(bytes).first(size))); !status.is_ok()) return status;
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < size; ++i) bits |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
        switch (out.type) {
            case GgufType::kBool:
                if (bits > 1)
                    return invalid(name_ + ": " + key + ": found the bool " + std::to_string(bits) +
                                   ", expected 0 or 1");
                out.value = bits == 1;
                break;
            case GgufType::kI8:
                out.value = std::int64_t{static_cast<std::int8_t>(bits)};
                break;
            case GgufType::kI16:
                out.value = std::int64_t{static_cast<std::int16_t>(bits)};
                break;
            case GgufType::kI32:
                out.value = std::int64_t{static_cast<std::int32_t>(bits)};
                break;
            case GgufType::kI64:
                out.value = static_cast<std::int64_t>(bits);
                break;
            case GgufType::kF32:
                out.value = double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
                break;
            case GgufType::kF64:
                out.value = std::bit_cast<double>(bits);
                break;
            default:
                out.value = bits;
        }
        return {};
    }

    Status read_list(const std::string& key, GgufValue& out) {
        GgufType element = GgufType::kU8;
        if (Status status = read_type(key, element); !status.is_ok()) return status;
        if (element == GgufType::kArray)
            return unsupported(name_ + ": " + key + ": a list of lists, expected one of numbers or strings");
        std::uint64_t count = 0;
        if (Status status = in_place(key, reader_.read_number(count)); !status.is_ok()) return status;
        const bool is_text = element == GgufType::kString;
        const std::uint64_t most = reader_.left() / (is_text ? sizeof(std::uint64_t) : size_of(element));
        if (count > most)
            return invalid(name_ + ": " + key + ": found a list of " + std::to_string(count) +
                           " values, expected at most " + std::to_string(most) + " in a file of this size");
        if (!is_text) {
            GgufNumbers& numbers = out.value.emplace<GgufNumbers>();
            numbers.element = element;
            numbers.count = count;
            return in_place(key, reader_.append(count * size_of(element), numbers.bytes));
        }
        GgufStrings& strings = out.value.emplace<GgufStrings>();
        for (std::uint64_t i = 0; i < count; ++i) {
            if (Status status = read_string(std::numeric_limits<std::uint64_t>::max(), key, strings.bytes);
                !status.is_ok())
                return status;
            strings.ends.push_back(strings.bytes.size());
        }
        return {};
    }

    Status read_tensors() {
        std::unordered_set<std::string> seen;
        for (std::uint64_t i = 0; i < tensor_count_; ++i) {
            GgufTensor tensor;
            const std::string place = "tensor " + std::to_string(i);
            if (Status status = read_string(kMaxNameBytes, place, tensor.name); !status.is_ok()) return status;
            if (tensor.name.empty() || !is_valid_utf8(tensor.name))
                return invalid(name_ + ": " + place + ": found the name \"" + shown_text(tensor.name) +
                               "\", expected one in UTF-8");
            const std::string shown = shown_text(tensor.name);
            if (!seen.insert(tensor.name).second) return invalid(name_ + ": " + shown + ": comes twice, expected once");
            if (Status status = read_tensor(shown, tensor); !status.is_ok()) return status;
            out_.tensors.push_back(std::move(tensor));
        }
        return {};
    }

    Status read_tensor(const std::string& shown, GgufTensor& tensor) {
        std::uint32_t dimensions = 0;
        if (Status status = in_place(shown, reader_.read_number(dimensions)); !status.is_ok()) return status;
        if (dimensions < 1 || dimensions > kMaxDimensions)
            return invalid(name_ + ": " + shown + ": found " + std::to_string(dimensions) +
                           " dimensions, expected 1 to " + std::to_string(kMaxDimensions));
        std::uint64_t elements = 1;
        for (std::uint32_t i = 0; i < dimensions; ++i) {
            std::uint64_t extent = 0;
            if (Status status = in_place(shown, reader_.read_number(extent)); !status.is_ok()) return status;
            if (extent == 0 || extent > std::numeric_limits<std::uint64_t>::max() / elements)
                return invalid(name_ + ": " + shown + ": dimension " + std::to_string(i) + ": found " +
                               std::to_string(extent) + ", expected 1 to " +
                               std::to_string(std::numeric_limits<std::uint64_t>::max() / elements));
            elements *= extent;
            tensor.shape.insert(tensor.shape.begin(), extent);
        }
        std::uint32_t type = 0;
        if (Status status = in_place(shown, reader_.read_number(type)); !status.is_ok()) return status;
        tensor.type = find_ggml_type(type);
        if (tensor.type == nullptr)
            return unsupported(name_ + ": " + shown + ": found the type " + std::to_string(type) +
                               ", which is removed or unknown, expected one such as 0 (F32) or 8 (Q8_0)");
        const std::uint64_t block = tensor.type->block_elements;
        if (tensor.shape.back() % block != 0)
            return invalid(name_ + ": " + shown + ": found rows of " + std::to_string(tensor.shape.back()) +
                           ", expected a multiple of " + std::to_string(block) + " for the type " + tensor.type->name);
        const std::uint64_t blocks = elements / block;
        if (blocks > std::numeric_limits<std::uint64_t>::max() / tensor.type->block_bytes)
            return invalid(name_ + ": " + shown + ": found " + std::to_string(elements) +
                           " elements, more than any file holds");
        tensor.bytes = blocks * tensor.type->block_bytes;
        return in_place(shown, reader_.read_number(tensor.offset));  // from the start of the data for now
    }

    Status check_tensors() {
        const Result<std::uint64_t> alignment = read_alignment();
        if (!alignment.has_value()) return alignment.error();
        const std::uint64_t end = reader_.offset();
        const std::uint64_t padding = (alignment.value() - end % alignment.value()) % alignment.value();
        const std::uint64_t data_bytes = reader_.left() < padding ? 0 : reader_.left() - padding;
        for (GgufTensor& tensor : out_.tensors) {
            const std::string shown = shown_text(tensor.name);
            if (tensor.offset % alignment.value() != 0)
                return invalid(name_ + ": " + shown + ": found the offset " + std::to_string(tensor.offset) +
                               ", expected a multiple of " + std::to_string(alignment.value()));
            if (tensor.offset > data_bytes || tensor.bytes > data_bytes - tensor.offset)
                return invalid(name_ + ": " + shown + ": found " + std::to_string(tensor.bytes) +
                               " bytes from offset " + std::to_string(tensor.offset) + ", expected an end within the " +
                               std::to_string(data_bytes) + " bytes of data");
            tensor.offset += end + padding;
        }
        return check_overlaps();
    }

    Result<std::uint64_t> read_alignment() const {
        constexpr std::uint64_t kDefault = 32;
        const char* key = "general.alignment";
        const Result<std::optional<std::uint64_t>> given =
            out_.metadata.find_integer(key, std::numeric_limits<std::uint64_t>::max());
        if (!given.has_value()) return given.error();
        const std::uint64_t alignment = given.value().value_or(kDefault);
        if (!std::has_single_bit(alignment) || alignment > kMaxAlignment)
            return out_.metadata.unexpected(key, std::to_string(alignment),
                                            "a power of two up to " + std::to_string(kMaxAlignment));
        return alignment;
    }

    Status check_overlaps() const {
        std::vector<const GgufTensor*> order;
        for (const GgufTensor& tensor : out_.tensors) order.push_back(&tensor);
        std::stable_sort(order.begin(), order.end(),
                         [](const GgufTensor* a, const GgufTensor* b) { return a->offset < b->offset; });
        for (std::size_t i = 1; i < order.size(); ++i)
            if (order[i]->offset < order[i - 1]->offset + order[i - 1]->bytes)
                return invalid(name_ + ": " + shown_text(order[i]->name) + ": shares bytes with " +
                               shown_text(order[i - 1]->name) + ", expected bytes of its own");
        return {};
    }

    std::string name_;
    HeaderReader reader_;
    GgufFile out_;
    std::uint64_t tensor_count_ = 0;
    std::uint64_t pair_count_ = 0;
};

}  // namespace

Result<GgufFile> open_gguf(const std::filesystem::path& path) {
    Result<MappedFile> file = MappedFile::open(path);
    if (!file.has_value()) return file.error();
    return GgufReader(std::make_shared<const MappedFile>(std::move(file).value()), shown_path(path)).read();
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
