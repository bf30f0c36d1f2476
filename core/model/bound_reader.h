#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/tensor_table.h"
#include "core/model/tensor_values.h"
#include "core/model/weights.h"

namespace headscope {

// How many values are read at a time: 128 KiB, so that what is read stays in cache until it is packed.
constexpr std::size_t kChunkFloats = std::size_t{1} << 15;

// Reads the values of tensors that were found in files, and counts those that are not finite. The tensors must outlive
// it. Reading may go on in several threads at once. A place that is asked about must be bound, but by is_bound.
class BoundReader {
  public:
    explicit BoundReader(const BoundTensors& bound) : bound_(bound), non_finite_(bound.tensors.size()) {}

    // Whether there is such a tensor in the files.
    bool is_bound(Place place) const { return place != kNoPlace && bound_.tensors[place] != nullptr; }
    Index extent(Place place, std::size_t axis) const {
        return static_cast<Index>(bound_.tensors[place]->info.shape[axis]);
    }
    std::size_t element_count(Place place) const;
    // In the file.
    std::int64_t stored_bytes(Place place) const {
        return static_cast<std::int64_t>(bound_.tensors[place]->info.bytes);
    }
    // A [rows, cols] tensor left where it is. Nothing is read of it.
    EmbeddingTable table_of(Place place) const;

    // Elements [first, first + out.size()) in row-major order.
    Status read(TensorReader& reader, Place place, std::size_t first, std::span<float> out);
    // The same where not all of them are used: those that are have to be counted.
    Status read_uncounted(TensorReader& reader, Place place, std::size_t first, std::span<float> out) const;
    void count(Place place, std::span<const float> values) { non_finite_[place] += count_non_finite(values); }
    // All of a tensor of shape [n] or [1, n].
    Status read_vector(Place place, std::vector<float>& out);
    // Reads elements [begin, end), only to count.
    Status check(Place place, std::size_t begin, std::size_t end);

    // "FILE: tensor NAME: N values are NaN or infinite", a line for each tensor of which such have been read.
    std::vector<std::string> warnings() const;

  private:
    const BoundTensors& bound_;
    std::vector<std::atomic<std::size_t>> non_finite_;  // parallel to bound_.tensors
};

}  // namespace headscope
