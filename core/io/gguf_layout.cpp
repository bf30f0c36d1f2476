#include "core/io/gguf_layout.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <string>

#include "core/io/shown.h"

namespace headscope {
namespace {

constexpr std::uint64_t kMaxAlignment = std::uint64_t{1} << 20;

Result<std::uint64_t> read_alignment(const GgufMetadata& metadata) {
    constexpr std::uint64_t kDefault = 32;
    const char* key = "general.alignment";
    const Result<std::optional<std::uint64_t>> given =
        metadata.find_integer(key, std::numeric_limits<std::uint64_t>::max());
    if (!given.has_value()) return given.error();
    const std::uint64_t alignment = given.value().value_or(kDefault);
    if (!std::has_single_bit(alignment) || alignment > kMaxAlignment)
        return metadata.unexpected(key, std::to_string(alignment),
                                   "a power of two up to " + std::to_string(kMaxAlignment));
    return alignment;
}

Status check_overlaps(const std::vector<GgufTensor>& tensors, const std::string& name) {
    std::vector<const GgufTensor*> order;
    for (const GgufTensor& tensor : tensors) order.push_back(&tensor);
    std::stable_sort(order.begin(), order.end(),
                     [](const GgufTensor* a, const GgufTensor* b) { return a->offset < b->offset; });
    for (std::size_t i = 1; i < order.size(); ++i)
        if (order[i]->offset < order[i - 1]->offset + order[i - 1]->bytes)
            return invalid(name + ": " + shown_text(order[i]->name) + ": shares bytes with " +
                           shown_text(order[i - 1]->name) + ", expected bytes of its own");
    return {};
}

}  // namespace

Status place_gguf_tensors(const GgufMetadata& metadata, std::uint64_t header_end, std::uint64_t file_bytes,
                          std::vector<GgufTensor>& tensors) {
    const std::string& name = metadata.name();
    const Result<std::uint64_t> alignment = read_alignment(metadata);
    if (!alignment.has_value()) return alignment.error();
    const std::uint64_t padding = (alignment.value() - header_end % alignment.value()) % alignment.value();
    const std::uint64_t left = file_bytes - header_end;
    const std::uint64_t data_bytes = left < padding ? 0 : left - padding;
    for (GgufTensor& tensor : tensors) {
        const std::string shown = shown_text(tensor.name);
        if (tensor.offset % alignment.value() != 0)
            return invalid(name + ": " + shown + ": found the offset " + std::to_string(tensor.offset) +
                           ", expected a multiple of " + std::to_string(alignment.value()));
        if (tensor.offset > data_bytes || tensor.bytes > data_bytes - tensor.offset)
            return invalid(name + ": " + shown + ": found " + std::to_string(tensor.bytes) + " bytes from offset " +
                           std::to_string(tensor.offset) + ", expected an end within the " +
                           std::to_string(data_bytes) + " bytes of data");
        tensor.offset += header_end + padding;
    }
    return check_overlaps(tensors, name);
}

}  // namespace headscope
