#include "app/state/lesson.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "app/state/actions.h"
#include "tests/app/state_with_maps.h"

namespace headscope {
namespace {

const Command* pressed(const AppState& state, Key key) {
    return find_command(state, plain(key));
}

TEST(Lesson, HasElevenPagesInOrderEachWithANameOfItsOwn) {
    std::set<std::string> names;
    ASSERT_EQ(lesson_pages().size(), 11U);
    for (std::size_t i = 0; i < lesson_pages().size(); ++i) {
        const LessonPage& page = lesson_pages()[i];
        EXPECT_EQ(page.id, static_cast<LessonPageId>(i));
        EXPECT_TRUE(names.insert(page.name).second);
        EXPECT_EQ(parse_lesson_place(page.name), (LessonPlace{page.id, 0}));
    }
}

TEST(Lesson, ReadsPlacesAsTheTerminalNamesThem) {
    EXPECT_EQ(parse_lesson_place("row:6"), (LessonPlace{LessonPageId::kRow, 5}));
    EXPECT_EQ(parse_lesson_place("row:9"), (LessonPlace{LessonPageId::kRow, 8}));
    for (const char* wrong : {"row:0", "row:10", "row:", "row:x", "row:1x", "cost:2", "no", "", ":1"})
        EXPECT_FALSE(parse_lesson_place(wrong)) << wrong;
}

TEST(Lesson, StepsThroughEveryStepOfEveryPageAndStopsAtBothEnds) {
    LessonState lesson = lesson_at({}, LessonPageId::kReading);
    EXPECT_EQ(lesson_stepped(lesson, -1), lesson);
    int steps = 0;
    for (LessonState next = lesson_stepped(lesson, 1); next != lesson; next = lesson_stepped(lesson, 1)) {
        EXPECT_EQ(lesson_stepped(next, -1), lesson);
        lesson = next;
        ++steps;
    }
    EXPECT_EQ(steps, 10 + 8);  // ten other pages, and one of them has nine steps
    EXPECT_EQ(lesson.at.page, LessonPageId::kCausal);
}

TEST(Lesson, OpensAtTheRowAndLocksItsToken) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kLesson);
    EXPECT_TRUE(state.lesson.is_open);
    EXPECT_EQ(state.lesson.at, (LessonPlace{LessonPageId::kRow, 0}));
    ASSERT_TRUE(state.view.locked_query);
    EXPECT_FALSE(state.shown->query_token(*state.view.locked_query).is_special);
    run_command(state, CommandId::kLesson);
    EXPECT_FALSE(state.lesson.is_open);
}

TEST(Lesson, KeepsTheTokenThatWasLocked) {
    AppState state = state_with_maps();
    state.view.locked_query = 3;
    run_command(state, CommandId::kLessonCausal);
    EXPECT_EQ(state.view.locked_query, 3);
    EXPECT_EQ(state.lesson.at.page, LessonPageId::kCausal);
}

TEST(Lesson, OwnsTheArrowsAndDigitsOnlyWhileItIsOpen) {
    AppState state = state_with_maps();
    EXPECT_EQ(pressed(state, Key::kRight)->id, CommandId::kNextHead);
    EXPECT_EQ(pressed(state, Key::k5), nullptr);
    run_command(state, CommandId::kLesson);
    EXPECT_EQ(pressed(state, Key::kRight)->id, CommandId::kLessonNext);
    EXPECT_EQ(pressed(state, Key::kLeft)->id, CommandId::kLessonBack);
    EXPECT_EQ(pressed(state, Key::k5)->id, CommandId::kLessonCost);
    EXPECT_EQ(pressed(state, Key::k0)->id, CommandId::kLessonRedundancy);
    EXPECT_EQ(pressed(state, Key::kUp)->id, CommandId::kPreviousLayer);
    state.focus = TextFocus::kSentence;
    EXPECT_EQ(pressed(state, Key::kRight), nullptr);
}

