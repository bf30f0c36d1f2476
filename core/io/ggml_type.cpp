#include "core/io/ggml_type.h"

#include <array>

namespace headscope {
namespace {

// ggml.h, enum ggml_type, with the block layouts of gguf-py. Numbers that are left out were removed.
constexpr std::array<GgmlType, 34> kTypes{{
    {0, "F32", 1, 4, DType::kF32},
    {1, "F16", 1, 2, DType::kF16},
    {2, "Q4_0", 32, 18, DType::kQ4_0},
    {3, "Q4_1", 32, 20, DType::kQ4_1},
    {6, "Q5_0", 32, 22, DType::kQ5_0},
    {7, "Q5_1", 32, 24, DType::kQ5_1},
    {8, "Q8_0", 32, 34, DType::kQ8_0},
    {9, "Q8_1", 32, 40, DType::kOtherBlock},
    {10, "Q2_K", 256, 84, DType::kQ2K},
    {11, "Q3_K", 256, 110, DType::kQ3K},
    {12, "Q4_K", 256, 144, DType::kQ4K},
    {13, "Q5_K", 256, 176, DType::kQ5K},
    {14, "Q6_K", 256, 210, DType::kQ6K},
    {15, "Q8_K", 256, 292, DType::kOtherBlock},
    {16, "IQ2_XXS", 256, 66, DType::kOtherBlock},
    {17, "IQ2_XS", 256, 74, DType::kOtherBlock},
    {18, "IQ3_XXS", 256, 98, DType::kOtherBlock},
    {19, "IQ1_S", 256, 50, DType::kOtherBlock},
    {20, "IQ4_NL", 32, 18, DType::kIq4Nl},
    {21, "IQ3_S", 256, 110, DType::kOtherBlock},
    {22, "IQ2_S", 256, 82, DType::kOtherBlock},
    {23, "IQ4_XS", 256, 136, DType::kOtherBlock},
    {24, "I8", 1, 1, DType::kI8},
    {25, "I16", 1, 2, DType::kI16},
    {26, "I32", 1, 4, DType::kI32},
    {27, "I64", 1, 8, DType::kI64},
    {28, "F64", 1, 8, DType::kF64},
    {29, "IQ1_M", 256, 56, DType::kOtherBlock},
    {30, "BF16", 1, 2, DType::kBF16},
    {34, "TQ1_0", 256, 54, DType::kOtherBlock},
    {35, "TQ2_0", 256, 66, DType::kOtherBlock},
    {39, "MXFP4", 32, 17, DType::kMxfp4},
    {40, "NVFP4", 64, 36, DType::kOtherBlock},
    {41, "Q1_0", 128, 18, DType::kOtherBlock},
}};

}  // namespace

const GgmlType* find_ggml_type(std::uint32_t id) {
    for (const GgmlType& type : kTypes)
        if (type.id == id) return &type;
    return nullptr;
}

}  // namespace headscope
