#include "app/state/value_words.h"

namespace headscope {

const char* value_noun(MapValues values) {
    if (values == MapValues::kWeights) return "attention weight";
    if (values == MapValues::kNorms) return "norm";
    if (values == MapValues::kNormShares) return "share of the row's norms";
    if (values == MapValues::kRollout) return "share in the rollout";
    if (values == MapValues::kChange) return "change of the weight";
    return "value";
}

std::string joining_words(MapValues values) {
    if (values == MapValues::kNorms) return "words: to = sum of norms, from = mean of norms";
    if (values == MapValues::kNormShares) return "words: to = sum of shares, from = mean of shares";
    if (values == MapValues::kChange) return "words: to = sum of changes, from = mean of changes";
    return "words: to = sum, from = mean";
}

std::string joining_tip(MapValues values) {
    const std::string what = values == MapValues::kWeights      ? "weight"
                             : values == MapValues::kNorms      ? "norm"
                             : values == MapValues::kNormShares ? "share"
                             : values == MapValues::kRollout    ? "share"
                             : values == MapValues::kChange     ? "change"
                                                                : "value";
    std::string tip = "Whole words: the " + what + " to a word is the sum over its pieces, from a word the mean.";
    // ‖a + b‖ ≤ ‖a‖ + ‖b‖.
    if (values == MapValues::kNorms || values == MapValues::kNormShares)
        tip += " The norms of the pieces are joined, not their vectors: those may partly cancel each other.";
    return tip + " W shows the pieces.";
}

std::string row_sum_tip(MapValues values) {
    if (values == MapValues::kNorms)
        return "The sum of each row's norms over the drawn keys: how much is handed over to its token in all.";
    if (values == MapValues::kChange) return "The sum of each row over the drawn keys: 0 unless some are hidden.";
    if (values == MapValues::kWeights || values == MapValues::kNormShares || values == MapValues::kRollout)
        return "The sum of each row over the drawn keys: 1 unless some are hidden.";
    return "The sum of each row over the drawn keys.";
}

bool has_fixed_range(const ShownTrace& shown) {
    if (shown.is_change()) return false;
    return shown.values() != MapValues::kNorms || shown.specials() == SpecialsMode::kRenormalise;
}

std::string range_note(const ShownTrace& shown) {
    if (shown.range() == shown.as().range) return {};
    if (shown.is_change())
        return "Changes are far smaller than 1: the last colours are the largest change of all heads, up and down.";
    return "Norms have no fixed end: the last colour is the largest norm of all heads.";
}

}  // namespace headscope
