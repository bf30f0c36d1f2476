#pragma once

#include <vector>

#include "core/base/matrix.h"
#include "core/model/model_config.h"

namespace headscope {

// The size of one set of maps.
struct MapSetSize {
    Index layers, heads, queries, keys;

    // layers · heads · queries · (keys rounded up to a multiple of 16) · 4. In floating point: exact for anything that
    // could be allocated, never wrapping round.
    double bytes() const;
};

// The sets of a run: one of `source` tokens, or encoder, decoder (`target` tokens) and cross.
std::vector<MapSetSize> map_set_sizes(const ModelConfig& config, Index source, Index target);

// Memory for all of them.
double map_bytes(const ModelConfig& config, Index source, Index target);

// The most tokens whose maps take at most `bytes`, where a text and its target are of one length; within the positions
// that the model has.
Index tokens_that_fit(const ModelConfig& config, double bytes);

}  // namespace headscope
