#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/export/json_export.h"
#include "core/export/json_stream.h"
#include "core/nn/attention_maps.h"

namespace headscope {

// One set of maps in the file, by its numbers in the trace: which heads, and the positions of their rows and columns.
struct ExportedMaps {
    std::string name;
    const AttentionMaps* maps;
    const std::vector<Index>& layers;
    const std::vector<Index>& heads;
    const std::vector<Index>& queries;
    const std::vector<Index>& keys;
};

// Writes maps as the options ask for: all weights, or only the strongest. Both must outlive it.
class MapWriter {
  public:
    MapWriter(const JsonExportOptions& options, JsonStream& json) : options_(options), json_(json) {}

    // A member of its own with all maps of the set. Fails where the stream ends.
    Status write(const ExportedMaps& set);
    // "[row,row,…]" of one map in the dense form; false once there is no use in going on.
    bool write_map(ConstMatrixView map, const std::vector<Index>& queries, const std::vector<Index>& keys);

    // How many weights so far were not finite.
    std::size_t non_finite() const { return non_finite_; }

  private:
    Status write_dense(const ExportedMaps& set);
    Status write_sparse(const ExportedMaps& set);
    void gather(ConstMatrixView map, Index query, const std::vector<Index>& keys, std::vector<float>& row) const;
    std::vector<std::size_t> strongest(std::span<const float> row);

    const JsonExportOptions& options_;
    JsonStream& json_;
    std::size_t non_finite_ = 0;
};

}  // namespace headscope
