#pragma once

namespace headscope {

// Of two texts read together, A and B: which looks at which. Template tokens belong to the text they follow, the first
// one to A.
enum class PairBlock { kAll, kAToA, kAToB, kBToA, kBToB };

constexpr int kPairBlockCount = 5;

inline bool is_from_b(PairBlock block) {
    return block == PairBlock::kBToA || block == PairBlock::kBToB;
}
inline bool is_to_b(PairBlock block) {
    return block == PairBlock::kAToB || block == PairBlock::kBToB;
}

// "A → B"; "all" for all four.
inline const char* block_name(PairBlock block) {
    switch (block) {
        case PairBlock::kAll:
            return "all";
        case PairBlock::kAToA:
            return "A → A";
        case PairBlock::kAToB:
            return "A → B";
        case PairBlock::kBToA:
            return "B → A";
        case PairBlock::kBToB:
            return "B → B";
    }
    return "";
}

}  // namespace headscope
