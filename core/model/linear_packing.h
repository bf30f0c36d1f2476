#pragma once

#include "core/base/result.h"
#include "core/math/packed_linear.h"
#include "core/model/bound_reader.h"
#include "core/model/tensor_table.h"

namespace headscope {

// The sizes of a linear layer that has runs and whose tensors are bound.
Index inputs_of(const LinearPlace& place, const BoundReader& reader);
Index outputs_of(const LinearPlace& place);

// Reads and packs such a layer, weights and biases, in whichever of the layouts of LinearPlace they lie. Fails where a
// file does.
Status pack_linear(const LinearPlace& place, BoundReader& reader, PackedLinear& out);

}  // namespace headscope
