#include "core/math/kernels.h"

#include <atomic>
#include <optional>

#include "core/math/kernel_tables.h"

namespace headscope {
namespace {

const Kernels& best_kernels() {
    if (const std::optional<VectorLevel> level = requested_vector_level()) {
        if (const Kernels* kernels = find_kernels(*level)) return *kernels;
    }
    for (const VectorLevel level : {VectorLevel::kAvx512, VectorLevel::kAvx2}) {
        if (const Kernels* kernels = find_kernels(level)) return *kernels;
    }
    return kPortableKernels;
}

std::atomic<const Kernels*>& current() {
    static std::atomic<const Kernels*> kernels{&best_kernels()};
    return kernels;
}

}  // namespace

const Kernels& active_kernels() {
    return *current().load(std::memory_order_acquire);
}

void use_kernels(const Kernels& kernels) {
    current().store(&kernels, std::memory_order_release);
}

const Kernels* find_kernels(VectorLevel level) {
    if (!can_run(level)) return nullptr;
#if defined(__x86_64__)
    if (level == VectorLevel::kAvx512) return &kAvx512Kernels;
    if (level == VectorLevel::kAvx2) return &kAvx2Kernels;
#endif
    return level == VectorLevel::kPortable ? &kPortableKernels : nullptr;
}

}  // namespace headscope
