#include "core/model/bound_reader.h"

#include <algorithm>

#include "core/io/shown.h"

namespace headscope {

std::size_t BoundReader::element_count(Place place) const {
    std::size_t count = 1;
    for (const std::int64_t size : bound_.tensors[place]->info.shape) count *= static_cast<std::size_t>(size);
    return count;
}

EmbeddingTable BoundReader::table_of(Place place) const {
    const StoredTensor& tensor = *bound_.tensors[place];
    EmbeddingTable table;
    table.rows = extent(place, 0);
    table.cols = extent(place, 1);
    table.dtype = tensor.info.dtype;
    table.file = tensor.file;
    table.data = tensor.bytes().data();
    return table;
}

Status BoundReader::read(TensorReader& reader, Place place, std::size_t first, std::span<float> out) {
    Status status = read_uncounted(reader, place, first, out);
    if (status.is_ok()) count(place, out);
    return status;
}

Status BoundReader::read_uncounted(TensorReader& reader, Place place, std::size_t first, std::span<float> out) const {
    const StoredTensor& tensor = *bound_.tensors[place];
    return reader.read(*tensor.file, tensor.info, first, out);
}

Status BoundReader::read_vector(Place place, std::vector<float>& out) {
    out.resize(static_cast<std::size_t>(bound_.tensors[place]->info.shape.back()));
    TensorReader reader;
    return read(reader, place, 0, out);
}

Status BoundReader::check(Place place, std::size_t begin, std::size_t end) {
    TensorReader reader;
    std::vector<float> chunk(std::min(kChunkFloats, end - begin));
    while (begin < end) {
        const std::size_t count = std::min(kChunkFloats, end - begin);
        if (Status status = read(reader, place, begin, std::span(chunk).first(count)); !status.is_ok()) return status;
        begin += count;
    }
    return {};
}

std::vector<std::string> BoundReader::warnings() const {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < non_finite_.size(); ++i) {
        const std::size_t count = non_finite_[i].load();
        if (count > 0)
            lines.push_back(shown_path(bound_.tensors[i]->file->path()) + ": tensor " + shown_text(bound_.names[i]) +
                            ": " + std::to_string(count) + (count == 1 ? " value is" : " values are") +
                            " NaN or infinite");
    }
    return lines;
}

}  // namespace headscope
