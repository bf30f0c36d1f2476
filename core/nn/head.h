#pragma once

#include <span>

#include "core/base/thread_pool.h"
#include "core/model/model.h"

namespace headscope {

// The logits [hidden.rows, vocabulary] of last hidden states, which the model must have a head for. `out` has
// hidden.rows · head.matrix.rows floats. May throw std::bad_alloc.
void apply_head(const Model& model, ConstMatrixView hidden, std::span<float> out, ThreadPool& pool);

}  // namespace headscope
