#pragma once

#include <cstdint>

namespace headscope {

// Field numbers of sentencepiece_model.proto.
namespace model_field {
constexpr std::uint32_t kPieces = 1, kTrainerSpec = 2, kNormalizerSpec = 3;
}
namespace piece_field {
constexpr std::uint32_t kPiece = 1, kScore = 2, kType = 3;
}
namespace trainer_field {
constexpr std::uint32_t kModelType = 3, kTreatWhitespaceAsSuffix = 24, kByteFallback = 35, kUnkId = 40;
}
namespace normalizer_field {
constexpr std::uint32_t kPrecompiledCharsmap = 2, kAddDummyPrefix = 3, kRemoveExtraWhitespaces = 4,
                        kEscapeWhitespaces = 5;
}

}  // namespace headscope
