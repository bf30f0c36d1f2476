#include "core/math/packed_linear.h"

#include <algorithm>
#include <cassert>

namespace headscope {
namespace {

// A block of x of this many floats stays in the second-level cache while the panels pass by.
constexpr Index kBlockFloats = 48 * 1024;
// Multiplications that are worth a task of their own, about 5 µs.
constexpr Index kTaskWork = 256 * 1024;

Index ceil_div(Index a, Index b) {
    return (a + b - 1) / b;
}

// Rows of x in a block, a multiple of the tile's rows.
Index block_rows(Index rows, Index k, Index tile_rows) {
    const Index most = std::max<Index>(1, kBlockFloats / std::max<Index>(k, 1) / tile_rows) * tile_rows;
    const Index blocks = ceil_div(rows, most);
    return ceil_div(ceil_div(rows, blocks), tile_rows) * tile_rows;
}

}  // namespace

PackedLinear::PackedLinear(Index out, Index in) : out_(out), in_(in) {
    assert(out > 0 && in > 0);
    panels_.reserve(static_cast<std::size_t>(padded_out() * in));
    bias_.reserve(static_cast<std::size_t>(padded_out()));
    std::fill_n(bias_.data(), padded_out(), 0.0F);
}

std::size_t PackedLinear::bytes_for(Index out, Index in) {
    const Index width = active_kernels().panel_width;
    return static_cast<std::size_t>(ceil_div(out, width) * width * (in + 1)) * sizeof(float);
}

Index PackedLinear::padded_out() const {
    return ceil_div(out_, panel_rows()) * panel_rows();
}

void PackedLinear::pack_rows(Index first_row, ConstMatrixView weight, std::span<const float> bias) {
    assert(first_row >= 0 && first_row + weight.rows <= out_ && weight.cols == in_);
    assert(bias.empty() || static_cast<Index>(bias.size()) == weight.rows);
    std::copy(bias.begin(), bias.end(), bias_.data() + first_row);
    const Index width = panel_rows();
    Index row = 0;
    while (row < weight.rows) {
        const Index lane = (first_row + row) % width;
        float* panel = panels_.data() + (first_row + row - lane) * in_;
        const Index rows = std::min(width - lane, weight.rows - row);
        const bool is_whole = lane == 0 && (rows == width || first_row + row + rows == out_);
        if (is_whole) {
            kernels_->pack_panel(weight.row(row), weight.stride, rows, in_, panel);
        } else {
            for (Index r = 0; r < rows; ++r) {
                for (Index i = 0; i < in_; ++i) panel[i * width + lane + r] = weight(row + r, i);
            }
            const bool ends_here = first_row + row + rows == out_;
            for (Index l = lane + rows; ends_here && l < width; ++l) {
                for (Index i = 0; i < in_; ++i) panel[i * width + l] = 0.0F;
            }
        }
        row += rows;
    }
}

void PackedLinear::copy_rows(Index first_row, MatrixView out) const {
    assert(first_row >= 0 && first_row + out.rows <= out_ && out.cols == in_);
    const Index width = panel_rows();
    for (Index r = 0; r < out.rows; ++r) {
        const Index lane = (first_row + r) % width;
        const float* panel = panels_.data() + (first_row + r - lane) * in_;
        float* row = out.row(r);
        for (Index i = 0; i < in_; ++i) row[i] = panel[i * width + lane];
    }
}

void PackedLinear::read_columns(Index first, Index count, float* out) const {
    assert(first >= 0 && first + count <= in_);
    const Index width = panel_rows();
    for (Index row = 0; row < out_; ++row) {
        const float* panel = panels_.data() + row / width * width * in_ + row % width;
        for (Index c = 0; c < count; ++c) out[row * count + c] = panel[(first + c) * width];
    }
}

void PackedLinear::apply(ConstMatrixView x, MatrixView y, Epilogue epilogue, ConstMatrixView residual,
                         ThreadPool& pool) const {
    assert(x.cols == in_ && y.rows == x.rows && y.cols == out_ && y.stride >= padded_out());
    assert(epilogue != Epilogue::kResidual || (residual.rows == x.rows && residual.stride >= padded_out()));
    const Index panels = padded_out() / panel_rows();
    const Index rows_a_block = block_rows(x.rows, in_, kernels_->tile_rows);
    const Index blocks = ceil_div(x.rows, rows_a_block);
    const Index panel_work = std::min(rows_a_block, x.rows) * in_ * panel_rows();
    const Index panels_a_task = std::clamp<Index>(kTaskWork / panel_work, 1, panels);
    const Index groups = ceil_div(panels, panels_a_task);
    pool.for_each(static_cast<int>(blocks * groups), [&](int i) {
        const Index block = i / groups;
        const Index group = i % groups;
        const Index row = block * rows_a_block;
        LinearTask task;
        task.x = x.row(row);
        task.x_stride = x.stride;
        task.rows = std::min(rows_a_block, x.rows - row);
        task.k = in_;
        task.panels = panels_.data();
        task.bias = bias_.data();
        task.first_panel = panels * group / groups;
        task.last_panel = panels * (group + 1) / groups;
        task.epilogue = epilogue;
        if (epilogue == Epilogue::kResidual) {
            task.residual = residual.row(row);
            task.residual_stride = residual.stride;
        }
        task.y = y.row(row);
        task.y_stride = y.stride;
        kernels_->linear(task);
    });
}

}  // namespace headscope
