// Every page of the lesson, drawn without a platform, for models of every shape.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/model/published_sizes.h"
#include "tests/app/small_trace.h"
#include "tests/app/window_test.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

class LessonPanels : public WindowTest {
  protected:
    // The numbers that a frame asks for are made at once.
    void after_actions() override {
        if (const auto request = next_lesson_request(state_))
            accept_lesson(state_, make_lesson_numbers(*request, state_.lesson_numbers, {}, workspace_));
    }

    // A tiny checkpoint of a family on some ids.
    void open_family(const char* name, MapSet set = MapSet::kEncoder) {
        const auto model = load_model(fs::path(HEADSCOPE_TEST_DATA) / "families" / name, {});
        ASSERT_TRUE(model.has_value()) << model.error().message;
        ModelInput input;
        input.ids = {5, 9, 2, 30, 7, 9};
        if (model.value()->config.decoder) input.decoder_ids = {0, 4, 8};
        auto trace = trace_ids(model.value(), input, {}, workspace_);
        ASSERT_TRUE(trace.has_value()) << trace.error().message;
        ShownAs as;
        as.set = set;
        state_.model = model.value();
        state_.view.map_set = set;
        accept_trace(state_, Result<std::shared_ptr<const ShownTrace>>(std::shared_ptr<const ShownTrace>(
                                 std::make_shared<ShownTrace>(trace.value(), as, workspace_.pool()))));
    }

    void draw_every_step() {
        state_.lesson = lesson_at(state_.lesson, LessonPageId::kReading);
        for (LessonState before; before != state_.lesson;) {
            before = state_.lesson;
            frames(2);
            state_.lesson = lesson_stepped(state_.lesson, 1);
        }
    }

    Workspace workspace_{1};
};

TEST_F(LessonPanels, DrawEveryPageInEveryState) {
    for (int with = 0; with < 4; ++with) {
        state_ = AppState();
        if (with == 1) state_.trace_problem = "too long";
        if (with == 2) state_.shown = make_small_shown({"the", "man", "saw"});  // a model without weights
        if (with == 3) open_family("bert");
        draw_every_step();
    }
}

TEST_F(LessonPanels, DrawEveryPageAtEverySize) {
    open_family("bert");
    for (const ImVec2 size : {ImVec2(1024, 640), ImVec2(300, 200), ImVec2(3840, 2160)}) {
        ImGui::GetIO().DisplaySize = size;
        scale_ = size.x > 2000 ? 2.6F : 1.0F;
        draw_every_step();
    }
    ImGui::GetIO().DisplaySize = ImVec2(1280, 720);
    scale_ = 2.6F;
    state_.view.theme = Theme::kLight;
    draw_every_step();
}

TEST_F(LessonPanels, DrawEveryPageOfModelsOfEveryShape) {
    for (const char* name : {"llama", "gpt_oss", "gemma2", "qwen3", "gpt2", "t5"}) {
        SCOPED_TRACE(name);
        state_ = AppState();
        open_family(name);
        for (const RowMode mode : {RowMode::kThisHead, RowMode::kAllHeads, RowMode::kOneWideHead}) {
            state_.lesson.mode = mode;
            draw_every_step();
            EXPECT_TRUE(state_.lesson_problem.empty()) << state_.lesson_problem;
            EXPECT_NE(state_.lesson_numbers, nullptr);
        }
    }
}

TEST_F(LessonPanels, DrawEveryPageOfDecodersAndCrossAttention) {
    for (const MapSet set : {MapSet::kDecoder, MapSet::kCross}) {
        state_ = AppState();
        open_family("t5", set);
        draw_every_step();
        ASSERT_NE(state_.lesson_numbers, nullptr);
        EXPECT_EQ(state_.lesson_numbers->block->n_queries(), 3);
        EXPECT_EQ(state_.lesson_numbers->block->n_keys(), set == MapSet::kCross ? 6 : 3);
        EXPECT_EQ(state_.lesson_numbers->masks.has_value(), set == MapSet::kDecoder);
    }
}

TEST_F(LessonPanels, DrawEveryPublishedSizeAndTheRandomWalkOfASmallOne) {
    for (int i = 0; i < static_cast<int>(all_published_sizes().size()); ++i) {
        state_.lesson.sizes_from = i;
        state_.lesson.sizes = all_published_sizes()[static_cast<std::size_t>(i)].sizes;
        for (const LessonPageId page :
             {LessonPageId::kCost, LessonPageId::kHeadWidth, LessonPageId::kWidthOrDepth, LessonPageId::kSharing}) {
            state_.lesson = lesson_at(state_.lesson, page);
            frames(2);
        }
    }
    state_.lesson.random_sizes = 0;
    draw_every_step();
}

TEST_F(LessonPanels, UploadEveryMatrixOnceAndThenNothingMore) {
    open_family("bert");
    open_lesson(state_, LessonPageId::kRow);
    state_.lesson.at.step = 5;
    frames(4);
    const int updates = graphics_.updates;
    frames(4);
    EXPECT_EQ(graphics_.updates, updates);
}

TEST_F(LessonPanels, AClickIntoTheListGoesToThatPage) {
    open_family("bert");
    open_lesson(state_, LessonPageId::kReading);
    frames(2);
    click({100, 54 + 10 + 28 * 4.5F});
    EXPECT_EQ(state_.lesson.at.page, LessonPageId::kCost);
}

TEST_F(LessonPanels, TheSliderPushesOneScore) {
    open_family("bert");
    open_lesson(state_, LessonPageId::kReading);
    frames(3);
    bool pushed = false;
    for (float y = 150; y < 500 && !pushed; y += 6) {
        click({1300, y});
        pushed = state_.lesson.push > 0;
    }
    EXPECT_TRUE(pushed);
    EXPECT_TRUE(state_.lesson.pushed);
}

