#if defined(__x86_64__)
#define KERNEL_WIDTH 16
#define KERNEL_ROWS 12
#define KERNEL_LEVEL VectorLevel::kAvx512
#define KERNEL_TABLE kAvx512Kernels
#include "core/math/kernels.inc"
#endif
