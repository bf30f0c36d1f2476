// Dialogs, palette, menu and sheets over the window.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "tests/app/panels.h"

namespace headscope {
namespace {

using Popups = Panels;

TEST_F(Popups, EnterInTheExportDialogAsksForTheFile) {
    show({"the", "man"});
    run_command(state_, CommandId::kExport);
    ASSERT_EQ(state_.popup, Popup::kExport);
    frames(2);
    state_.export_path.set_text("/tmp/maps.json");
    press(plain(Key::kEnter));
    EXPECT_EQ(state_.popup, Popup::kNone);
    EXPECT_EQ(state_.effects.export_to, "/tmp/maps.json");
}

TEST_F(Popups, EnterInTheOpenDialogOpensThePathThatIsTyped) {
    show({"the", "man"});
    run_command(state_, CommandId::kModels);
    ASSERT_EQ(state_.popup, Popup::kModels);
    EXPECT_TRUE(state_.effects.list_models);
    frames(2);
    type(U"/x/y");
    EXPECT_EQ(state_.effects.inspect, "/x/y");
    press(plain(Key::kEnter));
    EXPECT_EQ(state_.popup, Popup::kNone);
    EXPECT_EQ(state_.focus, TextFocus::kNone);
    EXPECT_EQ(state_.effects.load_model, "/x/y");
}

TEST_F(Popups, EnterInThePaletteRunsTheBestCommandAndClosesIt) {
    show({"the", "man"});
    run_command(state_, CommandId::kPalette);
    frames(2);
    type(U"log");
    press(plain(Key::kEnter));
    EXPECT_EQ(state_.popup, Popup::kNone);
    EXPECT_EQ(state_.focus, TextFocus::kNone);
    EXPECT_EQ(state_.view.scale, ScaleKind::kLog);
}

TEST_F(Popups, ThePaletteKeepsOpenOverACommandThatCannotRun) {
    run_command(state_, CommandId::kPalette);
    frames(2);
    type(U"export");
    press(plain(Key::kEnter));
    EXPECT_EQ(state_.popup, Popup::kPalette);
}

TEST_F(Popups, ArrowsWalkThroughTheMenuAndEnterRuns) {
    show({"the", "man"});
    run_command(state_, CommandId::kMenu);
    frames(2);
    std::size_t part = 0;
    while (command_parts()[part].commands.front().id != CommandId::kPreviousHead) ++part;
    for (std::size_t i = 0; i < part; ++i) press(plain(Key::kDown));
    press(plain(Key::kRight));
    press(plain(Key::kDown));
    press(plain(Key::kEnter));
    EXPECT_EQ(state_.popup, Popup::kNone);
    EXPECT_EQ(state_.view.selected, (HeadRef{0, 1}));
}

TEST_F(Popups, TheHelpSheetShowsWhatIsSought) {
    show({"the", "man"});
    run_command(state_, CommandId::kHelp);
    frames(2);
    type(U"softmax");
    frames(2);
    EXPECT_EQ(state_.popup, Popup::kHelp);
    EXPECT_EQ(state_.help_query.text(), "softmax");
}

TEST_F(Popups, EnterInTheExamplesUsesTheOneTheKeyboardIsOn) {
    show({"the", "man"});
    run_command(state_, CommandId::kExamples);
    frames(2);
    press(plain(Key::kDown));
    press(plain(Key::kEnter));
    EXPECT_EQ(state_.popup, Popup::kNone);
    EXPECT_EQ(state_.sentence.text(), examples_for(state_.model.get())[1].sentence);
}

TEST_F(Popups, AClickBesideAPopupClosesIt) {
    show({"the", "man"});
    run_command(state_, CommandId::kExamples);
    frames(2);
    click({200, 500});
    EXPECT_EQ(state_.popup, Popup::kNone);
}

}  // namespace
}  // namespace headscope
