#include "app/state/lesson_sizes.h"

#include <gtest/gtest.h>

#include <string>

#include "app/state/actions.h"
#include "app/state/app_state.h"
#include "app/state/commands.h"

namespace headscope {
namespace {

constexpr LessonSize kSizes[] = {LessonSize::kModelWidth, LessonSize::kHeads,  LessonSize::kKeyHeads,
                                 LessonSize::kHeadWidth,  LessonSize::kBlocks, LessonSize::kTokens};

TEST(LessonSizes, EachIsTypedForItself) {
    for (const LessonSize size : kSizes) {
        const LessonState lesson;
        const auto typed = with_typed_size(lesson, size, size == LessonSize::kKeyHeads ? "4" : " 1 0,24 ");
        if (size == LessonSize::kHeads) {  // more than there can be
            EXPECT_FALSE(typed.has_value());
            continue;
        }
        ASSERT_TRUE(typed.has_value()) << typed.error().message;
        EXPECT_EQ(get_size(typed.value(), size), size == LessonSize::kKeyHeads ? 4 : 1024);
        for (const LessonSize other : kSizes) {
            if (other == size) continue;
            EXPECT_EQ(get_size(typed.value(), other), get_size(lesson, other));
        }
        EXPECT_EQ(typed.value().sizes_from, size == LessonSize::kTokens ? 0 : kOtherSizes);
        EXPECT_NE(std::string(size_name(size)), "");
    }
}

TEST(LessonSizes, WhatIsNoSuchSizeIsToldInWords) {
    const LessonState lesson;
    const auto fault = [&](LessonSize size, const char* text) {
        const auto typed = with_typed_size(lesson, size, text);
        return typed.has_value() ? std::string("taken") : typed.error().message;
    };
    EXPECT_EQ(fault(LessonSize::kHeads, "many"), "heads: \"many\", expected a whole number from 1 to 512");
    EXPECT_EQ(fault(LessonSize::kHeads, ""), "heads: \"\", expected a whole number from 1 to 512");
    EXPECT_EQ(fault(LessonSize::kHeads, "0"), "heads: 0, expected a whole number from 1 to 512");
    EXPECT_EQ(fault(LessonSize::kHeads, "-3"), "heads: -3, expected a whole number from 1 to 512");
    EXPECT_EQ(fault(LessonSize::kModelWidth, "65537"), "d_model: 65,537, expected a whole number from 1 to 65,536");
    EXPECT_EQ(fault(LessonSize::kModelWidth, "5.5"), "d_model: \"5.5\", expected a whole number from 1 to 65,536");
    EXPECT_EQ(fault(LessonSize::kTokens, "99999999999999999999"),
              "T, tokens: \"99999999999999999999\", expected a whole number from 1 to 16,777,216");
    EXPECT_EQ(fault(LessonSize::kKeyHeads, "3"), "key heads: 3, expected a divisor of the 8 heads: 1, 2, 4, 8");
    EXPECT_EQ(fault(LessonSize::kKeyHeads, "16"), "key heads: 16, expected a divisor of the 8 heads: 1, 2, 4, 8");
    EXPECT_EQ(fault(LessonSize::kTokens, "16,777,216"), "taken");
}

TEST(LessonSizes, KeyHeadsFollowTheHeads) {
    LessonState lesson;
    lesson = with_size(lesson, LessonSize::kHeads, 12).value();
    EXPECT_EQ(lesson.sizes.n_kv_heads, 12);  // one for each stays one for each
    lesson = with_size(lesson, LessonSize::kKeyHeads, 4).value();
    lesson = with_size(lesson, LessonSize::kHeads, 18).value();
    EXPECT_EQ(lesson.sizes.n_kv_heads, 3);  // 4 cannot share 18
    lesson = with_size(lesson, LessonSize::kHeads, 18).value();
    EXPECT_EQ(lesson.sizes.n_kv_heads, 3);
}

TEST(LessonSizes, EnterTakesANumberAndStaysAtAWordThatIsNone) {
    AppState state;
    apply(state, TypeSize{LessonSize::kHeads});
    EXPECT_EQ(state.focus, TextFocus::kLessonSize);
    EXPECT_EQ(state.typed_size.text.text(), "8");
    state.typed_size.text.set_text("none");
    apply(state, EnterSize{});
    EXPECT_EQ(state.typed_size.size, LessonSize::kHeads);
    EXPECT_NE(state.typed_size.problem.find("\"none\""), std::string::npos);
    state.typed_size.text.set_text("16");
    apply(state, EnterSize{});
    EXPECT_EQ(state.lesson.sizes.n_heads, 16);
    EXPECT_EQ(state.typed_size.size, std::nullopt);
    EXPECT_EQ(state.focus, TextFocus::kNone);
    EXPECT_EQ(state.typed_size.problem, "");
}

TEST(LessonSizes, LeavingTheBoxTakesWhatCanBeTakenAndSaysWhatStays) {
    AppState state;
    apply(state, TypeSize{LessonSize::kTokens});
    state.typed_size.text.set_text("2048");
    apply(state, LeaveSize{});
    EXPECT_EQ(state.lesson.n_tokens, 2048);
    apply(state, TypeSize{LessonSize::kTokens});
    state.typed_size.text.set_text("0");
    apply(state, LeaveSize{});
    EXPECT_EQ(state.lesson.n_tokens, 2048);
    EXPECT_EQ(state.typed_size.size, std::nullopt);
    EXPECT_EQ(state.typed_size.problem, "T, tokens: 0, expected a whole number from 1 to 16,777,216. It stays 2,048.");
    apply(state, ChangeLesson{state.lesson});
    EXPECT_EQ(state.typed_size.problem, "");
    apply(state, LeaveSize{});  // nobody types
    EXPECT_EQ(state.lesson.n_tokens, 2048);
}

TEST(LessonSizes, EscLeavesEverythingAsItWas) {
    AppState state;
    state.lesson.is_open = true;
    apply(state, TypeSize{LessonSize::kModelWidth});
    state.typed_size.text.set_text("1024");
    run_command(state, CommandId::kFree);
    EXPECT_EQ(state.lesson.sizes.d_model, 512);
    EXPECT_EQ(state.typed_size.size, std::nullopt);
    EXPECT_EQ(state.focus, TextFocus::kNone);
    EXPECT_TRUE(state.lesson.is_open);
}

}  // namespace
}  // namespace headscope
