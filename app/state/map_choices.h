#pragma once

namespace headscope {

// How another head's map is compared with the one that is drawn large.
enum class MapCompare {
    kOff,
    kSideBySide,
    kDifference,  // the large map minus the other
};
constexpr int kMapCompareCount = 3;

// How the links of tokens are laid out.
enum class LinksLayout {
    kColumns,  // queries left, keys right
    kArcs,     // all tokens on one line; where keys are other tokens than queries, columns all the same
};
constexpr int kLinksLayoutCount = 2;
// No larger weight can be asked of a link.
constexpr float kMostLinksThreshold = 0.5F;

}  // namespace headscope
