// What is remembered: settings, recent models, sessions.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/state/actions.h"
#include "app/state/app_state.h"
#include "app/state/commands.h"
#include "app/state/session.h"
#include "app/state/settings.h"
#include "tests/app/opening_folder.h"
#include "tests/app/small_translation.h"
#include "tests/app/state_with_maps.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using Remembering = OpeningFolder;

TEST_F(Remembering, SettingsComeBackAsTheyWere) {
    Settings settings;
    settings.theme = Theme::kLight;
    settings.text_size = 3;
    settings.restores_session = false;
    settings.recent_models = {"/a/b", "/c"};
    const fs::path file = settings_file(folder_ / "not" / "there");
    ASSERT_TRUE(write_settings(settings, file).is_ok());
    const ReadSettings read = read_settings(file);
    EXPECT_FALSE(read.problem);
    EXPECT_EQ(read.settings, settings);
    EXPECT_EQ(read_settings(folder_ / "none.json").settings, Settings());
}

TEST_F(Remembering, BrokenSettingsAreSetAsideWithAMessage) {
    for (const char* text : {"", "{", "[]", "{\"format\":\"headscope.settings\",\"version\":1,\"theme\":7}", "\xff"}) {
        const fs::path file = write("settings.json", text);
        const ReadSettings read = read_settings(file);
        EXPECT_EQ(read.settings, Settings()) << text;
        ASSERT_TRUE(read.problem) << text;
        EXPECT_NE(read.problem->find("settings.json.broken"), std::string::npos) << *read.problem;
        EXPECT_FALSE(fs::exists(file)) << text;
        EXPECT_EQ(this->read(folder_ / "settings.json.broken"), text);
    }
}

TEST_F(Remembering, RecentModelsAreNewestFirstWithoutRepeats) {
    Settings settings;
    for (int i = 0; i < 40; ++i) remember_model(settings, "/models/" + std::to_string(i % 20));
    EXPECT_EQ(settings.recent_models.size(), kMaxRecentModels);
    EXPECT_EQ(settings.recent_models.front(), "/models/19");
    remember_model(settings, "/models/15");
    EXPECT_EQ(settings.recent_models.front(), "/models/15");
    EXPECT_EQ(settings.recent_models.size(), kMaxRecentModels);
}

TEST_F(Remembering, ASessionComesBackWithItsTextsAndItsView) {
    AppState state;
    state.view.map_set = MapSet::kCross;
    accept_trace(state, make_shown_translation({"the", "man"}, {"der", "Mann"}, {SpecialsMode::kKeep, MapSet::kCross}));
    state.model = state.shown->trace()->model;
    set_texts(state, "the man 🙂", "second");
    state.target.set_text("der Mann");
    state.view.selected = {0, 1};
    state.view.linked = {{0, 0}};
    state.view.locked_query = 1;
    state.view.locked_key = 2;
    state.view.scale = ScaleKind::kLog;
    state.view.combined = Combination::kMax;
    state.view.grid_mode = GridMode::kTargets;
    state.view.order = {OrderKind::kRelation, {0, 1}, Fact::kPrevious, "object"};
    state.view.filter = "head<1";
    state.view.grid_place = {2.5F, 0.25F, 0.75F};
    const fs::path file = folder_ / "deep" / "a.headscope";
    ASSERT_TRUE(write_session(session_of(state), file).is_ok());

    const auto session = read_session(file);
    ASSERT_TRUE(session.has_value()) << session.error().message;
    AppState again;
    again.view.theme = Theme::kLight;
    open_session(again, session.value());
    EXPECT_EQ(again.sentence.text(), "the man 🙂");
    EXPECT_TRUE(again.has_pair);
    EXPECT_EQ(again.pair.text(), "second");
    EXPECT_EQ(again.target.text(), "der Mann");
    // The view waits for its maps.
    accept_trace(again, make_shown_translation({"the", "man"}, {"der", "Mann"}, {SpecialsMode::kKeep, MapSet::kCross}));
    ViewState expected = state.view;
    expected.theme = Theme::kLight;
    EXPECT_EQ(again.view, expected);
    EXPECT_EQ(again.filter.text(), "head<1");
}

TEST_F(Remembering, ASessionBringsItsSecondTextAndModelBack) {
    AppState state = state_with_maps({"the", "man"});
    run_command(state, CommandId::kBeside);
    state.beside.text.set_text("the other man");
    auto second = std::make_shared<Model>();
    second->name = "second";
    second->path = folder_;
    state.beside.model = second;
    const fs::path file = folder_ / "beside.headscope";
    ASSERT_TRUE(write_session(session_of(state), file).is_ok());

    AppState again;
    again.model = state.model;
    const auto session = read_session(file);
    ASSERT_TRUE(session.has_value()) << session.error().message;
    open_session(again, session.value());
    EXPECT_TRUE(again.beside.is_open);
    EXPECT_EQ(again.beside.text.text(), "the other man");
    ASSERT_TRUE(again.is_loading);
    EXPECT_TRUE(again.beside.is_loading_model);
    EXPECT_EQ(again.effects.load_model, fs::absolute(folder_).lexically_normal());
    accept_model(again, folder_, std::shared_ptr<const Model>(second));
    EXPECT_EQ(again.beside.model, second);
    EXPECT_EQ(again.model, state.model);
}

TEST_F(Remembering, ASessionWhoseModelIsGoneSaysSoAndShowsItsTexts) {
    Session session;
    session.model = "/no/such/model";
    session.model_name = "no such model";
    session.sentence = "kept";
    AppState state;
    open_session(state, session);
    EXPECT_EQ(state.sentence.text(), "kept");
    ASSERT_TRUE(state.message);
    EXPECT_NE(state.message->text.find("/no/such/model"), std::string::npos);
    EXPECT_FALSE(state.is_loading);
}

TEST_F(Remembering, ADamagedSessionNamesTheKey) {
    AppState state;
    const fs::path file = folder_ / "a.headscope";
    ASSERT_TRUE(write_session(session_of(state), file).is_ok());
    const std::string sound = read(file);
    ASSERT_TRUE(read_session(file).has_value()) << read_session(file).error().message;
    for (const auto& [from, to, key] : {std::tuple("\"sentence\": \"\"", "\"sentence\": 7", "sentence"),
                                        std::tuple("\"keep\"", "\"lose\"", "specials"),
                                        std::tuple("\"locked_query\": null", "\"locked_query\": -4", "locked_query"),
                                        std::tuple("\"version\": 1", "\"version\": 2", "version"),
                                        std::tuple("\"headscope.session\"", "\"other\"", "format")}) {
        std::string text = sound;
        const std::size_t at = text.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        text.replace(at, std::string(from).size(), to);
        const auto damaged = read_session(write("a.headscope", text));
        ASSERT_FALSE(damaged.has_value()) << to;
        EXPECT_NE(damaged.error().message.find(key), std::string::npos) << damaged.error().message;
    }
}

TEST_F(Remembering, SavingASessionAsksForAPathOnceAndThenKeepsIt) {
    AppState state;
    run_command(state, CommandId::kSaveSession);
    EXPECT_EQ(state.popup, Popup::kSaveSession);
    apply(state, SaveSessionTo{folder_ / "a.headscope"});
    EXPECT_EQ(state.popup, Popup::kNone);
    accept_saved_session(state, folder_ / "a.headscope", {});
    state.effects = {};
    run_command(state, CommandId::kSaveSession);
    EXPECT_EQ(state.popup, Popup::kNone);
    EXPECT_EQ(state.effects.save_session_to, folder_ / "a.headscope");
}

}  // namespace
}  // namespace headscope
