#define KERNEL_WIDTH 4
#define KERNEL_ROWS 6
#define KERNEL_LEVEL VectorLevel::kPortable
#define KERNEL_TABLE kPortableKernels
#include "core/math/kernels.inc"
