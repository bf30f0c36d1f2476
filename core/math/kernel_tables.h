#pragma once

#include "core/math/kernels.h"

namespace headscope {

// One table a kernel file. Constant-initialised: they may be read before any constructor has run.
extern const Kernels kPortableKernels;
#if defined(__x86_64__)
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;
#endif

}  // namespace headscope
