#include "core/nn/head_placement.h"

#include "core/math/kernels.h"

namespace headscope {

void HeadPlacement::place(Index position, const NormWeights& norm, MatrixView heads) const {
    const Kernels& kernels = active_kernels();
    if (!norm.weight.empty()) kernels.rms_norm(heads, heads, norm.weight.data(), norm_eps);
    if (rotations != nullptr)
        kernels.rotate(heads, rotations->half(), rotations->cosines(position), rotations->sines(position));
}

}  // namespace headscope
