#include "core/trace/map_pixels.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "core/nn/attention.h"
#include "core/trace/layer_masks.h"

namespace headscope {
namespace {

// Without branches and floating-point comparisons, so that compilers turn loops over it into vector code.
inline std::uint16_t half_of(float weight) {
    constexpr std::int32_t kOne = 0x3F800000;       // 1.0F
    constexpr std::int32_t kInfinity = 0x7F800000;  // and every NaN lies above it
    constexpr std::int32_t kSmallestNormal = 113 << 23;
    const std::int32_t raw = std::bit_cast<std::int32_t>(weight);
    // Non-negative floats order like their bits; negative ones have the sign bit and so are below 0.
    const std::int32_t bits = std::min(std::max(raw, 0), kOne);
    // At least 2⁻¹⁴: rebias the exponent from 127 to 15 and round the 13 dropped bits to nearest, ties to even.
    const std::int32_t normal = (bits - (112 << 23) + 0xFFF + ((bits >> 13) & 1)) >> 13;
    // Below: adding 0.5 makes the processor round to multiples of 2⁻²⁴, the step of subnormal halves.
    const std::int32_t subnormal =
        std::bit_cast<std::int32_t>(std::bit_cast<float>(bits) + 0.5F) - std::bit_cast<std::int32_t>(0.5F);
    // Chosen by bit masks: a conditional would be compiled into a jump around the addition.
    const std::int32_t is_subnormal = -static_cast<std::int32_t>(bits < kSmallestNormal);
    const std::int32_t half = (subnormal & is_subnormal) | (normal & ~is_subnormal);
    const std::int32_t is_finite = -static_cast<std::int32_t>((raw & 0x7FFFFFFF) < kInfinity);
    return static_cast<std::uint16_t>((half & is_finite) | (kInvalidHalf & ~is_finite));
}

std::int16_t as_signed(std::uint16_t half) {
    return static_cast<std::int16_t>(half);
}
std::uint16_t greater(std::uint16_t x, std::uint16_t y) {
    return as_signed(x) > as_signed(y) ? x : y;
}

// Neighbouring shown tokens.
struct Run {
    Index first = 0;
    Index count = 0;
};

struct Job {
    const std::vector<Index>& queries;  // the shown ones
    const std::vector<Index>& keys;
    std::vector<Run> runs;  // the same keys
    bool renormalise = false;
    std::span<const float> row_scales = {};  // [query of all]; empty: 1
};

std::vector<Run> runs_of(const std::vector<Index>& tokens) {
    std::vector<Run> runs;
    for (const Index token : tokens) {
        if (runs.empty() || runs.back().first + runs.back().count != token) runs.push_back({token, 0});
        ++runs.back().count;
    }
    return runs;
}

// In float64, in eight interleaved parts that vector units add side by side.
double sum_of(const float* values, Index count) {
    double parts[8] = {};
    Index i = 0;
    for (; i + 8 <= count; i += 8) {
        for (Index lane = 0; lane < 8; ++lane) parts[lane] += static_cast<double>(values[i + lane]);
    }
    double sum = 0;
    for (; i < count; ++i) sum += static_cast<double>(values[i]);
    for (const double part : parts) sum += part;
    return sum;
}

float scale_of_row(const Job& job, const float* row) {
    if (!job.renormalise) return 1;
    double sum = 0;
    for (const Run& run : job.runs) sum += sum_of(row + run.first, run.count);
    return sum == 0 ? 1.0F : static_cast<float>(1 / sum);
}

// One row of level 0.
void fill_row(const Job& job, Index query, const float* row, std::uint16_t* out) {
    float scale = scale_of_row(job, row);
    if (!job.row_scales.empty()) scale *= job.row_scales[static_cast<std::size_t>(query)];
    for (const Run& run : job.runs) {
        const float* weights = row + run.first;
        for (Index i = 0; i < run.count; ++i) out[i] = half_of(weights[i] * scale);
        out += run.count;
    }
}

bool forbids_anything(const AttentionMask& mask) {
    return mask.kind != MaskKind::kNone || mask.window != 0 || !mask.allowed_keys.empty();
}

// The mask leaves exactly 0 behind; where it forbids a whole row, the weights are uniform and stay. Of several masks
// all must forbid a cell.
void mark_masked(const Job& job, std::span<const AttentionMask* const> masks, Index query, std::uint16_t* out) {
    for (const AttentionMask* mask : masks)
        if (!forbids_anything(*mask)) return;
    for (std::size_t i = 0; i < job.keys.size(); ++i) {
        if (out[i] != 0) continue;
        const bool is_allowed = std::any_of(
            masks.begin(), masks.end(), [&](const AttentionMask* mask) { return mask->allows(query, job.keys[i]); });
        if (!is_allowed) out[i] = kMaskedHalf;
    }
}

void fill_slice(const Job& job, std::span<const AttentionMask* const> masks, ConstMatrixView map, std::uint16_t* out) {
    for (const Index query : job.queries) {
        fill_row(job, query, map.row(query), out);
        mark_masked(job, masks, query, out);
        out += job.keys.size();
    }
}

// out[i] = the larger of the neighbours 2 i and 2 i + 1; the last one also takes an odd one left over.
void reduce_pairs(const std::uint16_t* in, int n_in, std::uint16_t* out, int n_out) {
    if (n_in == 1) {
        out[0] = in[0];
        return;
    }
    for (int i = 0; i < n_out; ++i) out[i] = greater(in[2 * i], in[2 * i + 1]);
    if (n_in % 2 == 1) out[n_out - 1] = greater(out[n_out - 1], in[n_in - 1]);
}

void reduce_level(const std::uint16_t* in, const MapPixels::Level& from, std::uint16_t* out, const MapPixels::Level& to,
                  std::vector<std::uint16_t>& tallest) {
    tallest.resize(static_cast<std::size_t>(from.cols));
    for (int r = 0; r < to.rows; ++r) {
        const int first = from.rows == 1 ? 0 : 2 * r;
        const int end = r + 1 == to.rows ? from.rows : first + 2;
        const std::uint16_t* row = in + static_cast<std::ptrdiff_t>(first) * from.cols;
        std::copy(row, row + from.cols, tallest.begin());
        for (int below = first + 1; below < end; ++below) {
            row += from.cols;
            for (int c = 0; c < from.cols; ++c) {
                const auto i = static_cast<std::size_t>(c);
                tallest[i] = greater(tallest[i], row[i]);
            }
        }
        reduce_pairs(tallest.data(), from.cols, out + static_cast<std::ptrdiff_t>(r) * to.cols, to.cols);
    }
}

std::size_t cells(const MapPixels::Level& level) {
    return static_cast<std::size_t>(level.rows) * static_cast<std::size_t>(level.cols);
}

void resize_levels(int n_slices, int rows, int cols, MapPixels& out) {
    const bool is_empty = rows == 0 || cols == 0;
    out.n_slices = is_empty ? 0 : n_slices;
    out.levels.resize(is_empty ? 0
                               : static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(std::max(rows, cols)))));
    for (MapPixels::Level& level : out.levels) {
        level.rows = rows;
        level.cols = cols;
        level.halves.resize(cells(level) * static_cast<std::size_t>(n_slices));
        rows = std::max(rows / 2, 1);
        cols = std::max(cols / 2, 1);
    }
}

