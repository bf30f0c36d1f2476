// The cards about heads, drawn without a platform.
#include <gtest/gtest.h>

#include "app/views/layout.h"
#include "app/views/role_style.h"
#include "tests/app/small_translation.h"
#include "tests/app/window_test.h"

namespace headscope {
namespace {

class HeadCards : public WindowTest {
  protected:
    HeadCards() {
        accept_trace(state_, make_small_shown({"the", "man", "saw", "it"}));
        state_.model = state_.shown->trace()->model;
    }
    void after_actions() override { keep_up_search(state_); }
    void measure() {
        ThreadPool pool(1);
        const auto request = next_measure_request(state_);
        if (!request) return;  // measured already
        accept_measures(state_, with_likeness(*measure_facts(*request, pool).value(), {}, pool));
    }
    // Clicks through a rectangle until something has changed the view.
    bool click_until(const Rect& rect, bool (*is_done)(const AppState&)) {
        for (float y = rect.y; y < rect.bottom(); y += 12) {
            for (float x = rect.x; x < rect.right(); x += 24) {
                click({x, y});
                if (is_done(state_)) return true;
            }
        }
        return false;
    }
};

TEST_F(HeadCards, EveryCardDrawsBeforeAndAfterItsNumbersCome) {
    for (int round = 0; round < 2; ++round) {
        for (const SideCard side :
             {SideCard::kLinks, SideCard::kFacts, SideCard::kFind, SideCard::kEffect, SideCard::kGuess}) {
            state_.view.side = side;
            frames(3);
        }
        measure();
    }
}

TEST_F(HeadCards, EveryCardDrawsForCrossAttentionAndWithHeadsOff) {
    accept_trace(state_, make_shown_translation({"the", "man"}, {"der"}, {SpecialsMode::kKeep, MapSet::kCross}));
    state_.model = state_.shown->trace()->model;
    state_.view.off = {{0, 0}};
    measure();
    for (const SideCard side :
         {SideCard::kLinks, SideCard::kFacts, SideCard::kFind, SideCard::kEffect, SideCard::kGuess}) {
        state_.view.side = side;
        frames(3);
    }
}

TEST_F(HeadCards, FindingsOfEveryKindDraw) {
    measure();
    auto relations = std::make_shared<HeadRelations>();
    relations->n_heads = 3;
    RelationReport report{"determiner", 25, 1, 0.5, {}};
    report.heads.resize(6, {0.2, 0.1});
    report.heads[0] = {0.9, 0.3};
    relations->reports = {report};
    relations->request.model = state_.model;
    state_.findings.relations.asked = relations->request;
    state_.findings.relations.newest = relations;

    auto effect = std::make_shared<SwitchOffEffect>();
    effect->request.trace = state_.shown->trace();
    effect->map_changes = {0, 0, 0, 0.1F, 0.2F, 0};
    effect->changes.resize(6, {0.9, 1, 0.3});
    effect->before = effect->after = {{6, {{1, "a", "a", 0.7}, {2, "b", "b", 0.2}}}};
    state_.findings.effect.asked = effect->request;
    state_.findings.effect.newest = effect;
    state_.view.off = {{0, 0}};

    auto ranking = std::make_shared<HeadRanking>();
    ranking->request.trace = state_.shown->trace();
    ranking->heads = {{{0, 1}, 0.4, 0.9}, {{1, 1}, 0.1, 0.99}};
    state_.findings.ranking.asked = ranking->request;
    state_.findings.ranking.newest = ranking;
    for (const SideCard side : {SideCard::kFacts, SideCard::kEffect}) {
        state_.view.side = side;
        frames(3);
    }
}

TEST_F(HeadCards, WhatChangesInCrossMapsIsNamedWhileTheyAreShown) {
    ImGui::GetIO().DisplaySize = ImVec2(1440, 900);
    const auto show = [&](MapSet set) {
        state_.view.map_set = set;
        accept_trace(state_, make_shown_translation({"the", "man"}, {"der"}, {SpecialsMode::kKeep, set}));
        state_.model = state_.shown->trace()->model;
    };
    show(MapSet::kCross);
    auto effect = std::make_shared<SwitchOffEffect>();
    effect->request = {state_.shown->trace(), MapSet::kCross};
    effect->set = MapSet::kCross;
    effect->map_changes = {0, 0.2F};
    effect->changes.resize(2, {0.9, 1, 0.3});
    state_.findings.effect.asked = effect->request;
    state_.findings.effect.newest = effect;
    state_.view.off_cross = {{0, 0}};
    state_.view.side = SideCard::kEffect;
    frames(3);
    const Rect card = lay_out_window(1440, 900, scale_, 2).links;
    const Rect below_buttons{card.x + 20, card.y + 100, card.w - 40, card.h - 110};
    const auto is_selected = [](const AppState& state) { return state.view.selected == HeadRef{0, 1}; };
    EXPECT_TRUE(click_until(below_buttons, is_selected));
    // Heads of other maps are not named by these.
    show(MapSet::kEncoder);
    state_.view.off_cross = {{0, 0}};
    state_.view.selected = {};
    frames(3);
    EXPECT_FALSE(click_until(below_buttons, is_selected));
}

TEST_F(HeadCards, TheNamesOfTheCardsSwitchBetweenThem) {
    const Rect links = lay_out_window(ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y, 1).links;
    const Rect names{links.x + 20, links.y + 16, 260, 1};
    EXPECT_TRUE(click_until(names, [](const AppState& state) { return state.view.side == SideCard::kFacts; }));
    EXPECT_TRUE(click_until(names, [](const AppState& state) { return state.view.side == SideCard::kEffect; }));
    EXPECT_TRUE(click_until(names, [](const AppState& state) { return state.view.side == SideCard::kLinks; }));
    EXPECT_TRUE(state_.history.can_undo());
}

TEST_F(HeadCards, AClickOnAHeadThatIsAlikeSelectsIt) {
    measure();
    state_.view.side = SideCard::kFacts;
    const Rect links = lay_out_window(ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y, 1).links;
    const Rect right{links.x + links.w * 0.65F, links.y + 50, 30, 100};
    EXPECT_TRUE(click_until(right, [](const AppState& state) { return state.view.selected != HeadRef(); }));
}

TEST_F(HeadCards, AFoundLinkSelectsItsHead) {
    state_.view.side = SideCard::kFind;
    state_.link_search.from.set_text("man");
    state_.link_search.to.set_text("it");
    const Rect links = lay_out_window(ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y, 1).links;
    frames(2);
    ASSERT_NE(state_.link_search.found, nullptr);
    const Rect list{links.x + 60, links.y + 100, 30, 60};
    EXPECT_TRUE(click_until(list, [](const AppState& state) { return state.view.locked_key.has_value(); }));
}

TEST_F(HeadCards, ALineRoundAllHeadsOfThePlaneChoosesThem) {
    measure();
    state_.popup = Popup::kHeadPlane;
    frames(2);
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float left = size.x / 2 - 385;
    const float right = size.x / 2 + 385;
    const float top = size.y / 2 - 250;
    const float bottom = size.y / 2 + 272;
    ImGui::GetIO().MousePos = {left, top};
    frames(2);
    ImGui::GetIO().MouseDown[0] = true;
    frame();
    for (const ImVec2 corner : {ImVec2(right, top), ImVec2(right, bottom), ImVec2(left, bottom), ImVec2(left, top)}) {
        ImGui::GetIO().MousePos = corner;
        frames(2);
    }
    ImGui::GetIO().MouseDown[0] = false;
    frames(2);
    EXPECT_EQ(state_.view.linked.size(), 5U);
    EXPECT_EQ(state_.popup, Popup::kHeadPlane);
}

TEST(RoleWords, AreShortAndEveryRoleHasThem) {
    for (const RoleKind& kind : role_kinds()) {
        EXPECT_LE(role_badge(kind).size(), 7U) << role_word(kind);
        EXPECT_NE(role_tip({kind, 0.5, {}, {}, 1}).find("0.500"), std::string::npos);
    }
}

}  // namespace
}  // namespace headscope
