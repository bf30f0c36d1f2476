#pragma once

#include <optional>

namespace headscope {

// Instruction sets that some code of the program is compiled for besides the one every processor has.
enum class VectorLevel {
    kPortable,  // the compiler's baseline, any processor
    kAvx2,      // x86-64-v3: AVX2, FMA, BMI2
    kAvx512,    // x86-64-v4: AVX-512 F, BW, CD, DQ, VL
};

const char* name_of(VectorLevel level);

// True if this processor and its operating system can run code compiled for `level`.
bool can_run(VectorLevel level);

// What the environment variable HEADSCOPE_KERNELS asks for: portable, avx2 or avx512. Nothing if it is unset, says
// something else, or names a level that cannot run here.
std::optional<VectorLevel> requested_vector_level();

// Tells the processor that this thread spins for another one.
inline void pause_spinning() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

}  // namespace headscope