TEST_F(LessonPanels, TheButtonOfTheMapOpensTheLesson) {
    open_family("bert");
    frames(3);
    bool opened = false;
    for (float x = 1430; x > 1000 && !opened; x -= 20) {
        click({x, 52 + 64 + 10 + 13});
        opened = state_.lesson.is_open;
    }
    EXPECT_TRUE(opened);
    EXPECT_EQ(state_.lesson.at.page, LessonPageId::kRow);
}

TEST_F(LessonPanels, SwitchingAHeadOffChangesWhatComesBehindIt) {
    open_family("bert");
    open_lesson(state_, LessonPageId::kRedundancy);
    EXPECT_EQ(state_.lesson.off, std::vector<HeadRef>{state_.view.selected});
    state_.lesson.off.clear();
    frames(2);
    ASSERT_NE(state_.lesson_numbers, nullptr);
    ASSERT_NE(state_.lesson_numbers->ablation, nullptr);
    for (const VectorChange& change : state_.lesson_numbers->ablation->changes) EXPECT_EQ(change.norm, 0);
    state_.lesson.off = {{0, 0}};
    frames(2);
    const AblationNumbers& numbers = *state_.lesson_numbers->ablation;
    const Index heads = state_.model->config.n_heads;
    EXPECT_EQ(numbers.request.off, state_.lesson.off);
    for (Index head = 0; head < heads; ++head) EXPECT_EQ(numbers.map_changes[static_cast<std::size_t>(head)], 0);
    EXPECT_GT(numbers.map_changes.back(), 0);
    EXPECT_GT(numbers.changes.front().norm, 0);
    frames(2);
}

TEST_F(LessonPanels, RanksHeadsBehindTheFrameAndLeavesTheViewAsItIs) {
    open_family("bert");
    open_lesson(state_, LessonPageId::kRedundancy);
    state_.lesson.off_by = SwitchOff::kMean;
    run_command(state_, CommandId::kRankHeads);
    EXPECT_EQ(state_.view.side, SideCard::kLinks);
    const FindingChanges changes = next_findings(state_);
    ASSERT_EQ(changes.wanted.size(), 1U);
    const auto& request = std::get<RankingRequest>(changes.wanted.front());
    EXPECT_EQ(request.by, SwitchOff::kMean);
    EXPECT_TRUE(state_.findings.ranking.is_running);
    frames(2);  // with progress
    accept_finding(state_, FindingKind::kRanking,
                   make_finding(
                       request, {}, [](int) {}, workspace_));
    const HeadRanking* ranking = state_.findings.ranking.current();
    ASSERT_NE(ranking, nullptr);
    EXPECT_EQ(ranking->heads.size(),
              static_cast<std::size_t>(state_.model->config.n_layers * state_.model->config.n_heads));
    frames(2);
    // Once more asks again, and again gives it up.
    run_command(state_, CommandId::kRankHeads);
    state_.lesson = lesson_at(state_.lesson, LessonPageId::kCausal);
    next_findings(state_);
    EXPECT_EQ(state_.findings.ranking.current(), nullptr);  // nobody looks
}

TEST_F(LessonPanels, ASizeIsTypedIntoItsBoxAndLeftWithTheKeyboard) {
    open_family("bert");
    state_.lesson.sizes_from = kSizesOfModel;
    state_.lesson.sizes = cost_sizes_of(state_.model->config);
    for (const LessonPageId page : {LessonPageId::kCost, LessonPageId::kSharing}) {
        open_lesson(state_, page);
        apply(state_, TypeSize{LessonSize::kHeads});
        frames(3);
        EXPECT_EQ(state_.typed_size.size, LessonSize::kHeads);
        EXPECT_EQ(state_.focus, TextFocus::kLessonSize);
        state_.typed_size.text.set_text("x");
        apply(state_, EnterSize{});
        frames(3);  // with words on what is wrong
        EXPECT_EQ(state_.typed_size.size, LessonSize::kHeads);
        state_.typed_size.text.set_text("6");
        state_.focus = TextFocus::kNone;
        frames(3);
        EXPECT_EQ(state_.typed_size.size, std::nullopt);
        EXPECT_EQ(state_.lesson.sizes.n_heads, 6);
        EXPECT_EQ(state_.lesson.sizes_from, kOtherSizes);
    }
}

TEST_F(LessonPanels, AClickOnASizeLetsItBeTyped) {
    open_family("bert");
    open_lesson(state_, LessonPageId::kCost);
    frames(3);
    for (float y = 120; y < 320 && !state_.typed_size.size; y += 10)
        for (float x = 260; x < 1400 && !state_.typed_size.size; x += 14) click({x, y});
    ASSERT_TRUE(state_.typed_size.size);
    frames(3);
    EXPECT_EQ(state_.focus, TextFocus::kLessonSize);
}

TEST_F(LessonPanels, LongTextsDrawOnEveryPage) {
    const auto model = load_model(fs::path(HEADSCOPE_TEST_DATA) / "families" / "llama", {});
    ASSERT_TRUE(model.has_value());
    ModelInput input;
    for (TokenId i = 0; i < 60; ++i) input.ids.push_back(3 + i % 50);
    auto trace = trace_ids(model.value(), input, {}, workspace_);
    ASSERT_TRUE(trace.has_value()) << trace.error().message;
    state_.model = model.value();
    accept_trace(state_, Result<std::shared_ptr<const ShownTrace>>(std::shared_ptr<const ShownTrace>(
                             std::make_shared<ShownTrace>(trace.value(), ShownAs{}, workspace_.pool()))));
    draw_every_step();
    EXPECT_TRUE(state_.lesson_problem.empty());
}

}  // namespace
}  // namespace headscope
