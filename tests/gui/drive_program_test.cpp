// The real program in a real window, used with keys and pointer. What it holds is read back from the files it exports.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/views/layout.h"
#include "app/widgets/grid_geometry.h"
#include "tests/gui/driven_program.h"

namespace headscope::test {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using nlohmann::json;

constexpr auto kPatience = 60s;
constexpr Index kLayers = 6;
constexpr Index kHeads = 12;

class DriveProgram : public ::testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("headscope-drive-" + std::to_string(getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    // Exports to the path that the dialog holds: a file in folder_, which is then read and removed. Null if none came.
    json export_once(DrivenProgram& program, const std::string& typed_path = {}) {
        program.press("ctrl+e");
        if (!typed_path.empty()) program.type(typed_path);
        program.press("Return");
        const auto end = std::chrono::steady_clock::now() + 5s;
        while (std::chrono::steady_clock::now() < end) {
            for (const auto& entry : fs::directory_iterator(folder_)) {
                if (entry.path().extension() != ".json") continue;
                std::ifstream file(entry.path());
                json exported = json::parse(file, nullptr, false);
                EXPECT_FALSE(exported.is_discarded()) << entry.path();
                fs::remove(entry.path());
                return exported;
            }
            std::this_thread::sleep_for(20ms);
        }
        program.press("Escape");
        return nullptr;
    }

    // Exports again and again until what comes out is as expected; null once patience has run out.
    json export_until(DrivenProgram& program, const std::function<bool(const json&)>& is_expected) {
        const auto end = std::chrono::steady_clock::now() + kPatience;
        json exported;
        while (std::chrono::steady_clock::now() < end) {
            exported = export_once(program);
            if (!exported.is_null() && is_expected(exported)) return exported;
        }
        if (!exported.is_null()) exported.erase("attention");
        ADD_FAILURE() << "the last export was " << exported.dump();
        return nullptr;
    }

    // Leaves the sentence box holding `text`, and the keyboard outside it.
    static void write_sentence(DrivenProgram& program, const std::string& text) {
        program.press("ctrl+l");
        program.type(text);
        program.press("Escape");
    }

    fs::path folder_;
};

std::function<bool(const json&)> text_is(const std::string& text) {
    return [text](const json& exported) { return exported["text"] == text; };
}

// The middle of a head's thumbnail in a window of this size. Xvfb asks for no scaling, so a unit is a pixel.
Point middle_of_thumbnail(int width, int height, HeadRef head) {
    const Rect panel = lay_out_window(static_cast<float>(width), static_cast<float>(height), 1).grid;
    const Rect room = panel.inset(14, 10);
    constexpr float kControls = 68;  // two rows of switches above the thumbnails
    const Rect body{room.x, room.y + kControls, room.w, room.h - kControls};
    const GridGeometry grid(body, GridGeometry::by_layer(kLayers, kHeads), {}, {});
    const Rect thumb = grid.thumb_rect(head.layer * kHeads + head.head);
    return {thumb.x + thumb.w / 2, thumb.y + thumb.h / 2};
}

bool holds(const json& map, float weight) {
    for (const json& row : map) {
        for (const json& cell : row) {
            if (cell.get<float>() == weight) return true;
        }
    }
    return false;
}

TEST_F(DriveProgram, TypesHoversClicksResizesExportsAndQuits) {
    const VirtualDisplay display(1600, 1000);
    DrivenProgram program(display, {HEADSCOPE_BINARY}, folder_.string());

    // It starts with the shipped model and a sentence already read; the dialog suggests a path here.
    const json first = export_until(program, [](const json&) { return true; });
    ASSERT_FALSE(first.is_null());
    EXPECT_NE(first["text"].get<std::string>().find("telescope"), std::string::npos);
    EXPECT_EQ(first["attention"].size(), kLayers);
    EXPECT_EQ(first["attention"][0].size(), kHeads);
    EXPECT_EQ(first["attention"][0][0].size(), first["tokens"].size());

    // A path that is typed is the one that is written, and the one that later exports suggest.
    EXPECT_EQ(export_once(program, (folder_ / "typed.json").string()), first);

    // Maps follow what is typed.
    const std::string sentence = "The cat sat on the mat";
    write_sentence(program, sentence);
    const json typed = export_until(program, text_is(sentence));
    ASSERT_FALSE(typed.is_null());
    EXPECT_EQ(typed["normalization"], "raw");
    EXPECT_EQ(typed["tokens"].size(), 8u);
    EXPECT_EQ(typed["tokens"][2]["piece"], "cat");

    // S hides the special tokens, undo brings them back.
    program.press("s");
    const json hidden =
        export_until(program, [](const json& exported) { return exported["normalization"] == "specials_dropped"; });
    ASSERT_FALSE(hidden.is_null());
    EXPECT_EQ(hidden["attention"][0][0].size(), 6u);
    program.press("ctrl+z");
    ASSERT_FALSE(
        export_until(program, [](const json& exported) { return exported["normalization"] == "raw"; }).is_null());

    // In the resized window, a click selects a head and arrows move on from it; the weight under the pointer, copied
    // and pasted into the sentence box, is one of the head that was reached.
    program.resize(1100, 720);
    const DrivenProgram::Size size = program.size();
    ASSERT_EQ(size.width, 1100);
    ASSERT_EQ(size.height, 720);
    const HeadRef clicked{2, 3};
    const Point target = middle_of_thumbnail(size.width, size.height, clicked);
    float weight = std::numeric_limits<float>::quiet_NaN();  // none came through the clipboard yet
    // On a busy machine a frame takes long, so each try leaves the program more time than the one before.
    const auto is_of_the_head = [&] { return holds(typed["attention"][3][4], weight); };
    for (auto pause = 200ms; pause < 10s && !is_of_the_head(); pause *= 2) {
        write_sentence(program, sentence);
        ASSERT_FALSE(export_until(program, text_is(sentence)).is_null());
        program.move_to(target.x - 3, target.y - 3);
        program.move_to(target.x, target.y);
        program.click();
        std::this_thread::sleep_for(pause);  // newer versions of Dear ImGui spread one click over several frames
        program.press("Right");
        program.press("Down");
        std::this_thread::sleep_for(pause);  // the pointer rests until its cell is lit
        program.press("ctrl+c");
        program.press("ctrl+l");
        program.press("ctrl+v");
        program.press("Escape");
        const json pasted = export_until(program, [&](const json& exported) { return exported["text"] != sentence; });
        if (pasted.is_null()) continue;
        try {
            weight = std::stof(pasted["text"].get<std::string>());
        } catch (const std::exception&) {
            weight = std::numeric_limits<float>::quiet_NaN();
        }
    }
    EXPECT_TRUE(is_of_the_head()) << weight << " is no weight of layer 3, head 4";
    EXPECT_FALSE(holds(typed["attention"][2][3], weight));

    program.press("ctrl+q");
    const std::optional<Ended> ended = program.wait_for_end(kPatience);
    ASSERT_TRUE(ended.has_value()) << "Ctrl+Q did not end it";
    EXPECT_EQ(ended->status, 0) << ended->errors;
    EXPECT_EQ(ended->errors.find("Sanitizer"), std::string::npos) << ended->errors;
}

TEST_F(DriveProgram, TextOfAnyScriptGoesThroughTheClipboardWhole) {
    const VirtualDisplay display(1600, 1000);
    const std::string scripts = "🙂 日本 𠮷 مرحبا";
    DrivenProgram program(display, {HEADSCOPE_BINARY, "--text", scripts}, folder_.string());
    ASSERT_FALSE(export_until(program, text_is(scripts)).is_null());
    program.press("ctrl+l");
    program.press("ctrl+x");
    program.press("ctrl+v");
    program.press("ctrl+v");
    program.press("Escape");
    EXPECT_FALSE(export_until(program, text_is(scripts + scripts)).is_null());
    program.press("ctrl+q");
    const std::optional<Ended> ended = program.wait_for_end(kPatience);
    ASSERT_TRUE(ended.has_value()) << "Ctrl+Q did not end it";
    EXPECT_EQ(ended->status, 0) << ended->errors;
}

}  // namespace
}  // namespace headscope::test
