// Who may include whom. The arrows run one way: main → app → views → widgets → state → core, and inside core
// export → trace → nn → model → math, text, io → base.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const std::map<std::string, std::set<std::string>>& allowed_rooms() {
    static const std::set<std::string> core = {"core/base",  "core/io", "core/math",  "core/text",
                                               "core/model", "core/nn", "core/trace", "core/export"};
    static const auto with = [](std::set<std::string> rooms, const std::set<std::string>& more) {
        rooms.insert(more.begin(), more.end());
        return rooms;
    };
    static const std::map<std::string, std::set<std::string>> rooms = {
        {"core/base", {}},
        {"core/io", {"core/base"}},
        {"core/math", {"core/base"}},
        {"core/text", {"core/base", "core/io"}},
        {"core/model", {"core/base", "core/io", "core/math", "core/text"}},
        {"core/nn", {"core/base", "core/io", "core/math", "core/text", "core/model"}},
        {"core/trace", {"core/base", "core/io", "core/math", "core/text", "core/model", "core/nn"}},
        {"core/export", {"core/base", "core/io", "core/math", "core/text", "core/model", "core/nn", "core/trace"}},
        {"app/cli", with(core, {"app/state"})},
        {"app/state", core},
        {"app/widgets", with(core, {"app/state"})},
        {"app/views", with(core, {"app/state", "app/widgets"})},
        {"app/platform", with(core, {"app/state", "app/widgets"})},
        {"app", with(core, {"app/cli", "app/state", "app/widgets", "app/views", "app/platform", "app"})},
    };
    return rooms;
}

// "core/io/file.cpp" lies in "core/io", "app/main.cpp" in "app".
std::string room_of(const std::string& path) {
    const std::size_t first = path.find('/');
    const std::size_t second = path.find('/', first + 1);
    return path.substr(0, second == std::string::npos ? first : second);
}

bool matches(const std::string& header, const char* pattern) {
    return std::regex_search(header, std::regex(pattern));
}

// Whether the build writes a header from a file in assets.
bool is_generated(const std::string& header) {
    return header.starts_with("embedded/");
}

// What is wrong with `path` (relative to the repository) including `header`; empty if nothing is.
std::string fault(const std::string& path, const std::string& header, bool quoted) {
    const std::string room = room_of(path);
    if (quoted) {
        const auto allowed = allowed_rooms().find(room);
        if (allowed == allowed_rooms().end()) return "lies in a room that this test does not know";
        if (is_generated(header)) return {};
        const std::string target = room_of(header);
        if (header.find('/') == std::string::npos) return "includes a header of ours by less than its full path";
        if (target != room && !allowed->second.contains(target)) return "points against the arrows";
        return {};
    }
    const bool in_core = room.starts_with("core/");
    const bool is_imgui = matches(header, "^imgui");
    const bool is_gl = matches(header, "^(GLFW|GL|GLES[0-9]*|EGL|glad|X11)/");
    const bool is_pango = matches(header, "^(pango|cairo|fontconfig|glib)");
    const bool is_linux =
        matches(header, "^(unistd|fcntl|dlfcn|pthread|sched|poll|spawn|pwd|termios)\\.h$|^(sys|linux|arpa|netinet)/");
    if (is_imgui && (in_core || room == "app/state" || room == "app/cli")) return "knows Dear ImGui";
    if (is_gl && room != "app/platform") return "knows the window system or OpenGL";
    if (is_pango && (in_core || room == "app/state" || room == "app/cli" || room == "app/views")) return "knows Pango";
    if (is_linux && room != "core/base" && room != "app/platform" && !path.starts_with("core/io/file"))
        return "uses what only Linux promises";
    return {};
}

struct Include {
    std::string path;
    std::string header;
    bool quoted = false;
};

std::vector<Include> includes_in(const std::string& path, std::istream& text) {
    static const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    std::vector<Include> includes;
    for (std::string line; std::getline(text, line);) {
        std::smatch match;
        if (std::regex_search(line, match, pattern)) includes.push_back({path, match[2], match[1] == "\""});
    }
    return includes;
}

std::vector<Include> all_includes() {
    const fs::path root = HEADSCOPE_SOURCE_DIR;
    std::vector<Include> includes;
    for (const char* top : {"core", "app"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
            if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
            std::ifstream text(entry.path());
            const std::vector<Include> more = includes_in(fs::relative(entry.path(), root).generic_string(), text);
            includes.insert(includes.end(), more.begin(), more.end());
        }
    }
    return includes;
}

TEST(Architecture, EveryIncludeFollowsTheArrows) {
    for (const Include& include : all_includes()) {
        const std::string what = fault(include.path, include.header, include.quoted);
        EXPECT_TRUE(what.empty()) << include.path << ": includes " << include.header << ": " << what;
    }
}

TEST(Architecture, EveryHeaderOfOursThatIsIncludedIsThere) {
    const std::vector<Include> includes = all_includes();
    ASSERT_GT(std::count_if(includes.begin(), includes.end(), [](const Include& i) { return i.quoted; }), 20);
    for (const Include& include : includes) {
        if (!include.quoted || is_generated(include.header)) continue;
        EXPECT_TRUE(fs::exists(fs::path(HEADSCOPE_SOURCE_DIR) / include.header))
            << include.path << ": includes " << include.header << ", which is not there";
    }
}

TEST(Architecture, AWrongIncludeIsFound) {
    EXPECT_FALSE(fault("core/nn/attention.h", "core/trace/links.h", true).empty());
    EXPECT_FALSE(fault("core/math/kernels.cpp", "core/io/file.h", true).empty());
    EXPECT_FALSE(fault("core/base/result.h", "app/state/session.h", true).empty());
    EXPECT_FALSE(fault("app/widgets/heatmap.h", "app/views/grid.h", true).empty());
    EXPECT_FALSE(fault("app/state/session.h", "app/widgets/heatmap.h", true).empty());
    EXPECT_FALSE(fault("core/nn/attention.cpp", "attention.h", true).empty());
    EXPECT_FALSE(fault("core/trace/links.cpp", "imgui.h", false).empty());
    EXPECT_FALSE(fault("app/state/session.h", "imgui_internal.h", false).empty());
    EXPECT_FALSE(fault("app/views/grid.cpp", "GLFW/glfw3.h", false).empty());
    EXPECT_FALSE(fault("app/widgets/heatmap.cpp", "glad/gl.h", false).empty());
    EXPECT_FALSE(fault("app/state/session.cpp", "pango/pango.h", false).empty());
    EXPECT_FALSE(fault("app/cli/export.cpp", "unistd.h", false).empty());
    EXPECT_FALSE(fault("core/io/safetensors.cpp", "sys/mman.h", false).empty());
}

TEST(Architecture, ARightIncludeIsLeftAlone) {
    EXPECT_EQ(fault("core/trace/links.h", "core/nn/transformer.h", true), "");
    EXPECT_EQ(fault("app/views/grid.cpp", "app/widgets/heatmap.h", true), "");
    EXPECT_EQ(fault("app/views/grid.cpp", "imgui.h", false), "");
    EXPECT_EQ(fault("app/platform/window.cpp", "GLFW/glfw3.h", false), "");
    EXPECT_EQ(fault("app/main.cpp", "app/cli/verbs.h", true), "");
    EXPECT_EQ(fault("core/io/file.cpp", "sys/mman.h", false), "");
    EXPECT_EQ(fault("core/io/file_writer.cpp", "unistd.h", false), "");
    EXPECT_EQ(fault("core/io/file.cpp", "sstream", false), "");
}

}  // namespace
