#include "core/export/json_maps.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/io/json_write.h"
#include "core/trace/links.h"

namespace headscope {

Status MapWriter::write(const ExportedMaps& set) {
    const bool is_sparse = options_.top_k > 0 || options_.min_weight > 0;
    return is_sparse ? write_sparse(set) : write_dense(set);
}

// The row's weights on the chosen keys, renormalised if asked; what cannot be is NaN.
void MapWriter::gather(ConstMatrixView map, Index query, const std::vector<Index>& keys,
                       std::vector<float>& row) const {
    row.resize(keys.size());
    const float* weights = map.row(query);
    for (std::size_t i = 0; i < keys.size(); ++i) row[i] = weights[keys[i]];
    if (options_.specials != SpecialsMode::kRenormalise) return;
    const double total = std::accumulate(row.begin(), row.end(), 0.0);
    for (float& weight : row) weight = static_cast<float>(weight / total);
}

bool MapWriter::write_map(ConstMatrixView map, const std::vector<Index>& queries, const std::vector<Index>& keys) {
    std::vector<float> row;
    json_.text += '[';
    for (std::size_t q = 0; q < queries.size(); ++q) {
        if (json_.is_over()) return false;
        if (q > 0) json_.text += ',';
        json_.new_line();
        gather(map, queries[q], keys, row);
        json_.row(row, non_finite_);
    }
    json_.text += ']';
    return true;
}

Status MapWriter::write_dense(const ExportedMaps& set) {
    json_.key(set.name.c_str());
    json_.text += '[';
    for (std::size_t l = 0; l < set.layers.size(); ++l) {
        json_.text += l == 0 ? "[" : ",[";
        for (std::size_t h = 0; h < set.heads.size(); ++h) {
            if (h > 0) json_.text += ',';
            if (!write_map(set.maps->head(set.layers[l], set.heads[h]), set.queries, set.keys)) return json_.ending();
        }
        json_.text += ']';
    }
    json_.text += ']';
    return {};
}

// Positions in the row that the sparse form keeps, strongest first; ties by position.
std::vector<std::size_t> MapWriter::strongest(std::span<const float> row) {
    std::vector<std::size_t> kept;
    for (std::size_t k = 0; k < row.size(); ++k) {
        if (!std::isfinite(row[k])) {
            ++non_finite_;
        } else if (row[k] > 0 && row[k] >= options_.min_weight) {
            kept.push_back(k);
        }
    }
    std::stable_sort(kept.begin(), kept.end(), [&](std::size_t a, std::size_t b) { return row[a] > row[b]; });
    if (options_.top_k > 0) kept.resize(std::min(kept.size(), static_cast<std::size_t>(options_.top_k)));
    return kept;
}

Status MapWriter::write_sparse(const ExportedMaps& set) {
    json_.key((set.name + "_sparse").c_str());
    json_.text += "{\"form\": \"[layer, head, query, key, weight]\"";
    json_.key("top_k");
    json_.text += options_.top_k > 0 ? std::to_string(options_.top_k) : "null";
    json_.key("min_weight");
    if (options_.min_weight > 0) {
        append_json_number(json_.text, options_.min_weight);
    } else {
        json_.text += "null";
    }
    const auto count = [](const auto& values) { return static_cast<Index>(values.size()); };
    json_.numbers("shape", {count(set.layers), count(set.heads), count(set.queries), count(set.keys)});
    json_.key("entries");
    json_.text += '[';
    std::vector<float> row;
    bool is_first = true;
    for (const Index layer : set.layers) {
        for (const Index head : set.heads) {
            const ConstMatrixView map = set.maps->head(layer, head);
            const std::string start = "[" + std::to_string(layer) + "," + std::to_string(head) + ",";
            for (std::size_t q = 0; q < set.queries.size(); ++q) {
                if (json_.is_over()) return json_.ending();
                gather(map, set.queries[q], set.keys, row);
                for (const std::size_t k : strongest(row)) {
                    if (!is_first) json_.text += ',';
                    is_first = false;
                    json_.new_line();
                    json_.text += start + std::to_string(q) + "," + std::to_string(k) + ",";
                    append_json_number(json_.text, row[k], options_.digits);
                    json_.text += ']';
                }
                json_.flush();
            }
        }
    }
    json_.text += "]}";
    return {};
}

}  // namespace headscope
