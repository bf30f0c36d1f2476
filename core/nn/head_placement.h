#pragma once

#include "core/base/matrix.h"
#include "core/model/weights.h"
#include "core/nn/rotary.h"

namespace headscope {

// What a model does to queries and keys before they meet: an RMS norm over each head where it has weights for one, then
// the turn to the token's position where there is a table. Refers to its parts.
struct HeadPlacement {
    const NormWeights& query_norm;  // empty: none
    const NormWeights& key_norm;
    float norm_eps = 0;
    const RotaryTable* rotations = nullptr;  // null: positions are not turned into queries and keys

    bool is_needed() const { return rotations != nullptr || !query_norm.weight.empty(); }
    // The queries (keys) of one token, a head a row, in place.
    void place_queries(Index position, MatrixView heads) const { place(position, query_norm, heads); }
    void place_keys(Index position, MatrixView heads) const { place(position, key_norm, heads); }

  private:
    void place(Index position, const NormWeights& norm, MatrixView heads) const;
};

}  // namespace headscope
