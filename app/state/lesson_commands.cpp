#include <array>

#include "app/state/command_tables.h"

// The lesson and its pages.
namespace headscope {
namespace {

bool is_in_lesson(const AppState& state) {
    return state.lesson.is_open;
}

void step_lesson(AppState& state, int steps) {
    const LessonState stepped = lesson_stepped(state.lesson, steps);
    const bool is_new_page = stepped.at.page != state.lesson.at.page;
    state.lesson = stepped;
    if (is_new_page && stepped.at.step == 0) open_lesson(state, stepped.at.page);
}

constexpr auto kCommands = std::to_array<Command>({
    {CommandId::kLesson, "How is this computed?",
     "Opens the lesson at the row of the lit token: eleven pages with the real numbers; once more goes back to the "
     "maps.",
     plain(Key::kH), false, always,
     [](AppState& state) {
         if (state.lesson.is_open) {
             state.lesson.is_open = false;
         } else {
             open_lesson(state, LessonPageId::kRow);
         }
     }},
    {CommandId::kLessonBack, "Lesson: one step back", "The step before, or the last one of the page before.",
     plain(Key::kLeft), false, is_in_lesson, [](AppState& state) { step_lesson(state, -1); },
     "The lesson is closed: H opens it."},
    {CommandId::kLessonNext, "Lesson: next step", "The next step, or the first one of the next page.",
     plain(Key::kRight), false, is_in_lesson, [](AppState& state) { step_lesson(state, 1); },
     "The lesson is closed: H opens it."},
    {CommandId::kLessonReading, "Lesson: One head, one reading",
     "What one link gets in a row is taken from the others.", plain(Key::k1), false, always,
     [](AppState& state) { open_lesson(state, LessonPageId::kReading); }},
    {CommandId::kLessonReadings, "Lesson: Several heads, several readings",
     "Two heads of one layer hold two competing links.", plain(Key::k2), false, always,
     [](AppState& state) { open_lesson(state, LessonPageId::kReadings); }},
    {CommandId::kLessonRow, "Lesson: One row, step by step", "X, q, k, v, scores, softmax, W_O: with the real numbers.",
     plain(Key::k3), false, always, [](AppState& state) { open_lesson(state, LessonPageId::kRow); }},
    {CommandId::kLessonTwoWays, "Lesson: Two ways to compute it",
     "A loop over heads and one product give the same numbers.", plain(Key::k4), false, always,
     [](AppState& state) { open_lesson(state, LessonPageId::kTwoWays); }},
    {CommandId::kLessonCost, "Lesson: The cost is that of one head",
     "Parameters, FLOPs and score memory for any sizes.", plain(Key::k5), false, always,
     [](AppState& state) { open_lesson(state, LessonPageId::kCost); }},
    {CommandId::kLessonOutput, "Lesson: What W_O does", "What each head adds to the output, and what others cancel.",
     plain(Key::k6), false, always, [](AppState& state) { open_lesson(state, LessonPageId::kOutput); }},
    {CommandId::kLessonHeadWidth, "Lesson: d_head is a choice", "How wide the heads of published models are.",
     plain(Key::k7), false, always, [](AppState& state) { open_lesson(state, LessonPageId::kHeadWidth); }},
    {CommandId::kLessonWidthOrDepth, "Lesson: Width against depth", "Two published models, one wide and one deep.",
     plain(Key::k8), false, always, [](AppState& state) { open_lesson(state, LessonPageId::kWidthOrDepth); }},
    {CommandId::kLessonSharing, "Lesson: Sharing keys and values",
     "What is kept of every token, and how heads share it.", plain(Key::k9), false, always,
     [](AppState& state) { open_lesson(state, LessonPageId::kSharing); }},
    {CommandId::kLessonRedundancy, "Lesson: Heads are redundant", "Switch heads off and see what changes.",
     plain(Key::k0), false, always, [](AppState& state) { open_lesson(state, LessonPageId::kRedundancy); }},
    {CommandId::kLessonCausal, "Lesson: Causal and not", "The same sentence under a causal mask and without.",
     std::nullopt, false, always, [](AppState& state) { open_lesson(state, LessonPageId::kCausal); }},
});

}  // namespace

std::span<const Command> lesson_commands() {
    return kCommands;
}

}  // namespace headscope
