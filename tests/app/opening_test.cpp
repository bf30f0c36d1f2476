// Opening models, texts and sessions: what a path is, what is remembered, and that a failure leaves all as it was.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "app/state/actions.h"
#include "app/state/app_state.h"
#include "app/state/commands.h"
#include "app/state/openable.h"
#include "app/state/path_choices.h"
#include "app/state/session.h"
#include "app/state/settings.h"
#include "core/model/model_summary.h"
#include "tests/app/small_translation.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

class Opening : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("headscope-opening-" + std::to_string(getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path write(const std::string& name, const std::string& text) const {
        fs::create_directories((folder_ / name).parent_path());
        std::ofstream(folder_ / name, std::ios::binary) << text;
        return folder_ / name;
    }
    static std::string read(const fs::path& path) {
        std::ostringstream text;
        text << std::ifstream(path).rdbuf();
        return text.str();
    }
    static const char* tiny(const char* family) {
        static std::string path;
        path = std::string(HEADSCOPE_TEST_DATA "/families/") + family;
        return path.c_str();
    }

    fs::path folder_;
};

std::string message_of(const Result<Openable>& opened) {
    return opened.has_value() ? "" : opened.error().message;
}

TEST_F(Opening, AFolderAFileOfItAndAGgufFileAreModels) {
    for (const fs::path& path : {fs::path(tiny("t5")), fs::path(tiny("t5")) / "model.safetensors"}) {
        const auto opened = identify(path);
        ASSERT_TRUE(opened.has_value()) << opened.error().message;
        ASSERT_TRUE(std::holds_alternative<OpenableModel>(opened.value()));
        EXPECT_EQ(std::get<OpenableModel>(opened.value()).path, fs::path(tiny("t5")));
    }
    write("one/a.gguf", "GGUF");
    const auto opened = identify(folder_ / "one");
    ASSERT_TRUE(opened.has_value());
    EXPECT_EQ(std::get<OpenableModel>(opened.value()).path, folder_ / "one" / "a.gguf");
}

TEST_F(Opening, ATextFileIsATextWithoutItsLastLineEnd) {
    const auto opened = identify(write("a.txt", "The man saw\n"));
    ASSERT_TRUE(opened.has_value());
    EXPECT_EQ(std::get<OpenableText>(opened.value()).text, "The man saw");
}

TEST_F(Opening, AnythingElseSaysWhatIsExpected) {
    EXPECT_NE(message_of(identify(folder_)).find("no config.json"), std::string::npos);
    EXPECT_NE(message_of(identify(folder_ / "none")).find("no such file"), std::string::npos);
    EXPECT_NE(message_of(identify(write("a.png", "\x89PNG\r\n\x1a\n"))).find("neither a model nor a text"),
              std::string::npos);
    EXPECT_NE(message_of(identify(write("maps.npy", "\x93NUMPY"))).find("arrays without a config.json"),
              std::string::npos);
    EXPECT_NE(message_of(identify(write("lone.safetensors", "x"))).find("arrays without a config.json"),
              std::string::npos);
    EXPECT_NE(message_of(identify(write("maps.json", R"({"format": "headscope.attention", "version": 1)")))
                  .find("written by an export"),
              std::string::npos);
    EXPECT_FALSE(identify(write("large.txt", std::string(3 << 20, 'a'))).has_value());
    EXPECT_FALSE(identify(write("broken.headscope", "{")).has_value());
}

TEST_F(Opening, ADroppedTextFillsTheSentenceBox) {
    AppState state;
    accept_drop(state, {write("a.txt", "two words"), folder_ / "b.txt"});
    EXPECT_EQ(state.effects.open_file, folder_ / "a.txt");
    ASSERT_TRUE(state.message);
    EXPECT_NE(state.message->text.find("only the first"), std::string::npos);
    accept_opened(state, identify(*state.effects.open_file));
    EXPECT_EQ(state.sentence.text(), "two words");
    EXPECT_TRUE(state.effects.text_changed);
}

TEST_F(Opening, ADroppedModelIsOpenedAndAnythingElseLeavesAllAsItWas) {
    AppState state;
    accept_opened(state, identify(tiny("bart")));
    EXPECT_TRUE(state.is_loading);
    EXPECT_EQ(state.effects.load_model, fs::path(tiny("bart")));
    AppState other;
    other.sentence.set_text("kept");
    accept_opened(other, identify(folder_ / "none"));
    EXPECT_FALSE(other.is_loading);
    EXPECT_EQ(other.sentence.text(), "kept");
    EXPECT_EQ(other.message->kind, MessageKind::kError);
}

TEST_F(Opening, SummariesTellLayersHeadsAndSize) {
    const auto one = summarise_model(tiny("gpt2"));
    ASSERT_TRUE(one.has_value()) << one.error().message;
    EXPECT_GT(one.value().n_layers, 0);
    EXPECT_GT(one.value().bytes, 1000U);
    const auto two = summarise_model(tiny("t5"));
    ASSERT_TRUE(two.has_value());
    EXPECT_EQ(two.value().n_layers, 2);
    EXPECT_EQ(two.value().n_decoder_layers, 2);
    EXPECT_NE(summary_words(two.value()).find("2 + 2 layers × 4 heads, "), std::string::npos)
        << summary_words(two.value());
}

TEST_F(Opening, ASummaryOfWhatIsNoModelSaysWhatIsMissing) {
    const auto message = [](const fs::path& path) { return summarise_model(path).error().message; };
    EXPECT_NE(message(folder_ / "none").find("no such file or folder"), std::string::npos);
    EXPECT_NE(message(folder_).find("no config.json"), std::string::npos);
    EXPECT_NE(message(write("a.txt", "x")).find("not a model"), std::string::npos);
    EXPECT_FALSE(summarise_model(write("a.gguf", "GGUF")).has_value());
    fs::copy(fs::path(tiny("t5")) / "config.json", folder_ / "config.json");
    EXPECT_NE(message(folder_).find("no model.safetensors"), std::string::npos);
}

TEST_F(Opening, EscapeGivesUpALoadAndTheOldModelStays) {
    AppState state;
    state.model = make_small_trace({"a"})->model;
    apply(state, OpenModel{"/some/model"});
    EXPECT_TRUE(state.is_loading);
    run_command(state, CommandId::kFree);
    EXPECT_FALSE(state.is_loading);
    EXPECT_TRUE(state.effects.cancel_load);
    EXPECT_FALSE(state.effects.load_model);
    EXPECT_NE(state.message->text.find("small stays open"), std::string::npos);
}

TEST_F(Opening, TabCompletesAPathAsFarAsThereIsOneWay) {
    write("models/alpha/config.json", "{}");
    write("models/alpine/config.json", "{}");
    write("models/beta.gguf", "GGUF");
    write("models/beta.txt", "x");
    const std::string base = folder_.string();
    EXPECT_EQ(complete_path(base + "/mo", ".gguf"), base + "/models/");
    EXPECT_EQ(complete_path(base + "/models/a", ".gguf"), base + "/models/alp");
    EXPECT_EQ(complete_path(base + "/models/alph", ".gguf"), base + "/models/alpha/");
    EXPECT_EQ(complete_path(base + "/models/b", ".gguf"), base + "/models/beta.gguf");
    EXPECT_EQ(complete_path(base + "/models/x", ".gguf"), base + "/models/x");
    EXPECT_EQ(complete_path(base + "/models", ".gguf"), base + "/models/");
}

TEST_F(Opening, SettingsComeBackAsTheyWere) {
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

TEST_F(Opening, BrokenSettingsAreSetAsideWithAMessage) {
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

TEST_F(Opening, RecentModelsAreNewestFirstWithoutRepeats) {
    Settings settings;
    for (int i = 0; i < 40; ++i) remember_model(settings, "/models/" + std::to_string(i % 20));
    EXPECT_EQ(settings.recent_models.size(), kMaxRecentModels);
    EXPECT_EQ(settings.recent_models.front(), "/models/19");
    remember_model(settings, "/models/15");
    EXPECT_EQ(settings.recent_models.front(), "/models/15");
    EXPECT_EQ(settings.recent_models.size(), kMaxRecentModels);
}

TEST_F(Opening, ASessionComesBackWithItsTextsAndItsView) {
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

TEST_F(Opening, ASessionBringsItsSecondTextAndModelBack) {
    AppState state;
    state.shown = make_small_shown({"the", "man"});
    state.model = state.shown->trace()->model;
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

TEST_F(Opening, ASessionWhoseModelIsGoneSaysSoAndShowsItsTexts) {
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

TEST_F(Opening, ADamagedSessionNamesTheKey) {
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

TEST_F(Opening, SavingASessionAsksForAPathOnceAndThenKeepsIt) {
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
