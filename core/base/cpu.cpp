#include "core/base/cpu.h"

#include <cstdlib>
#include <string_view>

namespace headscope {

const char* name_of(VectorLevel level) {
    switch (level) {
        case VectorLevel::kAvx2:
            return "avx2";
        case VectorLevel::kAvx512:
            return "avx512";
        case VectorLevel::kPortable:
            break;
    }
    return "portable";
}

bool can_run(VectorLevel level) {
#if defined(__x86_64__)
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    if (level == VectorLevel::kAvx512) return v4;
    if (level == VectorLevel::kAvx2) return v3;
#endif
    return level == VectorLevel::kPortable;
}

std::optional<VectorLevel> requested_vector_level() {
    const char* text = std::getenv("HEADSCOPE_KERNELS");
    if (text == nullptr) return std::nullopt;
    for (const VectorLevel level : {VectorLevel::kPortable, VectorLevel::kAvx2, VectorLevel::kAvx512}) {
        if (std::string_view(text) == name_of(level) && can_run(level)) return level;
    }
    return std::nullopt;
}

}  // namespace headscope
