#include "app/cli/map_options.h"

#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "core/io/shown.h"

namespace headscope {
namespace {

// `count` numbers from `least` to `most` with the given characters between them; false if the text is anything else.
template <class Number, std::size_t count>
bool read_numbers(std::string_view text, std::string_view between, std::array<Number, count>& numbers) {
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0 && (at == end || *at++ != between[i - 1])) return false;
        const auto result = std::from_chars(at, end, numbers[i]);
        if (result.ec != std::errc()) return false;
        at = result.ptr;
    }
    return at == end;
}

std::optional<MapZoom> parse_zoom(std::string_view text) {
    std::array<float, 1> factor{};
    std::array<float, 3> part{0, 0.5F, 0.5F};
    if (read_numbers(text, "", factor)) {
        part[0] = factor[0];
    } else if (!read_numbers(text, "@,", part)) {
        return std::nullopt;
    }
    const auto is_share = [](float x) { return x >= 0 && x <= 1; };
    if (!(part[0] >= 1 && part[0] <= 1e6F) || !is_share(part[1]) || !is_share(part[2])) return std::nullopt;
    return MapZoom{part[0], part[1], part[2]};
}

std::optional<MapRectangle> parse_rectangle(std::string_view text) {
    std::array<Index, 4> tokens{};
    if (!read_numbers(text, "-:-", tokens)) return std::nullopt;
    if (tokens[0] < 0 || tokens[2] < 0 || tokens[1] < tokens[0] || tokens[3] < tokens[2]) return std::nullopt;
    return MapRectangle{tokens[0], tokens[1], tokens[2], tokens[3]};
}

std::string fault(const char* option, const std::string& text, const char* expected) {
    return std::string(option) + ": \"" + shown_text(text, 40) + "\", expected " + expected;
}

constexpr std::array<const char*, 3> kCompares = {"off", "side", "difference"};
constexpr std::array<const char*, 5> kBlocks = {"all", "a-a", "a-b", "b-a", "b-b"};
constexpr std::array<const char*, 4> kRanges = {"fixed", "row", "head", "all"};
constexpr std::array<const char*, 2> kLayouts = {"columns", "arcs"};

// A check of CLI11 that a text is one of these.
template <std::size_t count>
CLI::IsMember one_of(const std::array<const char*, count>& words) {
    return CLI::IsMember(std::vector<std::string>(words.begin(), words.end()));
}

// The place of a word among those allowed, which stand in the order of the enumerators; none if the text is empty.
template <class Enum, std::size_t count>
std::optional<Enum> choice(const std::string& text, const std::array<const char*, count>& words) {
    for (std::size_t i = 0; i < count; ++i)
        if (text == words[i]) return static_cast<Enum>(i);
    return std::nullopt;
}

}  // namespace

MapOptions::MapOptions(CLI::App& app) : texts_(std::make_unique<Texts>()) {
    Texts& to = *texts_;
    app.add_flag("--words", to.words, "Whole words: to a word the sum over its pieces, from a word their mean");
    app.add_option("--block", to.block, "Of two texts, only how one looks at one")->check(one_of(kBlocks));
    app.add_option("--range", to.range, "Which weight gets the last colour: 1, or the largest of its row, head, or all")
        ->check(one_of(kRanges));
    app.add_option("--compare", to.compare, "Compare the first selected head with the second")
        ->check(one_of(kCompares));
    app.add_option("--links", to.links, "How the links are laid out")->check(one_of(kLayouts));
    app.add_flag("--into", to.into, "Links into the token in place of those from it");
    app.add_option("--threshold", to.threshold, "Leave out links that are weaker")
        ->check(CLI::Range(0.0, static_cast<double>(kMostLinksThreshold)));
    app.add_option("--top-k", to.top_k, "Draw only so many links of each head; 0: all")->check(CLI::Range(0, 1000));
    app.add_option("--map-zoom", to.zoom,
                   "Zoom of the large map, and the point of it (0 to 1) in the middle, such as 4 or 4@0.2,0.5")
        ->type_name("FACTOR[@X,Y]");
    app.add_option("--rectangle", to.rectangle, "Cells of the large map to sum, by their tokens, such as 1-3:5-8")
        ->type_name("QUERIES:KEYS");
    app.add_flag("--sums", to.sums, "Sum the rows and columns of the large map");
}

std::string MapOptions::read(ViewOptions& options) const {
    const Texts& from = *texts_;
    options.map_sums = from.sums;
    options.words = from.words;
    options.links_into = from.into;
    options.compare = choice<MapCompare>(from.compare, kCompares);
    options.block = choice<PairBlock>(from.block, kBlocks);
    options.range = choice<WeightRange>(from.range, kRanges);
    options.links = choice<LinksLayout>(from.links, kLayouts);
    if (from.threshold >= 0) options.links_threshold = static_cast<float>(from.threshold);
    if (from.top_k >= 0) options.links_top_k = from.top_k;
    if (!from.zoom.empty()) {
        options.map_zoom = parse_zoom(from.zoom);
        if (!options.map_zoom)
            return fault("--map-zoom", from.zoom, "a factor from 1, perhaps with a point, such as 4@0.2,0.5");
    }
    if (!from.rectangle.empty()) {
        options.rectangle = parse_rectangle(from.rectangle);
        if (!options.rectangle)
            return fault("--rectangle", from.rectangle, "first and last query and key, such as 1-3:5-8");
    }
    return {};
}

}  // namespace headscope
