#include "core/base/aligned_buffer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <new>
#include <utility>

namespace headscope {
namespace {

TEST(AlignedBuffer, IsAlignedAndWritableToItsEndAtEverySize) {
    for (const std::size_t count : {1UL, 15UL, 4096UL, 600'000UL, 1'000'003UL, 3'000'000UL}) {
        AlignedBuffer buffer(count);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0U);
        ASSERT_GE(buffer.capacity(), count);
        buffer.data()[0] = 1;
        buffer.data()[buffer.capacity() - 1] = 2;
        EXPECT_EQ(buffer.data()[buffer.capacity() - 1], 2);
    }
}

TEST(AlignedBuffer, KeepsItsMemoryAsLongAsItSuffices) {
    AlignedBuffer buffer(1000);
    const float* before = buffer.data();
    buffer.reserve(10);
    buffer.reserve(1000);
    EXPECT_EQ(buffer.data(), before);
    buffer.reserve(100'000);
    EXPECT_GE(buffer.capacity(), 100'000U);
}

TEST(AlignedBuffer, MovesItsMemory) {
    AlignedBuffer buffer(1'000'000);
    const float* memory = buffer.data();
    const AlignedBuffer moved = std::move(buffer);
    EXPECT_EQ(moved.data(), memory);
    EXPECT_GE(moved.capacity(), 1'000'000U);
}

TEST(AlignedBuffer, ThrowsWhereNoMachineHasTheMemoryAndIsEmptyThen) {
    AlignedBuffer buffer(10);
    EXPECT_THROW(buffer.reserve(std::numeric_limits<std::size_t>::max() / 2), std::bad_alloc);
    EXPECT_EQ(buffer.capacity(), 0U);
    EXPECT_EQ(buffer.data(), nullptr);
}

}  // namespace
}  // namespace headscope
