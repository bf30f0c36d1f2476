#include "tests/app/panels.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace headscope {
namespace {

TEST_F(Panels, DrawEveryStateAndPopupAtEverySize) {
    for (const ImVec2 size : {ImVec2(1440, 900), ImVec2(1024, 640), ImVec2(300, 200), ImVec2(3840, 2160)}) {
        ImGui::GetIO().DisplaySize = size;
        for (const float scale : {1.0F, 2.0F}) {
            scale_ = scale;
            for (int with = 0; with < 8; ++with) {
                state_ = AppState();
                if (with == 1) state_.is_loading = true;
                if (with == 2) state_.trace_problem = "too long";
                if (with == 3) show({"the", "man", "saw"});
                if (with == 4) show({}, SpecialsMode::kDrop);
                if (with >= 5) show_translation(static_cast<MapSet>(with - 5));
                for (const Popup popup : {Popup::kNone, Popup::kModels, Popup::kExamples, Popup::kHelp, Popup::kExport,
                                          Popup::kSaveSession, Popup::kPalette, Popup::kMenu}) {
                    state_.popup = popup;
                    frames(3);
                }
            }
        }
    }
}

TEST_F(Panels, DrawBothThemesAllScalesAndAMessage) {
    show({"the", "man", "saw"});
    for (const Theme theme : {Theme::kDark, Theme::kLight}) {
        for (const ScaleKind scale : {ScaleKind::kLinear, ScaleKind::kSqrt, ScaleKind::kLog}) {
            state_.view.theme = theme;
            state_.view.scale = scale;
            state_.message = Message{MessageKind::kError, "something", "path"};
            frames(2);
            state_.message.reset();
            frames(2);
        }
    }
}

TEST_F(Panels, AStillWindowUploadsNothing) {
    show({"the", "man", "saw"});
    frames(3);
    const int updates = graphics_.updates;
    frames(5);
    EXPECT_EQ(graphics_.updates, updates);
}

TEST_F(Panels, PointingAtATokenLightsItInEveryView) {
    show({"the", "man", "saw"});
    const Rect strip = layout().token_strip;
    point_at({strip.x + 30, strip.y + 25});
    EXPECT_EQ(state_.hover.query, 0);
    point_at({5, 895});
    EXPECT_FALSE(state_.hover.query);
}

TEST_F(Panels, AClickOnATokenLocksItAndAnotherFreesIt) {
    show({"the", "man", "saw"});
    const Rect strip = layout().token_strip;
    click({strip.x + 30, strip.y + 25});
    EXPECT_EQ(state_.view.locked_query, 0);
    click({strip.x + 30, strip.y + 25});
    EXPECT_FALSE(state_.view.locked_query);
}

TEST_F(Panels, TypingIntoTheFocusedSentenceAsksForNewMaps) {
    show({"the", "man"});
    run_command(state_, CommandId::kFocusSentence);
    state_.effects = {};
    frame({CharacterTyped{0x1F642}});
    EXPECT_EQ(state_.sentence.text(), "🙂");
    EXPECT_TRUE(state_.effects.text_changed);
}

TEST_F(Panels, WithoutFocusTypedCharactersGoNowhere) {
    show({"the", "man"});
    state_.effects = {};
    frame({CharacterTyped{'x'}});
    EXPECT_EQ(state_.sentence.text(), "the man");
    EXPECT_FALSE(state_.effects.text_changed);
}

TEST_F(Panels, AClickIntoTheSentenceBoxFocusesIt) {
    show({"the", "man"});
    frames(2);
    const Rect bar = layout().top_bar;
    click({bar.x + bar.w * 0.5F, bar.y + bar.h / 2});
    EXPECT_EQ(state_.focus, TextFocus::kSentence);
}

TEST_F(Panels, AWordUnderThePointerInTheBoxLightsItsToken) {
    show({"astronomer", "telescope", "astronomer", "telescope"});
    frames(2);
    const Rect bar = layout().top_bar;
    bool lit = false;
    for (float x = 0.2F; x < 0.7F; x += 0.005F) {
        point_at({bar.x + bar.w * x, bar.y + bar.h / 2});
        lit = lit || state_.hover.query == 2;
    }
    EXPECT_TRUE(lit);
}

TEST_F(Panels, TheSwitchOfMapSetsIsThereForEncoderDecodersOnly) {
    const auto press_cross = [&] {
        for (float x = 20; x < 300; x += 8) {
            click({x, layout().token_strip.y + 24});
            if (state_.view.map_set == MapSet::kCross) return true;
        }
        return false;
    };
    show({"the", "man"});
    EXPECT_FALSE(press_cross());
    show_translation(MapSet::kEncoder);
    EXPECT_TRUE(press_cross());
}

TEST_F(Panels, TypingIntoTheTargetBoxAsksForNewMaps) {
    show_translation(MapSet::kCross);
    run_command(state_, CommandId::kFocusTarget);
    state_.effects = {};
    frame({CharacterTyped{'x'}});
    EXPECT_EQ(state_.target.text(), "x");
    EXPECT_TRUE(state_.effects.text_changed);
}

TEST_F(Panels, TheKeyboardPressesAButtonOfThePanelItIsIn) {
    show({"the", "man"});
    run_command(state_, CommandId::kNextPanel);
    ASSERT_EQ(state_.panel, Panel::kTopBar);
    frames(2);
    press(plain(Key::kEnter));  // the first one is the menu
    EXPECT_EQ(state_.popup, Popup::kMenu);
}

TEST_F(Panels, AClickTakesTheKeyboardOutOfItsPanel) {
    show({"the", "man"});
    run_command(state_, CommandId::kNextPanel);
    frames(2);
    click({5, 895});
    EXPECT_EQ(state_.panel, Panel::kNone);
}

TEST_F(Panels, LongTextsOfManyTokensDrawInEveryMode) {
    std::vector<std::string> words;
    for (int i = 0; i < 300; ++i) words.push_back("w" + std::to_string(i));
    for (const SpecialsMode mode : {SpecialsMode::kKeep, SpecialsMode::kDrop, SpecialsMode::kRenormalise}) {
        show(words, mode);
        state_.view.locked_query = 150;
        frames(3);
    }
    EXPECT_EQ(state_.view.locked_query, 150);
}

}  // namespace
}  // namespace headscope