TEST(Lesson, EscClosesWhatIsInnermostFirst) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kLesson);
    run_command(state, CommandId::kHelp);
    run_command(state, CommandId::kFree);
    EXPECT_EQ(state.popup, Popup::kNone);
    EXPECT_TRUE(state.lesson.is_open);
    run_command(state, CommandId::kFree);
    EXPECT_FALSE(state.lesson.is_open);
    EXPECT_TRUE(state.view.locked_query);  // the maps show the row that the lesson was about
}

TEST(Lesson, OpensWithoutMapsToo) {
    AppState state;
    run_command(state, CommandId::kLessonCost);
    EXPECT_TRUE(state.lesson.is_open);
    EXPECT_FALSE(lesson_request(state));
}

TEST(Lesson, AsksForNumbersOnceAndAgainWhenTheyWouldBeOthers) {
    AppState state = state_with_maps();
    auto model = std::make_shared<Model>();
    model->config = state.model->config;
    model->weights.layers.resize(2);
    auto trace = std::make_shared<AttentionTrace>(*state.shown->trace());
    trace->model = model;
    ThreadPool pool(1);
    state.shown = std::make_shared<ShownTrace>(trace, ShownAs{}, pool);
    EXPECT_FALSE(next_lesson_request(state));
    run_command(state, CommandId::kLesson);
    const auto first = next_lesson_request(state);
    ASSERT_TRUE(first);
    EXPECT_TRUE(state.is_lesson_computing);
    EXPECT_EQ(first->head, 0);
    EXPECT_FALSE(next_lesson_request(state));
    run_command(state, CommandId::kNextHead);
    const auto second = next_lesson_request(state);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->head, 1);
    EXPECT_TRUE(second->is_same_block(*first));
    run_command(state, CommandId::kNextLayer);
    EXPECT_FALSE(next_lesson_request(state)->is_same_block(*first));
    run_command(state, CommandId::kLessonTwoWays);
    EXPECT_TRUE(next_lesson_request(state)->both_ways);
    run_command(state, CommandId::kLesson);
    EXPECT_FALSE(next_lesson_request(state));
    EXPECT_FALSE(state.lesson_asked);
}

TEST(Lesson, ShowsPublishedSizesWithRandomWeights) {
    AppState state;  // needs no model
    run_command(state, CommandId::kLesson);
    apply(state, ChangeLesson{[&] {
              LessonState lesson = state.lesson;
              lesson.random_sizes = 0;
              return lesson;
          }()});
    const auto request = next_lesson_request(state);
    ASSERT_TRUE(request);
    Workspace workspace(1);
    const auto numbers = make_lesson_numbers(*request, nullptr, {}, workspace);
    ASSERT_TRUE(numbers.has_value());
    const LessonNumbers& made = *numbers.value();
    EXPECT_EQ(made.block->numbers.input.rows(), 2);  // "money bank"
    EXPECT_EQ(made.block->numbers.input.cols(), 512);
    EXPECT_EQ(made.slices->query.rows(), 512);
    EXPECT_EQ(made.slices->query.cols(), 64);
    EXPECT_EQ(made.row.weights.size(), 2U);
    EXPECT_EQ(made.row.mixed.size(), 64U);
    EXPECT_EQ(made.block->numbers.context.cols(), 512);
    EXPECT_EQ(made.output->rows(), 512);
    EXPECT_EQ(made.output->cols(), 512);
    EXPECT_EQ(made.parts.sum.size(), 512);
}

TEST(Lesson, ReusesTheBlockForAnotherHeadAndToken) {
    LessonRequest request;
    request.random_sizes = CostSizes{.d_model = 32, .n_heads = 4, .n_kv_heads = 2, .d_head = 8};
    Workspace workspace(1);
    const auto first = make_lesson_numbers(request, nullptr, {}, workspace).value();
    request.head = 3;
    request.query = 1;
    const auto second = make_lesson_numbers(request, first, {}, workspace).value();
    EXPECT_EQ(second->block, first->block);
    EXPECT_NE(second->slices, first->slices);
    EXPECT_NE(second->serial, first->serial);
    EXPECT_EQ(second->row.head, 3);
    EXPECT_FALSE(second->ways);
    request.both_ways = true;
    EXPECT_TRUE(make_lesson_numbers(request, second, {}, workspace).value()->ways);
}

}  // namespace
}  // namespace headscope
