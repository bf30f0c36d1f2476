// The block types of GGUF files, held to what the gguf package makes of the same bytes.

#include "core/model/block_values.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/io/gguf.h"
#include "core/io/safetensors.h"
#include "core/model/tensor_values.h"
#include "tests/core/map_cases.h"

namespace headscope {
namespace {

const std::string kFolder = HEADSCOPE_TEST_DATA "/gguf/";

class BlockValues : public ::testing::TestWithParam<const char*> {};

// Bit for bit, or NaN with NaN. Random blocks, and scales of 0, −0, subnormals, the largest and a negative one.
TEST_P(BlockValues, EqualTheReferenceBitForBit) {
    const std::string type = GetParam();
    const auto expected = open_safetensors(kFolder + "blocks.safetensors");
    ASSERT_TRUE(expected.has_value()) << expected.error().message;
    const auto stored = open_gguf(kFolder + "blocks.gguf");
    ASSERT_TRUE(stored.has_value()) << stored.error().message;
    const std::vector<float> wanted = testing::tensor_of(expected.value(), type + ".values").values;
    for (const GgufTensor& tensor : stored.value().tensors) {
        if (tensor.name != type) continue;
        EXPECT_EQ(tensor.type->name, type);
        ASSERT_TRUE(is_convertible(tensor.type->dtype));
        ASSERT_EQ(stored_bytes(tensor.type->dtype, wanted.size()), tensor.bytes);
        std::vector<float> values(wanted.size());
        const auto bytes = stored.value().file->bytes().subspan(tensor.offset, tensor.bytes);
        convert_to_float(tensor.type->dtype, bytes, values);
        int differ = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const bool is_same = std::bit_cast<std::uint32_t>(values[i]) == std::bit_cast<std::uint32_t>(wanted[i]) ||
                                 (std::isnan(values[i]) && std::isnan(wanted[i]));
            if (!is_same && ++differ < 5)
                ADD_FAILURE() << "element " << i << ": " << values[i] << ", expected " << wanted[i];
        }
        EXPECT_EQ(differ, 0);
        return;
    }
    FAIL() << "no tensor " << type;
}

INSTANTIATE_TEST_SUITE_P(Types, BlockValues,
                         ::testing::Values("F32", "F16", "BF16", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q2_K", "Q3_K",
                                           "Q4_K", "Q5_K", "Q6_K", "IQ4_NL", "MXFP4"),
                         [](const auto& info) { return std::string(info.param); });

TEST(BlockTypes, OthersAreKnownAsNotReadable) {
    for (const char* name : {"IQ2_XXS", "Q8_K", "TQ1_0", "NVFP4"}) {
        bool is_known = false;
        for (std::uint32_t id = 0; id < 64; ++id) {
            const GgmlType* type = find_ggml_type(id);
            if (type == nullptr || std::string(type->name) != name) continue;
            is_known = true;
            EXPECT_FALSE(is_convertible(type->dtype)) << name;
        }
        EXPECT_TRUE(is_known) << name;
    }
}

// The table of types and the readers agree on the size of every block.
TEST(BlockTypes, HaveTheSizesOfTheFormat) {
    for (std::uint32_t id = 0; id < 64; ++id) {
        const GgmlType* type = find_ggml_type(id);
        if (type == nullptr) continue;
        const BlockSize block = quantised_block(type->dtype);
        if (block.elements == 0) continue;
        EXPECT_EQ(block.elements, type->block_elements) << type->name;
        EXPECT_EQ(block.bytes, type->block_bytes) << type->name;
    }
}

}  // namespace
}  // namespace headscope
