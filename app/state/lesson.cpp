#include "app/state/lesson.h"

#include <array>
#include <charconv>

namespace headscope {
namespace {

constexpr const char* kRowSteps[kRowStepCount] = {"X",       "q, k, v", "q · kᵀ", "÷ √d_head", "mask",
                                                  "softmax", "Σ w · v", "concat", "W_O"};

constexpr LessonPage kPages[kLessonPageCount] = {
    {LessonPageId::kReading, "reading", "One head, one reading", "Why does one head hold one reading?", {}},
    {LessonPageId::kReadings, "readings", "Several heads, several readings", "Where do two readings fit?", {}},
    {LessonPageId::kRow, "row", "One row, step by step", "How is this row computed?", kRowSteps},
    {LessonPageId::kTwoWays, "two-ways", "Two ways to compute it", "A loop over heads, or one product?", {}},
    {LessonPageId::kCost, "cost", "The cost is that of one head", "What do many heads cost?", {}},
    {LessonPageId::kOutput, "output", "What W_O does", "What does W_O do?", {}},
    {LessonPageId::kHeadWidth, "head-width", "d_head is a choice", "How wide is a head?", {}},
    {LessonPageId::kWidthOrDepth, "width-depth", "Width against depth", "Wider or deeper?", {}},
    {LessonPageId::kSharing, "sharing", "Sharing keys and values", "What is kept of every token?", {}},
    {LessonPageId::kRedundancy, "redundancy", "Heads are redundant", "What happens without a head?", {}},
    {LessonPageId::kCausal, "causal", "Causal and not", "What does a causal mask hide?", {}},
};

int step_count(LessonPageId page) {
    const std::size_t steps = lesson_page(page).steps.size();
    return steps == 0 ? 1 : static_cast<int>(steps);
}

}  // namespace

std::span<const LessonPage> lesson_pages() {
    return kPages;
}

const LessonPage& lesson_page(LessonPageId id) {
    return kPages[static_cast<std::size_t>(id)];
}

std::optional<LessonPlace> parse_lesson_place(std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    for (const LessonPage& page : kPages) {
        if (name != page.name) continue;
        LessonPlace place{page.id, 0};
        if (colon == std::string_view::npos) return place;
        const std::string_view number = text.substr(colon + 1);
        const auto read = std::from_chars(number.data(), number.data() + number.size(), place.step);
        if (read.ec != std::errc() || read.ptr != number.data() + number.size()) return std::nullopt;
        if (place.step < 1 || place.step > step_count(page.id)) return std::nullopt;
        --place.step;
        return place;
    }
    return std::nullopt;
}

LessonState lesson_stepped(LessonState lesson, int steps) {
    LessonPlace at = lesson.at;
    at.step += steps;
    const int page = static_cast<int>(at.page);
    if (at.step >= step_count(at.page)) {
        if (page + 1 == kLessonPageCount) return lesson;
        at = {static_cast<LessonPageId>(page + 1), 0};
    } else if (at.step < 0) {
        if (page == 0) return lesson;
        at.page = static_cast<LessonPageId>(page - 1);
        at.step = step_count(at.page) - 1;
    }
    lesson.at = at;
    return lesson;
}

LessonState lesson_at(LessonState lesson, LessonPageId page) {
    lesson.is_open = true;
    lesson.at = {page, 0};
    return lesson;
}

}  // namespace headscope
