#pragma once

#include "core/model/config_values.h"
#include "core/model/model_config.h"

namespace headscope {

// Where a config.json says how positions turn queries and keys, and what holds where it does not say. New files have
// `rope_parameters`, flat or one object a layer type; old ones a base at the top level and `rope_scaling`.
struct RopeKeys {
    const char* layer_type = "full_attention";  // the object of nested rope_parameters
    const char* theta = "rope_theta";           // old key of the base
    double default_theta = 10000;
    const char* share = "partial_rotary_factor";  // old key of the share of a head's dimensions that turn
    double default_share = 1;
    bool share_counts_unscaled = false;  // the share holds for the rope type "default" too
    bool is_scaled = true;               // old `rope_scaling` applies
};

// Inverse frequencies and attention factor of a rope type: default, linear, dynamic (which changes nothing within the
// trained length), llama3 or yarn; others are kUnsupported. The formulas and their float32 rounding are those of
// transformers' modeling_rope_utils.py.
Rope read_rope(ConfigReader& reader, const RopeKeys& keys, Index d_head, Index max_positions);

}  // namespace headscope