// All levels of one slice, whose sizes are set.
void fill_levels(const Job& job, std::span<const AttentionMask* const> masks, ConstMatrixView map, std::size_t slice,
                 MapPixels& out) {
    std::uint16_t* cells_of_level = out.levels[0].halves.data() + slice * cells(out.levels[0]);
    fill_slice(job, masks, map, cells_of_level);
    std::vector<std::uint16_t> tallest;
    for (std::size_t k = 1; k < out.levels.size(); ++k) {
        std::uint16_t* next = out.levels[k].halves.data() + slice * cells(out.levels[k]);
        reduce_level(cells_of_level, out.levels[k - 1], next, out.levels[k], tallest);
        cells_of_level = next;
    }
}

}  // namespace

std::uint16_t weight_to_half(float weight) {
    return half_of(weight);
}

std::vector<Index> shown_places(const std::vector<Token>& tokens, SpecialsMode specials) {
    std::vector<Index> shown;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (specials == SpecialsMode::kKeep || !tokens[i].is_special) shown.push_back(static_cast<Index>(i));
    }
    return shown;
}

std::vector<Index> shown_tokens(const AttentionTrace& trace, SpecialsMode specials) {
    return shown_places(trace.encoding.tokens, specials);
}

std::vector<Index> shown_target_tokens(const AttentionTrace& trace, SpecialsMode specials) {
    return shown_places(trace.target.tokens, specials);
}

