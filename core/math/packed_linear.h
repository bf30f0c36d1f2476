#pragma once

#include <span>

#include "core/base/aligned_buffer.h"
#include "core/base/matrix.h"
#include "core/base/thread_pool.h"
#include "core/math/kernels.h"

namespace headscope {

// y = x Wᵀ + b with W [out, in] as torch.nn.Linear stores it, packed once into panels that the kernels stream. A weight
// remembers the kernels that were in use when it was made.
class PackedLinear {
  public:
    PackedLinear() = default;
    // Room for a weight of `out` × `in`, and a bias of 0; rows are filled by pack_rows. Throws std::bad_alloc.
    PackedLinear(Index out, Index in);

    // Packs rows [first_row, first_row + weight.rows) of W; `bias` is empty or has weight.rows values. Rows of
    // different panels (panel_rows() each) may be packed from different threads.
    void pack_rows(Index first_row, ConstMatrixView weight, std::span<const float> bias);

    // Copies rows [first_row, first_row + out.rows) of W back to `out` [.., in]. The bias is one number an output row.
    void copy_rows(Index first_row, MatrixView out) const;
    std::span<const float> bias() const { return {bias_.data(), static_cast<std::size_t>(out_)}; }
    // Columns [first, first + count) of W as they were packed, to out [out(), count].
    void read_columns(Index first, Index count, float* out) const;

    Index in() const { return in_; }
    Index out() const { return out_; }
    Index panel_rows() const { return kernels_->panel_width; }
    // Rows of `y` must have room for this many floats: out() rounded up to whole panels.
    Index padded_out() const;
    // Memory that a weight of these sizes holds.
    static std::size_t bytes_for(Index out, Index in);

    // y[T, out] = epilogue(x[T, in] Wᵀ + b). y's rows have room for padded_out() floats; what lies behind out() is
    // overwritten. `residual` ([T, out], rows with room for padded_out()) is read only by Epilogue::kResidual and may
    // be y itself. x must not overlap y.
    void apply(ConstMatrixView x, MatrixView y, Epilogue epilogue, ConstMatrixView residual, ThreadPool& pool) const;

  private:
    const Kernels* kernels_ = &active_kernels();
    Index out_ = 0;
    Index in_ = 0;
    AlignedBuffer panels_;
    AlignedBuffer bias_;
};

}  // namespace headscope
