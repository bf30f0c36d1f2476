#if defined(__x86_64__)
#define KERNEL_WIDTH 8
#define KERNEL_ROWS 6
#define KERNEL_LEVEL VectorLevel::kAvx2
#define KERNEL_TABLE kAvx2Kernels
#include "core/math/kernels.inc"
#endif
