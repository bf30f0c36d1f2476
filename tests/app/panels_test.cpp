#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/layout.h"
#include "app/widgets/grid_geometry.h"
#include "tests/app/small_translation.h"
#include "tests/app/window_test.h"

namespace headscope {
namespace {

class Panels : public WindowTest {
  protected:
    WindowLayout layout() const {
        return lay_out_window(ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y, scale_);
    }
    void show(const std::vector<std::string>& words, SpecialsMode specials = SpecialsMode::kKeep) {
        state_.view.specials = specials;
        accept_trace(state_, make_small_shown(words, specials));
        state_.model = state_.shown->trace()->model;
        state_.sentence.set_text(state_.shown->trace()->encoding.text);
    }
    void show_translation(MapSet set) {
        state_.view.map_set = set;
        accept_trace(state_, make_shown_translation({"the", "man"}, {"der"}, {SpecialsMode::kKeep, set}));
        state_.model = state_.shown->trace()->model;
        state_.sentence.set_text("the man");
        state_.target.set_text("der");
    }
    // Any point of a head's thumbnail, found by asking where the pointer selects it.
    Point point_in_grid(float fraction_x, float fraction_y) const {
        const Rect grid = layout().grid;
        return {grid.x + grid.w * fraction_x, grid.y + grid.h * fraction_y};
    }

