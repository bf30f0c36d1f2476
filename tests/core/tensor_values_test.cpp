#include "core/model/tensor_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <span>

namespace headscope {
namespace {

TEST(TensorValues, HalfFloatsKeepTheirValue) {
    const std::uint16_t halves[] = {0x3C00, 0xC000, 0x0001, 0x8000, 0x7BFF, 0x7C00, 0x7E00};
    float values[7];
    convert_to_float(DType::kF16, std::as_bytes(std::span(halves)), values);
    EXPECT_EQ(values[0], 1.0F);
    EXPECT_EQ(values[1], -2.0F);
    EXPECT_EQ(values[2], 0x1p-24F);
    EXPECT_TRUE(std::signbit(values[3]) && values[3] == 0);
    EXPECT_EQ(values[4], 65504.0F);
    EXPECT_TRUE(std::isinf(values[5]));
    EXPECT_TRUE(std::isnan(values[6]));
    EXPECT_EQ(count_non_finite(values), 2U);
}

}  // namespace
}  // namespace headscope
