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

}  // namespace

MapOptions::MapOptions(CLI::App& app) : texts_(std::make_unique<Texts>()) {
    app.add_option("--map-zoom", texts_->zoom,
                   "Zoom of the large map, and the point of it (0 to 1) in the middle, such as 4 or 4@0.2,0.5")
        ->type_name("FACTOR[@X,Y]");
    app.add_option("--rectangle", texts_->rectangle, "Cells of the large map to sum, by their tokens, such as 1-3:5-8")
        ->type_name("QUERIES:KEYS");
    app.add_flag("--sums", texts_->sums, "Sum the rows and columns of the large map");
}

std::string MapOptions::read(ViewOptions& options) const {
    options.map_sums = texts_->sums;
    if (!texts_->zoom.empty()) {
        options.map_zoom = parse_zoom(texts_->zoom);
        if (!options.map_zoom)
            return fault("--map-zoom", texts_->zoom, "a factor from 1, perhaps with a point, such as 4@0.2,0.5");
    }
    if (!texts_->rectangle.empty()) {
        options.rectangle = parse_rectangle(texts_->rectangle);
        if (!options.rectangle)
            return fault("--rectangle", texts_->rectangle, "first and last query and key, such as 1-3:5-8");
    }
    return {};
}

}  // namespace headscope