    Point find_head(HeadRef head);
};

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

TEST_F(Panels, TheGridDrawsEveryHeadOnceAFrame) {
    show({"the", "man", "saw"});
    frames(2);
    graphics_.tiles_drawn = 0;
    frame();
    EXPECT_EQ(graphics_.tiles_drawn, 2 * 3 + 1);  // the thumbnails and the large map
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

TEST_F(Panels, PointingIntoAThumbnailLightsItsHeadQueryAndKey) {
    show({"the", "man", "saw"});
    bool found = false;
    for (float y = 0.1F; y < 0.9F && !found; y += 0.02F) {
        for (float x = 0.05F; x < 0.9F && !found; x += 0.02F) {
            point_at(point_in_grid(x, y));
            found = state_.hover.head == HeadRef{1, 2} && state_.hover.query && state_.hover.key;
        }
    }
    EXPECT_TRUE(found);
}

TEST_F(Panels, AClickSelectsAHeadAndShiftClickAddsOne) {
    show({"the", "man", "saw"});
    std::vector<std::pair<HeadRef, Point>> seen;
    for (float y = 0.1F; y < 0.9F; y += 0.02F) {
        for (float x = 0.05F; x < 0.9F; x += 0.02F) {
            const Point point = point_in_grid(x, y);
            point_at(point);
            if (!state_.hover.head) continue;
            const HeadRef head = *state_.hover.head;
            if (std::none_of(seen.begin(), seen.end(), [&](const auto& s) { return s.first == head; })) {
                seen.emplace_back(head, point);
            }
        }
    }
    ASSERT_EQ(seen.size(), 6U);
    click(seen[4].second);
    EXPECT_EQ(state_.view.selected, seen[4].first);
    hold_shift(true);
    click(seen[2].second);
    hold_shift(false);
    EXPECT_EQ(state_.view.selected, seen[4].first);
    EXPECT_EQ(state_.view.linked, std::vector<HeadRef>{seen[2].first});
}

// Where the middle of a head's tile is, found by pointing.
Point Panels::find_head(HeadRef head) {
    for (float y = 0.1F; y < 0.98F; y += 0.02F) {
        for (float x = 0.02F; x < 0.98F; x += 0.02F) {
            point_at(point_in_grid(x, y));
            if (state_.hover.head == head) return point_in_grid(x + 0.01F, y + 0.01F);
        }
    }
    ADD_FAILURE() << "no head " << head.layer << ":" << head.head;
    return {};
}

TEST_F(Panels, AllGridModesOrdersAndZoomsDrawWithAndWithoutALock) {
    for (const bool is_locked : {false, true}) {
        for (const GridMode mode : {GridMode::kMaps, GridMode::kTargets, GridMode::kRoles}) {
            for (const OrderKind kind :
                 {OrderKind::kLayer, OrderKind::kLink, OrderKind::kSimilar, OrderKind::kFact, OrderKind::kRelation}) {
                for (const float zoom : {1.0F, 2.5F, 30.0F}) {
                    state_ = AppState();
                    show({"the", "man", "saw"});
                    if (is_locked) state_.view.locked_query = 2;
                    state_.view.linked = {{0, 1}, {1, 2}};
                    state_.view.grid_mode = mode;
                    state_.view.order.kind = kind;
                    state_.view.grid_place.zoom = zoom;
                    for (const char* filter : {"", "layer=1", "layer=9", "entropi"}) {
                        state_.filter.set_text(state_.view.filter = filter);
                        point_at(point_in_grid(0.5F, 0.5F));
                    }
                }
            }
        }
    }
}

TEST_F(Panels, DraggingOverTheGridChoosesTheHeadsUnderTheRectangle) {
    show({"the", "man", "saw"});
    const Point from = find_head({0, 1});
    const Point to = find_head({1, 2});
    point_at(from);
    ImGui::GetIO().MouseDown[0] = true;
    frame();
    point_at(to);
    ImGui::GetIO().MouseDown[0] = false;
    frame();
    EXPECT_EQ(state_.view.selected, (HeadRef{0, 1}));
    EXPECT_EQ(state_.view.linked, (std::vector<HeadRef>{{0, 2}, {1, 1}, {1, 2}}));
    run_command(state_, CommandId::kUndo);
    EXPECT_TRUE(state_.view.linked.empty());
}

TEST_F(Panels, AClickOnALayersNameChoosesItsHeads) {
    show({"the", "man", "saw"});
    frames(2);
    const Point in_row = find_head({1, 0});
    click({layout().grid.x + 20, in_row.y});
    EXPECT_EQ(state_.view.selected, (HeadRef{1, 0}));
    EXPECT_EQ(state_.view.linked, (std::vector<HeadRef>{{1, 1}, {1, 2}}));
}

TEST_F(Panels, TheWheelZoomsTheGridUnderThePointerAndTheRightButtonMovesIt) {
    show({"the", "man", "saw"});
    const Point at = find_head({1, 1});
    point_at(at);
    for (int i = 0; i < 4; ++i) {
        ImGui::GetIO().MouseWheel = 1;
        frame();
    }
    EXPECT_GT(state_.view.grid_place.zoom, 1.5F);
    frames(2);
    EXPECT_EQ(state_.hover.head, (HeadRef{1, 1}));
    const GridPlace before = state_.view.grid_place;
    ImGui::GetIO().MouseDown[1] = true;
    frame();
    ImGui::GetIO().MousePos.x += 60;
    frame();
    ImGui::GetIO().MouseDown[1] = false;
    frame();
    EXPECT_LT(state_.view.grid_place.x, before.x);
    EXPECT_EQ(state_.view.grid_place.zoom, before.zoom);
    EXPECT_TRUE(state_.view.linked.empty());
    run_command(state_, CommandId::kUndo);
    EXPECT_EQ(state_.view.grid_place, GridPlace());
}

TEST_F(Panels, AHeadSelectedByTheKeyboardComesIntoSightWithoutAStepOfUndo) {
    show({"the", "man", "saw"});
    state_.view.grid_place = {3, 0, 0};
    frames(2);
    const GridPlace before = state_.view.grid_place;
    for (int i = 0; i < 2; ++i) run_command(state_, CommandId::kNextHead);
    run_command(state_, CommandId::kNextLayer);
    frames(3);
    EXPECT_GT(state_.view.grid_place.x, before.x);
    for (int i = 0; i < 3; ++i) run_command(state_, CommandId::kUndo);
    EXPECT_EQ(state_.view.selected, HeadRef());
    EXPECT_FALSE(state_.history.can_undo());
}

TEST_F(Panels, TypingIntoTheFilterFindsHeads) {
    show({"the", "man", "saw"});
    run_command(state_, CommandId::kFilterHeads);
    frame();
    for (const char32_t character : std::u32string_view(U"head=1")) frame({CharacterTyped{character}});
    frames(2);
    EXPECT_EQ(state_.view.filter, "head=1");
    EXPECT_EQ(kept_.grid_heads.filtered().count, 2);
    graphics_.tiles_drawn = 0;
    frame();
    EXPECT_EQ(graphics_.tiles_drawn, 2 * 3 + 1);  // those that do not match are paled, not gone
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

TEST_F(Panels, EnterInTheExportDialogAsksForTheFile) {
    show({"the", "man"});
    run_command(state_, CommandId::kExport);
    ASSERT_EQ(state_.popup, Popup::kExport);
    frames(2);
    state_.export_path.set_text("/tmp/maps.json");
    frame({KeyPress{plain(Key::kEnter)}});
    EXPECT_EQ(state_.popup, Popup::kNone);
    EXPECT_EQ(state_.effects.export_to, "/tmp/maps.json");
}

TEST_F(Panels, EnterInTheOpenDialogOpensThePathThatIsTyped) {
    show({"the", "man"});
    run_command(state_, CommandId::kModels);
    ASSERT_EQ(state_.popup, Popup::kModels);
    EXPECT_TRUE(state_.effects.list_models);
    frames(2);
    for (const char c : std::string("/x/y")) frame({CharacterTyped{static_cast<char32_t>(c)}});
    EXPECT_EQ(state_.effects.inspect, "/x/y");
    frame({KeyPress{plain(Key::kEnter)}});
    EXPECT_EQ(state_.popup, Popup::kNone);
    EXPECT_EQ(state_.focus, TextFocus::kNone);
    EXPECT_EQ(state_.effects.load_model, "/x/y");
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

TEST_F(Panels, EnterInThePaletteRunsTheBestCommandAndClosesIt) {
    show({"the", "man"});
    run_command(state_, CommandId::kPalette);
    frames(2);
    for (const char c : std::string("log")) frame({CharacterTyped{static_cast<char32_t>(c)}});
    frame({KeyPress{plain(Key::kEnter)}});
    EXPECT_EQ(state_.popup, Popup::kNone);
    EXPECT_EQ(state_.focus, TextFocus::kNone);
    EXPECT_EQ(state_.view.scale, ScaleKind::kLog);
}

TEST_F(Panels, ThePaletteKeepsOpenOverACommandThatCannotRun) {
    run_command(state_, CommandId::kPalette);
    frames(2);
    for (const char c : std::string("export")) frame({CharacterTyped{static_cast<char32_t>(c)}});
    frame({KeyPress{plain(Key::kEnter)}});
    EXPECT_EQ(state_.popup, Popup::kPalette);
}

TEST_F(Panels, ArrowsWalkThroughTheMenuAndEnterRuns) {
    show({"the", "man"});
    run_command(state_, CommandId::kMenu);
    frames(2);
    std::size_t part = 0;
    while (command_parts()[part].commands.front().id != CommandId::kPreviousHead) ++part;
    for (std::size_t i = 0; i < part; ++i) frame({KeyPress{plain(Key::kDown)}});
    frame({KeyPress{plain(Key::kRight)}});
    frame({KeyPress{plain(Key::kDown)}});
    frame({KeyPress{plain(Key::kEnter)}});
    EXPECT_EQ(state_.popup, Popup::kNone);
    EXPECT_EQ(state_.view.selected, (HeadRef{0, 1}));
}

TEST_F(Panels, TheKeyboardPressesAButtonOfThePanelItIsIn) {
    show({"the", "man"});
    run_command(state_, CommandId::kNextPanel);
    ASSERT_EQ(state_.panel, Panel::kTopBar);
    frames(2);
    frame({KeyPress{plain(Key::kEnter)}});  // the first one is the menu
    EXPECT_EQ(state_.popup, Popup::kMenu);
}

TEST_F(Panels, AClickTakesTheKeyboardOutOfItsPanel) {
    show({"the", "man"});
    run_command(state_, CommandId::kNextPanel);
    frames(2);
    click({5, 895});
    EXPECT_EQ(state_.panel, Panel::kNone);
}

TEST_F(Panels, TheHelpSheetShowsWhatIsSought) {
    show({"the", "man"});
    run_command(state_, CommandId::kHelp);
    frames(2);
    for (const char c : std::string("softmax")) frame({CharacterTyped{static_cast<char32_t>(c)}});
    frames(2);
    EXPECT_EQ(state_.popup, Popup::kHelp);
    EXPECT_EQ(state_.help_query.text(), "softmax");
}

TEST_F(Panels, EnterInTheExamplesUsesTheOneTheKeyboardIsOn) {
    show({"the", "man"});
    run_command(state_, CommandId::kExamples);
    frames(2);
    frame({KeyPress{plain(Key::kDown)}});
    frame({KeyPress{plain(Key::kEnter)}});
    EXPECT_EQ(state_.popup, Popup::kNone);
    EXPECT_EQ(state_.sentence.text(), examples_for(state_.model.get())[1].sentence);
}

TEST_F(Panels, AClickBesideAPopupClosesIt) {
    show({"the", "man"});
    run_command(state_, CommandId::kExamples);
    frames(2);
    click({200, 500});
    EXPECT_EQ(state_.popup, Popup::kNone);
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
