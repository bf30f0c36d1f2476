#include "app/app.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "app/platform/window.h"
#include "app/state/actions.h"
#include "tests/gui/window_events.h"

namespace headscope {
namespace {

class AppTest : public testing::Test {
  protected:
    void SetUp() override { open({}); }

    void open(ViewOptions options) {
        options.width = 1100;
        options.height = 700;
        auto created = App::create(options);
        if (!created.has_value() && std::getenv("CI") == nullptr) GTEST_SKIP() << created.error().message;
        ASSERT_TRUE(created.has_value()) << created.error().message;
        app_ = std::move(created).value();
        app_->settle();
    }

    std::unique_ptr<App> app_;
};

TEST_F(AppTest, HasReadTheFirstExampleWhenItOpens) {
    ASSERT_TRUE(app_->state().shown);
    EXPECT_EQ(app_->state().trace()->encoding.text, "The man saw the astronomer with a telescope.");
    EXPECT_FALSE(app_->state().message);
}

TEST_F(AppTest, ReadsSpecialTokensAsTextWhereTheOptionsAskForIt) {
    ViewOptions options;
    options.text = "[MASK]";
    options.specials_as_text = true;
    app_.reset();
    open(options);
    if (IsSkipped()) return;
    ASSERT_TRUE(app_->state().shown);
    EXPECT_EQ(app_->state().trace()->n_tokens(), 5);  // [CLS] [ mask ] [SEP]
}

TEST_F(AppTest, RemembersSettingsAndReturnsToItsLastSession) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("headscope-app-" + std::to_string(getpid()));
    ViewOptions options;
    options.settings_folder = folder;
    app_.reset();
    open(options);
    if (IsSkipped()) return;
    app_->state().sentence.set_text("two words");
    apply(app_->state(), TextsEdited{});
    run_command(app_->state(), CommandId::kToggleTheme);
    apply(app_->state(), SelectHead{{3, 4}});
    app_->window().wake_up();
    app_->settle();
    ASSERT_TRUE(app_->keep_session().is_ok());
    app_.reset();
    open(options);
    if (IsSkipped()) return;
    EXPECT_EQ(app_->state().trace()->encoding.text, "two words");
    EXPECT_EQ(app_->state().view.selected, (HeadRef{3, 4}));
    EXPECT_EQ(app_->state().view.theme, Theme::kLight);
    EXPECT_EQ(app_->state().settings.recent_models.size(), 1U);
    // What the arguments say comes first.
    options.text = "other";
    app_.reset();
    open(options);
    if (IsSkipped()) return;
    EXPECT_EQ(app_->state().trace()->encoding.text, "other");
    app_.reset();
    std::filesystem::remove_all(folder);
}

TEST_F(AppTest, DrawsNoFrameWhileNothingHappens) {
    // A window manager or the pointer may still have a word to say right after opening.
    for (int i = 0; i < 10; ++i) app_->step(0.1);
    const long before = app_->frames_drawn();
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    while (std::chrono::steady_clock::now() < end) app_->step(0.25);
    EXPECT_EQ(app_->frames_drawn(), before);
}

TEST_F(AppTest, MapsFollowATextThatIsEdited) {
    app_->state().sentence.set_text("two words");
    apply(app_->state(), TextsEdited{});
    app_->window().wake_up();
    for (int i = 0; i < 200 && app_->state().trace()->n_tokens() != 4; ++i) app_->step(0.05);
    EXPECT_EQ(app_->state().trace()->n_tokens(), 4);
}

TEST_F(AppTest, AKeyThatOpensABoxIsNotTypedIntoIt) {
    test::WindowEvents events(app_->window().handle());
    events.take_keyboard();
    for (const char key : {'/', 'f'}) {
        events.press_key(key == '/' ? GLFW_KEY_SLASH : GLFW_KEY_F, 0);
        events.type(static_cast<char32_t>(key));
        for (const char32_t typed : U"layer=1") {
            if (typed != 0) events.type(typed);
        }
        for (int i = 0; i < 10; ++i) app_->step(0.02);
        EXPECT_EQ(app_->state().focus, TextFocus::kFilter);
        EXPECT_EQ(app_->state().view.filter, "layer=1");
        run_command(app_->state(), CommandId::kFree);
    }
}

TEST_F(AppTest, ABrokenModelLeavesTheOldOneOpenWithItsMaps) {
    const auto before = app_->state().shown;
    apply(app_->state(), OpenModel{"/no/such/model"});
    app_->window().wake_up();
    for (int i = 0; i < 200 && !app_->state().message; ++i) app_->step(0.05);
    ASSERT_TRUE(app_->state().message);
    EXPECT_EQ(app_->state().message->kind, MessageKind::kError);
    EXPECT_NE(app_->state().message->text.find("/no/such/model"), std::string::npos);
    EXPECT_EQ(app_->state().shown, before);
}

TEST_F(AppTest, ATextOfFiveThousandWordsIsCutToThePositionsAndSaysSo) {
    std::string text;
    for (int i = 0; i < 5000; ++i) text += "word ";
    app_->state().sentence.set_text(text);
    apply(app_->state(), TextsEdited{});
    app_->window().wake_up();
    for (int i = 0; i < 600 && app_->state().trace()->n_tokens() != 512; ++i) app_->step(0.05);
    EXPECT_EQ(app_->state().trace()->n_tokens(), 512);
    ASSERT_FALSE(app_->state().trace()->encoding.notes.empty());
    EXPECT_EQ(app_->state().trace()->encoding.notes.front().kind, NoteKind::kTruncated);
}

}  // namespace
}  // namespace headscope
