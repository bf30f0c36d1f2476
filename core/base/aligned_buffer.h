#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace headscope {

// Floats aligned to 64 bytes, uninitialised. Grows on demand and never shrinks, so that a buffer that is kept between
// runs touches fresh pages only when a run is larger than every run before it. Large buffers lie in large pages where
// the system has them.
class AlignedBuffer {
  public:
    AlignedBuffer() = default;
    explicit AlignedBuffer(std::size_t count) { reserve(count); }

    // Makes room for `count` floats. What was stored is lost if the buffer has to grow. Throws std::bad_alloc.
    void reserve(std::size_t count) {
        if (count > capacity_) grow(count);
    }
    float* data() { return data_.get(); }
    const float* data() const { return data_.get(); }
    std::size_t capacity() const { return capacity_; }

  private:
    struct Free {
        std::align_val_t alignment;
        void operator()(float* pointer) const;
    };
    void grow(std::size_t count);

    std::unique_ptr<float, Free> data_;
    std::size_t capacity_ = 0;
};

}  // namespace headscope
