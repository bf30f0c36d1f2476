#include "core/model/linear_packing.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace headscope {
namespace {

// In each group of `group` rows of `cols` values, brings those with even numbers in front of the others.
void join_halves(std::vector<float>& rows, Index group, Index cols) {
    std::vector<float> joined(rows.size());
    const Index count = static_cast<Index>(rows.size()) / cols;
    for (Index row = 0; row < count; ++row) {
        const Index within = row % group;
        const Index to = row - within + within / 2 + within % 2 * (group / 2);
        std::copy_n(rows.begin() + row * cols, cols, joined.begin() + to * cols);
    }
    rows.swap(joined);
}

// The biases of a run; none where it has no bias.
Status read_bias(const OutputRun& run, Index slice, BoundReader& reader, std::vector<float>& out) {
    out.clear();
    if (run.bias == kNoPlace) return {};
    std::vector<float> all(static_cast<std::size_t>(reader.extent(run.bias, slice >= 0 ? 1 : 0)));
    TensorReader tensors;
    const std::size_t begin = slice >= 0 ? static_cast<std::size_t>(slice) * all.size() : 0;
    if (Status status = reader.read_uncounted(tensors, run.bias, begin, all); !status.is_ok()) return status;
    for (Index i = 0; i < run.count; ++i) out.push_back(all[static_cast<std::size_t>(run.first + i * run.step)]);
    reader.count(run.bias, out);  // each value in the one run that takes it
    if (run.alternating > 0) join_halves(out, run.alternating, 1);
    return {};
}

std::span<const float> part_of(const std::vector<float>& bias, Index first, Index count) {
    if (bias.empty()) return {};
    return std::span<const float>(bias).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
}

// Packs rows that lie one behind the other, a chunk of whole panels at a time.
Status pack_rows(const LinearPlace& place, BoundReader& reader, PackedLinear& linear) {
    const Index cols = linear.in();
    Index out_row = 0;
    std::vector<float> bias;
    std::vector<float> values;
    TensorReader tensors;
    for (const OutputRun& run : place.runs) {
        if (Status status = read_bias(run, -1, reader, bias); !status.is_ok()) return status;
        Index chunk_rows = std::clamp<Index>(static_cast<Index>(kChunkFloats) / cols, 1, run.count);
        if (chunk_rows > linear.panel_rows()) chunk_rows = chunk_rows / linear.panel_rows() * linear.panel_rows();
        if (run.step != 1) chunk_rows = 1;
        if (run.alternating > 0) chunk_rows = std::max<Index>(chunk_rows / run.alternating, 1) * run.alternating;
        for (Index row = 0; row < run.count; row += chunk_rows) {
            const Index count = std::min(chunk_rows, run.count - row);
            values.resize(static_cast<std::size_t>(count * cols));
            const auto first = static_cast<std::size_t>((run.first + row * run.step) * cols);
            if (Status status = reader.read(tensors, run.weight, first, values); !status.is_ok()) return status;
            if (run.alternating > 0) join_halves(values, run.alternating, cols);
            linear.pack_rows(out_row + row, {values.data(), count, cols, cols}, part_of(bias, row, count));
        }
        out_row += run.count;
    }
    return {};
}

// Packs the columns of [in, out] weights.
Status pack_columns(const LinearPlace& place, BoundReader& reader, PackedLinear& linear) {
    const Index in = linear.in();
    Index out_row = 0;
    Place held = kNoPlace;
    std::vector<float> whole;
    std::vector<float> bias;
    TensorReader tensors;
    for (const OutputRun& run : place.runs) {
        const Index stored = reader.extent(run.weight, place.slice >= 0 ? 2 : 1);
        if (held != run.weight) {
            whole.resize(static_cast<std::size_t>(in * stored));
            const std::size_t first = place.slice >= 0 ? static_cast<std::size_t>(place.slice) * whole.size() : 0;
            if (Status status = reader.read(tensors, run.weight, first, whole); !status.is_ok()) return status;
            held = run.weight;
        }
        if (Status status = read_bias(run, place.slice, reader, bias); !status.is_ok()) return status;
        const Index chunk_rows = linear.panel_rows();
        std::vector<float> rows(static_cast<std::size_t>(chunk_rows * in));
        for (Index row = 0; row < run.count; row += chunk_rows) {
            const Index count = std::min(chunk_rows, run.count - row);
            for (Index i = 0; i < in; ++i) {
                const float* from = whole.data() + i * stored + run.first + row * run.step;
                for (Index r = 0; r < count; ++r) rows[static_cast<std::size_t>(r * in + i)] = from[r * run.step];
            }
            linear.pack_rows(out_row + row, {rows.data(), count, in, in}, part_of(bias, row, count));
        }
        out_row += run.count;
    }
    return {};
}

}  // namespace

Index inputs_of(const LinearPlace& place, const BoundReader& reader) {
    const Place weight = place.runs.front().weight;
    return place.slice >= 0 ? reader.extent(weight, 1) : reader.extent(weight, place.is_in_out ? 0 : 1);
}

Index outputs_of(const LinearPlace& place) {
    Index outputs = 0;
    for (const OutputRun& run : place.runs) outputs += run.count;
    return outputs;
}

Status pack_linear(const LinearPlace& place, BoundReader& reader, PackedLinear& out) {
    out = PackedLinear(outputs_of(place), inputs_of(place, reader));
    return place.is_in_out ? pack_columns(place, reader, out) : pack_rows(place, reader, out);
}

}  // namespace headscope
