#include "core/nn/rotary.h"

#include <cmath>

namespace headscope {

void RotaryTable::fill(const Rope& rope, Index n_positions) {
    half_ = static_cast<Index>(rope.inverse_frequencies.size());
    values_.reserve(static_cast<std::size_t>(2 * n_positions * half_));
    const auto factor = static_cast<double>(rope.attention_factor);
    for (Index position = 0; position < n_positions; ++position) {
        float* row = values_.data() + 2 * position * half_;
        for (Index i = 0; i < half_; ++i) {
            const double angle = static_cast<double>(position) *
                                 static_cast<double>(rope.inverse_frequencies[static_cast<std::size_t>(i)]);
            row[i] = static_cast<float>(std::cos(angle) * factor);
            row[half_ + i] = static_cast<float>(std::sin(angle) * factor);
        }
    }
}

}  // namespace headscope
