#include "core/io/safetensors.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "core/io/safetensors_header.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeaderBytes = std::uint64_t{16} << 20;
constexpr std::string_view kLfsStart = "version https://git-lfs";

struct DTypeFact {
    const char* name;
    DType dtype;
    unsigned bits;
};

constexpr DTypeFact kDTypes[] = {
    {"BOOL", DType::kBool, 8},       {"F4", DType::kSubByte, 4},     {"F6_E2M3", DType::kSubByte, 6},
    {"F6_E3M2", DType::kSubByte, 6}, {"U8", DType::kU8, 8},          {"I8", DType::kI8, 8},
    {"F8_E5M2", DType::kF8, 8},      {"F8_E4M3", DType::kF8, 8},     {"F8_E8M0", DType::kF8, 8},
    {"F8_E4M3FNUZ", DType::kF8, 8},  {"F8_E5M2FNUZ", DType::kF8, 8}, {"I16", DType::kI16, 16},
    {"U16", DType::kU16, 16},        {"F16", DType::kF16, 16},       {"BF16", DType::kBF16, 16},
    {"I32", DType::kI32, 32},        {"U32", DType::kU32, 32},       {"F32", DType::kF32, 32},
    {"C64", DType::kC64, 64},        {"F64", DType::kF64, 64},       {"I64", DType::kI64, 64},
    {"U64", DType::kU64, 64},
};

const DTypeFact* find_dtype(const std::string& name) {
    const auto* found =
        std::find_if(std::begin(kDTypes), std::end(kDTypes), [&](const DTypeFact& fact) { return name == fact.name; });
    return found == std::end(kDTypes) ? nullptr : found;
}

// a · b, or nothing where it exceeds 64 bits.
std::optional<std::uint64_t> product(std::uint64_t a, std::uint64_t b) {
    if (a != 0 && b > std::numeric_limits<std::uint64_t>::max() / a) return std::nullopt;
    return a * b;
}

// The entry with its type, shape and size checked against each other, and its range against `data_bytes`. `where` is
// FILE: tensor "NAME".
Result<TensorInfo> check_entry(const SafetensorsEntry& entry, std::uint64_t data_bytes, const std::string& where) {
    const std::string range = "[" + std::to_string(entry.begin) + ", " + std::to_string(entry.end) + "]";
    if (entry.end < entry.begin) return invalid(where + ": data_offsets " + range + ": ends before it begins");
    if (entry.end > data_bytes)
        return invalid(where + ": data_offsets " + range + ": outside the file, which holds " +
                       std::to_string(data_bytes) + " bytes of data");
    const DTypeFact* fact = find_dtype(entry.dtype);
    if (fact == nullptr)
        return invalid(where + ": dtype \"" + shown_text(entry.dtype, 40) +
                       "\", expected a type that safetensors defines, such as F32, F16 or BF16");

    TensorInfo tensor;
    tensor.dtype = fact->dtype;
    tensor.dtype_name = entry.dtype;
    std::optional<std::uint64_t> bits = fact->bits;
    for (const std::uint64_t extent : entry.shape) {
        if (extent > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) bits.reset();
        if (bits) bits = product(*bits, extent);
        if (!bits) return invalid(where + ": shape: more elements than any file can hold");
        tensor.shape.push_back(static_cast<std::int64_t>(extent));
    }
    if (*bits % 8 != 0) return invalid(where + ": " + std::to_string(*bits) + " bits, expected whole bytes");
    if (*bits / 8 != entry.end - entry.begin)
        return invalid(where + ": data_offsets " + range + " hold " + std::to_string(entry.end - entry.begin) +
                       " bytes, expected " + std::to_string(*bits / 8) + " for " + entry.dtype + " " +
                       shape_text(tensor.shape));
    tensor.offset = static_cast<std::size_t>(entry.begin);
    tensor.bytes = static_cast<std::size_t>(entry.end - entry.begin);
    return tensor;
}

