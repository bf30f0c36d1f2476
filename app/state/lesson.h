#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/matrix.h"
#include "core/model/cost.h"
#include "core/nn/transformer.h"

namespace headscope {

enum class LessonPageId {
    kReading,
    kReadings,
    kRow,
    kTwoWays,
    kCost,
    kOutput,
    kHeadWidth,
    kWidthOrDepth,
    kSharing,
    kRedundancy,
    kCausal,
};
constexpr int kLessonPageCount = 11;

struct LessonPage {
    LessonPageId id;
    const char* name;                    // for the terminal: --page NAME
    const char* title;                   // in the list of pages
    const char* question;                // over the page
    std::span<const char* const> steps;  // empty: the page is one step
};

// In the order of the lesson.
std::span<const LessonPage> lesson_pages();
const LessonPage& lesson_page(LessonPageId id);

// The steps of LessonPageId::kRow.
enum class RowStep { kInput, kProject, kScores, kScale, kMask, kSoftmax, kSum, kConcat, kOutput };
constexpr int kRowStepCount = 9;

// Whose row the page on one row shows.
enum class RowMode { kThisHead, kAllHeads, kOneWideHead };

// A page and a step of it, as the terminal names them: "row", "row:6" (steps count from 1). None if there is no such.
struct LessonPlace {
    LessonPageId page = LessonPageId::kRow;
    int step = 0;
    bool operator==(const LessonPlace&) const = default;
};
std::optional<LessonPlace> parse_lesson_place(std::string_view text);

// In place of the index of published sizes.
constexpr int kOtherSizes = -1;
constexpr int kSizesOfModel = -2;  // of the model that was open when they were chosen

// What a person has chosen in the lesson. Plain and comparable.
struct LessonState {
    bool is_open = false;
    LessonPlace at;
    RowMode mode = RowMode::kThisHead;
    // Published sizes, by index: with random weights on the page on one row (none: the loaded model's own weights), and
    // what the calculators start from.
    std::optional<int> random_sizes;
    CostSizes sizes = {.d_model = 512, .n_heads = 8, .n_kv_heads = 8, .d_head = 64, .n_layers = 6, .d_ff = 2048};
    Index n_tokens = 512;
    int sizes_from = 0;   // index of the published sizes that `sizes` are, kOtherSizes or kSizesOfModel
    int left_sizes = 14;  // the pair of the page on width and depth
    int right_sizes = 15;
    float push = 0;               // what the slider adds to one score
    std::optional<Index> pushed;  // the key it is added to; none: the strongest
    std::optional<Index> rival;   // the key that competes with it; none: the next strongest
    bool is_output_identity = false;
    std::vector<HeadRef> off;  // heads that are switched off
    SwitchOff off_by = SwitchOff::kZero;
    // The two links of the page on several readings: from and to as token indices.
    std::optional<Index> first_from, first_to, second_from, second_to;

    bool operator==(const LessonState&) const = default;
};

// One step on (back), into the next (previous) page at its end; stays at the end of the lesson.
LessonState lesson_stepped(LessonState lesson, int steps);
// The first step of a page.
LessonState lesson_at(LessonState lesson, LessonPageId page);

}  // namespace headscope
