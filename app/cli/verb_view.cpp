#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <optional>

#include "app/cli/grid_options.h"
#include "app/cli/head_options.h"
#include "app/cli/map_options.h"
#include "app/cli/messages.h"
#include "app/cli/verbs.h"
#include "app/state/command_search.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

// "AxB" or "A:B" as two numbers from `min` up.
std::optional<std::pair<int, int>> parse_pair(const std::string& text, char between, int min) {
    const std::size_t at = text.find(between);
    if (at == std::string::npos) return std::nullopt;
    int a = 0;
    int b = 0;
    const char* const middle = text.data() + at;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), middle, a);
    const auto second = std::from_chars(middle + 1, end, b);
    if (first.ec != std::errc() || first.ptr != middle || second.ec != std::errc() || second.ptr != end)
        return std::nullopt;
    if (a < min || b < min) return std::nullopt;
    return std::pair(a, b);
}

// --scale: a colour scale by name, or a content scale as a number.
bool read_scale(const std::string& text, ViewOptions& options) {
    if (text == "linear") options.scale = ScaleKind::kLinear;
    if (text == "sqrt") options.scale = ScaleKind::kSqrt;
    if (text == "log") options.scale = ScaleKind::kLog;
    if (options.scale) return true;
    double factor = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), factor);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return false;
    if (!(factor >= 0.5 && factor <= 8)) return false;
    options.content_scale = factor;
    return true;
}

std::string page_names() {
    std::string names;
    for (const LessonPage& page : lesson_pages()) names += std::string(names.empty() ? "" : ", ") + page.name;
    return names;
}

}  // namespace

int run_view(Arguments arguments, OpenWindow open_window) {
    CLI::App app("Opens the window: every head's map of a sentence. With --screenshot, draws it into a picture.",
                 "headscope view");
    app.footer(
        "Example: what the heads do with \"man\", as a picture\n"
        "  headscope view --text \"The man saw the astronomer\" --hover 2 --screenshot man.png");
    ViewOptions options;
    std::string size;
    std::string maps;
    std::string page;
    std::string theme;
    std::vector<std::string> scales;
    Index hover = -1;
    Index lock = -1;
    arguments.add_model(app, options.model);
    arguments.add_text(app, "--text", options.text, "The sentence");
    arguments.add_text(app, "--pair", options.pair, "A second sentence, read together with the first");
    app.add_flag("--specials-as-text", options.specials_as_text,
                 "Cut special tokens typed in the sentence like any other text");
    arguments.add_text(app, "--session", options.session, "A saved session to open; also without --session, as FILE")
        ->type_name("FILE.headscope");
    arguments.add_text(app, "--target", options.target, "What the decoder of an encoder-decoder model reads");
    arguments.add_text(app, "--screenshot", options.screenshot, "Write what the window shows as a PNG and end")
        ->type_name("OUT.png");
    app.add_option("--size", size, "Size of the window, such as 1440x900")->type_name("WxH");
    app.add_option("--hover", hover, "Token under the pointer, from 0")
        ->type_name("TOKEN")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--lock", lock, "Token that is locked, from 0")->type_name("TOKEN")->check(CLI::NonNegativeNumber);
    const GridOptions grid_options(app);
    app.add_option("--maps", maps, "Which maps of an encoder-decoder model (default: cross if there is a --target)")
        ->check(CLI::IsMember({"encoder", "decoder", "cross"}));
    arguments.add_text(app, "--beside", options.beside, "A second sentence, shown side by side with the first");
    arguments.add_text(app, "--beside-model", options.beside_model, "A model that reads the second sentence")
        ->type_name("MODEL");
    app.add_option("--page", page,
                   "A page of the lesson, and perhaps its step, such as row:6; the pages are " + page_names())
        ->type_name("NAME[:STEP]");
    app.add_flag("--present", options.presents, "Show it large and light, for a class; P ends it");
    app.add_option("--run", options.run,
                   "Run a command of the window by its name, such as \"Keys and terms\"; may be given again")
        ->type_name("COMMAND")
        ->expected(1)
        ->take_all();
    const MapOptions map_options(app);
    const HeadOptions head_options(app);
    app.add_option("--theme", theme, "Colours of the window")->check(CLI::IsMember({"dark", "light"}));
    app.add_option("--scale", scales,
                   "How weights become colours: linear, sqrt or log; or a number: pixels a point, as a monitor's scale")
        ->type_name("SCALE")
        ->expected(1)
        ->take_all();
    if (const auto status = arguments.parse(app)) return *status;

    if (options.session.empty() && options.model.ends_with(".headscope")) std::swap(options.session, options.model);
    if (!options.session.empty() && (!options.model.empty() || options.text))
        return report_usage("--session: holds a model and texts of its own, expected no MODEL and no --text");
    if (!size.empty()) {
        const auto pair = parse_pair(size, 'x', 1);
        if (!pair || pair->first > 16384 || pair->second > 16384)
            return report_usage("--size: \"" + shown_text(size, 40) + "\", expected WIDTHxHEIGHT, such as 1440x900");
        std::tie(options.width, options.height) = *pair;
    }
    if (!page.empty()) {
        options.page = parse_lesson_place(page);
        if (!options.page)
            return report_usage("--page: \"" + shown_text(page, 40) + "\", expected one of " + page_names() +
                                ", perhaps with the number of a step, such as row:6");
    }
    for (const std::string& command : options.run)
        if (search_commands(command, {}).empty())
            return report_usage("--run: \"" + shown_text(command, 40) +
                                "\", expected the name of a command, as F1 lists them");
    for (const std::string& scale : scales)
        if (!read_scale(scale, options))
            return report_usage("--scale: \"" + shown_text(scale, 40) +
                                "\", expected linear, sqrt, log or a number from 0.5 to 8");
    if (const std::string problem = grid_options.read(options); !problem.empty()) return report_usage(problem);
    if (const std::string problem = map_options.read(options); !problem.empty()) return report_usage(problem);
    if (const std::string problem = head_options.read(options); !problem.empty()) return report_usage(problem);
    if (!options.beside_model.empty() && !options.beside) return report_usage("--beside-model: goes with --beside");
    if (options.pair && !options.text) return report_usage("--pair: goes with --text");
    if (hover >= 0) options.hover = hover;
    if (lock >= 0) options.lock = lock;
    if (maps == "encoder") options.maps = MapSet::kEncoder;
    if (maps == "decoder") options.maps = MapSet::kDecoder;
    if (maps == "cross") options.maps = MapSet::kCross;
    if (theme == "dark") options.theme = Theme::kDark;
    if (theme == "light") options.theme = Theme::kLight;
    return open_window(options);
}

}  // namespace headscope
