// Opening models and texts: what a path is, and that a failure leaves all as it was.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/state/actions.h"
#include "app/state/app_state.h"
#include "app/state/commands.h"
#include "app/state/openable.h"
#include "app/state/path_choices.h"
#include "core/model/model_summary.h"
#include "tests/app/opening_folder.h"
#include "tests/app/small_translation.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using Opening = OpeningFolder;

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

}  // namespace
}  // namespace headscope
