#pragma once

#include <span>
#include <vector>

#include "core/base/aligned_buffer.h"
#include "core/base/matrix.h"
#include "core/base/thread_pool.h"

namespace headscope {

enum class Epilogue {
    kNone,
    kGelu,      // exact, 0.5 x (1 + erf(x / √2)) (Hendrycks & Gimpel 2016)
    kResidual,  // adds `residual`
};

// y = x Wᵀ + b with W [out, in] as torch.nn.Linear stores it, packed once into panels that the kernels stream.
class PackedLinear {
  public:
    PackedLinear() = default;
    // Room for a weight of `out` × `in`; rows are filled by pack_rows.
    PackedLinear(Index out, Index in);

    // Packs rows [first_row, first_row + weight.rows) of W; `bias` is empty or has weight.rows values. Rows of
    // different panels (panel_rows() each) may be packed from different threads.
    void pack_rows(Index first_row, ConstMatrixView weight, std::span<const float> bias);

    Index in() const { return in_; }
    Index out() const { return out_; }
    // Rows of `y` must have room for this many floats: out() rounded up to whole panels.
    Index padded_out() const;
    std::size_t bytes() const;

    // y[T, out] = epilogue(x[T, in] Wᵀ + b). y's rows have room for padded_out() floats. `residual` ([T, out], rows with
    // room for padded_out()) is read only by Epilogue::kResidual and may be y itself.
    void apply(ConstMatrixView x, MatrixView y, Epilogue epilogue, ConstMatrixView residual, ThreadPool& pool) const;

  private:
    Index out_ = 0;
    Index in_ = 0;
    AlignedBuffer panels_;
    AlignedBuffer bias_;
};

}  // namespace headscope