void build_map_pixels(const AttentionTrace& trace, SpecialsMode specials, ThreadPool& pool, MapPixels& out,
                      MapSet set) {
    const MapSetView view = get_map_set(trace, set);
    const AttentionMaps& maps = view.maps;
    const std::vector<Index> queries = shown_places(view.queries, specials);
    const std::vector<Index> keys = shown_places(view.keys, specials);
    const Job job{queries, keys, runs_of(keys), specials == SpecialsMode::kRenormalise};
    resize_levels(static_cast<int>(maps.n_layers() * maps.n_heads()), static_cast<int>(queries.size()),
                  static_cast<int>(keys.size()), out);

    const std::vector<AttentionMask> masks = layer_masks(trace, set);
    pool.for_each(out.n_slices, [&](int slice) {
        const Index layer = slice / maps.n_heads();
        const AttentionMask* mask = &masks[static_cast<std::size_t>(layer)];
        fill_levels(job, {&mask, 1}, maps.head(layer, slice % maps.n_heads()), static_cast<std::size_t>(slice), out);
    });
}

MapPixels build_map_pixels(const AttentionTrace& trace, SpecialsMode specials, ThreadPool& pool, MapSet set) {
    MapPixels out;
    build_map_pixels(trace, specials, pool, out, set);
    return out;
}

MapPixels build_map_pixels(const MapsToDraw& drawn, ThreadPool& pool) {
    const AttentionMaps& maps = drawn.maps;
    const auto n_queries = static_cast<std::size_t>(maps.n_queries());
    const std::vector<Run> runs = runs_of(drawn.keys);
    MapPixels out;
    resize_levels(static_cast<int>(maps.n_layers() * maps.n_heads()), static_cast<int>(drawn.queries.size()),
                  static_cast<int>(drawn.keys.size()), out);
    pool.for_each(out.n_slices, [&](int slice) {
        const auto s = static_cast<std::size_t>(slice);
        const Index layer = slice / maps.n_heads();
        const AttentionMask* mask = &drawn.masks[static_cast<std::size_t>(layer)];
        Job job{drawn.queries, drawn.keys, runs, false};
        if (!drawn.row_scales.empty()) job.row_scales = drawn.row_scales.subspan(s * n_queries, n_queries);
        fill_levels(job, {&mask, 1}, maps.head(layer, slice % maps.n_heads()), s, out);
    });
    return out;
}

MapPixels build_map_pixels(ConstMatrixView map, const std::vector<Index>& queries, const std::vector<Index>& keys,
                           std::span<const AttentionMask* const> masks, std::span<const float> row_scales) {
    MapPixels out;
    resize_levels(1, static_cast<int>(queries.size()), static_cast<int>(keys.size()), out);
    if (out.n_slices > 0) fill_levels({queries, keys, runs_of(keys), false, row_scales}, masks, map, 0, out);
    return out;
}

}  // namespace headscope
