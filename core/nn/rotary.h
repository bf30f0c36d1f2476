#pragma once

#include "core/base/aligned_buffer.h"
#include "core/base/matrix.h"
#include "core/model/model_config.h"

namespace headscope {

// Cosines and sines of the angles position · inverse frequency, for positions 0 … T − 1, each times the rope's
// attention factor. Angles are computed in float64 from the float32 frequencies.
class RotaryTable {
  public:
    // Throws std::bad_alloc.
    void fill(const Rope& rope, Index n_positions);

    Index half() const { return half_; }
    const float* cosines(Index position) const { return values_.data() + 2 * position * half_; }
    const float* sines(Index position) const { return values_.data() + (2 * position + 1) * half_; }

  private:
    Index half_ = 0;
    AlignedBuffer values_;  // a row a position: its cosines, then its sines
};

}  // namespace headscope