// The ranges must lie one behind the other and fill the data: no hole, no overlap, nothing left at the end.
Status check_layout(const std::map<std::string, TensorInfo>& tensors, std::uint64_t data_bytes,
                    const std::string& file) {
    std::vector<std::pair<const std::string*, const TensorInfo*>> order;
    order.reserve(tensors.size());
    for (const auto& [name, tensor] : tensors) order.emplace_back(&name, &tensor);
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return std::pair(a.second->offset, a.second->bytes) < std::pair(b.second->offset, b.second->bytes);
    });
    std::size_t expected = 0;
    std::string before = "the data begins";
    for (const auto& [name, tensor] : order) {
        if (tensor->offset != expected)
            return invalid(file + ": tensor \"" + shown_text(*name) + "\": begins at byte " +
                           std::to_string(tensor->offset) + " of the data, expected " + std::to_string(expected) +
                           ", where " + before + (tensor->offset < expected ? " (overlap)" : " (hole)"));
        expected += tensor->bytes;
        before = "\"" + shown_text(*name) + "\" ends";
    }
    if (expected != data_bytes)
        return invalid(file + ": " + std::to_string(data_bytes) + " bytes of data, expected " +
                       std::to_string(expected) + ": the tensors end before the file does");
    return {};
}

// The length of the header, checked against the file before anything is allocated.
Result<std::uint64_t> read_header_length(const MappedFile& file, const std::string& name) {
    const std::uint64_t size = file.bytes().size();
    if (size < kLengthBytes)
        return invalid(name + ": " + std::to_string(size) + " bytes: too short, expected a header length of 8 bytes");
    std::array<std::byte, kLengthBytes> bytes{};
    if (const Status status = file.read(0, bytes); !status.is_ok()) return status.error();
    std::uint64_t length = 0;
    for (std::size_t i = kLengthBytes; i-- > 0;) length = length << 8 | static_cast<std::uint64_t>(bytes[i]);
    if (length > size - kLengthBytes)
        return invalid(name + ": header length " + std::to_string(length) + ", expected at most " +
                       std::to_string(size - kLengthBytes) + " in a file of " + std::to_string(size) + " bytes");
    if (length > kMaxHeaderBytes)
        return invalid(name + ": header length " + std::to_string(length) + ", expected at most " +
                       std::to_string(kMaxHeaderBytes));
    return length;
}

bool is_lfs_pointer(const MappedFile& file) {
    std::array<std::byte, kLfsStart.size()> start{};
    if (file.bytes().size() < start.size() || file.bytes().size() > 1024) return false;
    if (!file.read(0, start).is_ok()) return false;
    return std::equal(start.begin(), start.end(), kLfsStart.begin(),
                      [](std::byte a, char b) { return static_cast<char>(a) == b; });
}

}  // namespace

Result<SafetensorsFile> open_safetensors(const std::filesystem::path& path) {
    Result<MappedFile> mapped = MappedFile::open(path);
    if (!mapped.has_value()) return mapped.error();
    const std::string name = shown_path(path);
    SafetensorsFile result;
    result.file = std::make_shared<const MappedFile>(std::move(mapped).value());
    if (is_lfs_pointer(*result.file))
        return invalid(name + ": a Git LFS pointer, expected the weights themselves: fetch them with \"git lfs pull\"");

    const Result<std::uint64_t> length = read_header_length(*result.file, name);
    if (!length.has_value()) return length.error();
    std::string json(static_cast<std::size_t>(length.value()), '\0');
    if (const Status status = result.file->read(kLengthBytes, std::as_writable_bytes(std::span(json))); !status.is_ok())
        return status.error();
    const auto entries = parse_safetensors_header(json, name);
    if (!entries.has_value()) return entries.error();

    const std::uint64_t data_start = kLengthBytes + length.value();
    const std::uint64_t data_bytes = result.file->bytes().size() - data_start;
    for (const auto& [tensor_name, entry] : entries.value()) {
        Result<TensorInfo> tensor =
            check_entry(entry, data_bytes, name + ": tensor \"" + shown_text(tensor_name) + "\"");
        if (!tensor.has_value()) return tensor.error();
        result.tensors.emplace(tensor_name, std::move(tensor).value());
    }
    if (const Status status = check_layout(result.tensors, data_bytes, name); !status.is_ok()) return status.error();
    for (auto& [tensor_name, tensor] : result.tensors) tensor.offset += static_cast<std::size_t>(data_start);
    return result;
}

std::string shape_text(std::span<const std::int64_t> shape) {
    if (shape.empty()) return "scalar";
    std::string text;
    for (const std::int64_t extent : shape) {
        if (!text.empty()) text += " × ";
        text += std::to_string(extent);
    }
    return text;
}

}  // namespace headscope
