#include "core/base/aligned_buffer.h"

#include <limits>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace headscope {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kLargePage = std::size_t{2} << 20;

// Bytes to ask for. A last large page that would be mostly full is filled up, so that it can be one.
std::size_t rounded(std::size_t bytes) {
    const std::size_t rest = bytes % kLargePage;
    const bool is_mostly_full = rest > kLargePage - kLargePage / 4;
    const std::size_t step = is_mostly_full ? kLargePage : kAlignment;
    return (bytes + step - 1) / step * step;
}

std::align_val_t alignment_of(std::size_t bytes) {
    return std::align_val_t{bytes >= kLargePage ? kLargePage : kAlignment};
}

// Asks for large pages in the part that whole ones cover. They are a matter of speed alone: fewer page faults while the
// buffer is filled, fewer misses of address translation while it is streamed.
void prefer_large_pages([[maybe_unused]] void* pointer, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
    if (bytes >= kLargePage) madvise(pointer, bytes / kLargePage * kLargePage, MADV_HUGEPAGE);
#endif
}

}  // namespace

void AlignedBuffer::Free::operator()(float* pointer) const {
    ::operator delete(pointer, alignment);
}

void AlignedBuffer::grow(std::size_t count) {
    data_.reset();
    capacity_ = 0;
    if (count > (std::numeric_limits<std::size_t>::max() - kLargePage) / sizeof(float)) throw std::bad_alloc();
    const std::size_t bytes = rounded(count * sizeof(float));
    void* const pointer = ::operator new(bytes, alignment_of(bytes));
    prefer_large_pages(pointer, bytes);
    data_ = {static_cast<float*>(pointer), Free{alignment_of(bytes)}};
    capacity_ = bytes / sizeof(float);
}

}  // namespace headscope
