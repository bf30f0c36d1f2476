// What a session's file holds: JSON, each choice by its word.
#include <algorithm>
#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/state/session.h"
#include "app/state/session_fields.h"
#include "core/io/file_writer.h"
#include "core/io/json_read.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t kMaxBytes = 64 << 20;
constexpr const char* kFormat = "headscope.session";

constexpr std::array<const char*, 3> kSets = {"encoder", "decoder", "cross"};
constexpr std::array<const char*, 3> kSpecials = {"keep", "drop", "renormalise"};
constexpr std::array<const char*, 3> kModes = {"maps", "targets", "roles"};
constexpr std::array<const char*, 5> kOrders = {"layer", "link", "similar", "fact", "relation"};
constexpr std::array<const char*, 3> kCombinations = {"none", "mean", "max"};
constexpr std::array<const char*, 5> kValues = {"weights", "norms", "norm_shares", "rollout", "change"};
constexpr std::array<const char*, 5> kSides = {"links", "facts", "find", "effect", "guess"};
constexpr std::array<const char*, 2> kOffBy = {"zero", "mean"};
constexpr std::array<const char*, 5> kBlocks = {"all", "a-a", "a-b", "b-a", "b-b"};
constexpr std::array<const char*, 4> kRanges = {"fixed", "row", "head", "all"};
constexpr std::array<const char*, 2> kLinksLayouts = {"columns", "arcs"};
constexpr std::array<const char*, 3> kCompares = {"off", "side", "difference"};
constexpr std::array<const char*, 3> kScales = {"linear", "sqrt", "log"};

// Places in kCombinations.
std::optional<Combination> combination_of(int place) {
    return place == 0 ? std::nullopt : std::optional(static_cast<Combination>(place - 1));
}
int number_of(std::optional<Combination> combined) {
    return combined ? static_cast<int>(*combined) + 1 : 0;
}

// How the large map was looked at.
void read_large_map(SessionFields& of_view, ViewState& view) {
    if (const auto zoom = of_view.numbers("map_zoom", 3)) {
        const auto part = [&](std::size_t i) { return static_cast<float>(std::clamp((*zoom)[i], 0.0, 1.0)); };
        view.map_zoom = {static_cast<float>(std::clamp((*zoom)[0], 1.0, 1e6)), part(1), part(2)};
    }
    if (const auto cells = of_view.numbers("rectangle", 4)) {
        const auto token = [&](std::size_t i) {
            return static_cast<Index>(std::clamp((*cells)[i], 0.0, static_cast<double>(SessionFields::kMostTokens)));
        };
        view.rectangle = MapRectangle{token(0), token(1), token(2), token(3)};
    }
    view.map_sums = of_view.flag("sums", false);
    view.compare = of_view.choice("compare", kCompares, MapCompare::kOff);
}

void read_links(SessionFields& of_view, ViewState& view) {
    view.links_layout = of_view.choice("links", kLinksLayouts, LinksLayout::kColumns);
    view.links_into = of_view.flag("links_into", false);
    if (const auto limits = of_view.numbers("links_limits", 2)) {
        view.links_threshold = static_cast<float>(std::clamp((*limits)[0], 0.0, double{kMostLinksThreshold}));
        view.links_top_k = static_cast<int>(std::clamp((*limits)[1], 0.0, 1000.0));
    }
}

Result<Session> parse(const json& object, const std::string& name) {
    if (!object.is_object() || object.value("format", json()) != kFormat)
        return invalid(name + ": format: expected \"" + kFormat + "\", a session of this program");
    const Result<std::int64_t> version = get_integer(object, "version", 1, 1, name);
    if (!version.has_value()) return version.error();
    Session session;
    SessionFields whole(object, name);
    session.sentence = whole.text("sentence");
    if (whole.find("pair") != nullptr) session.pair = whole.text("pair");
    session.target = whole.text("target");
    const json* model = whole.object("model");
    const json* view = whole.object("view");
    if (!whole.status().is_ok()) return whole.status().error();
    SessionFields of_model(*model, name + ": model");
    session.model_name = of_model.text("name");
    session.model = of_model.text("path");
    if (!of_model.status().is_ok()) return of_model.status().error();
    SessionFields of_view(*view, name + ": view");
    session.view.selected = of_view.head("selected");
    session.view.linked = of_view.heads("linked");
    session.view.combined = combination_of(of_view.choice("combined", kCombinations, 0));
    session.view.grid_mode = of_view.choice("grid", kModes, GridMode::kMaps);
    session.view.order.kind = of_view.choice("order", kOrders, OrderKind::kLayer);
    session.view.order.like = of_view.head("order_like");
    if (of_view.find("order_fact") != nullptr)
        session.view.order.fact = find_fact(of_view.text("order_fact")).value_or(Fact::kEntropy);
    session.view.order.relation = of_view.text("order_relation");
    session.view.filter = of_view.text("filter");
    session.view.grid_place = of_view.place("grid_place");
    session.view.locked_query = of_view.token("locked_query");
    session.view.locked_key = of_view.token("locked_key");
    session.view.map_set = of_view.choice("maps", kSets, MapSet::kEncoder);
    session.view.specials = of_view.choice("specials", kSpecials, SpecialsMode::kKeep);
    session.view.specials_as_text = of_view.flag("specials_as_text", false);
    session.view.words = of_view.flag("words", false);
    session.view.block = of_view.choice("block", kBlocks, PairBlock::kAll);
    session.view.range = of_view.choice("range", kRanges, WeightRange::kFixed);
    read_links(of_view, session.view);
    read_large_map(of_view, session.view);
    session.view.scale = of_view.choice("scale", kScales, ScaleKind::kSqrt);
    session.view.values = of_view.choice("values", kValues, MapValues::kWeights);
    session.view.side = of_view.choice("side", kSides, SideCard::kLinks);
    session.view.off = of_view.heads("off");
    session.view.off_decoder = of_view.heads("off_decoder");
    session.view.off_cross = of_view.heads("off_cross");
    session.view.off_by = of_view.choice("off_by", kOffBy, SwitchOff::kZero);
    if (!of_view.status().is_ok()) return of_view.status().error();
    if (whole.find("beside") == nullptr) return session;
    const json* beside = whole.object("beside");
    if (beside == nullptr) return whole.status().error();
    SessionFields of_beside(*beside, name + ": beside");
    session.beside.emplace();
    session.beside->is_open = of_beside.flag("is_open", false);
    session.beside->text = of_beside.text("text");
    session.beside->model_name = of_beside.text("model");
    session.beside->model = of_beside.text("path");
    if (!of_beside.status().is_ok()) return of_beside.status().error();
    return session;
}

template <class Enum, std::size_t n>
const char* word_of(Enum value, const std::array<const char*, n>& words) {
    return words[static_cast<std::size_t>(value)];
}

json to_json(const std::optional<Index>& token) {
    return token ? json(*token) : json();
}

json to_json(HeadRef head) {
    return json::array({head.layer, head.head});
}

json reading_json(const ViewState& view) {
    json object = {{"words", view.words},
                   {"block", word_of(view.block, kBlocks)},
                   {"range", word_of(view.range, kRanges)},
                   {"links", word_of(view.links_layout, kLinksLayouts)},
                   {"links_into", view.links_into},
                   {"links_limits", {view.links_threshold, view.links_top_k}},
                   {"compare", word_of(view.compare, kCompares)},
                   {"sums", view.map_sums}};
    if (!view.map_zoom.is_fit()) object["map_zoom"] = {view.map_zoom.factor, view.map_zoom.x, view.map_zoom.y};
    if (const auto& cells = view.rectangle)
        object["rectangle"] = {cells->first_query, cells->last_query, cells->first_key, cells->last_key};
    return object;
}

json to_json(const std::vector<HeadRef>& heads) {
    json all = json::array();
    for (const HeadRef head : heads) all.push_back(to_json(head));
    return all;
}

json to_json(const ViewState& view) {
    const GridPlace& place = view.grid_place;
    json object = {{"selected", to_json(view.selected)},
                   {"linked", to_json(view.linked)},
                   {"combined", word_of(number_of(view.combined), kCombinations)},
                   {"grid", word_of(view.grid_mode, kModes)},
                   {"order", word_of(view.order.kind, kOrders)},
                   {"order_like", to_json(view.order.like)},
                   {"order_fact", fact_name(view.order.fact)},
                   {"order_relation", view.order.relation},
                   {"filter", view.filter},
                   {"grid_place", json::array({place.zoom, place.x, place.y})},
                   {"locked_query", to_json(view.locked_query)},
                   {"locked_key", to_json(view.locked_key)},
                   {"maps", word_of(view.map_set, kSets)},
                   {"specials", word_of(view.specials, kSpecials)},
                   {"specials_as_text", view.specials_as_text},
                   {"scale", word_of(view.scale, kScales)}};
    object.update({{"values", word_of(view.values, kValues)},
                   {"side", word_of(view.side, kSides)},
                   {"off", to_json(view.off)},
                   {"off_decoder", to_json(view.off_decoder)},
                   {"off_cross", to_json(view.off_cross)},
                   {"off_by", word_of(view.off_by, kOffBy)}});
    object.update(reading_json(view));
    return object;
}

json to_json(const std::optional<Session::Beside>& beside) {
    if (!beside) return {};
    return {{"is_open", beside->is_open},
            {"text", beside->text},
            {"model", beside->model_name},
            {"path", beside->model.string()}};
}

}  // namespace

Result<Session> read_session(const fs::path& file) {
    const Result<json> read = read_json_file(file, kMaxBytes);
    if (!read.has_value()) return read.error();
    return parse(read.value(), shown_path(file));
}

Status write_session(const Session& session, const fs::path& file) {
    const json object = {{"format", kFormat},
                         {"version", 1},
                         {"model", {{"name", session.model_name}, {"path", session.model.string()}}},
                         {"sentence", session.sentence},
                         {"pair", session.pair ? json(*session.pair) : json()},
                         {"target", session.target},
                         {"view", to_json(session.view)},
                         {"beside", to_json(session.beside)}};
    std::error_code failed;
    if (file.has_parent_path()) fs::create_directories(file.parent_path(), failed);
    Result<AtomicFileWriter> writer = AtomicFileWriter::create(file);
    if (!writer.has_value()) return writer.error();
    // A path need not be UTF-8; what is not becomes U+FFFD.
    writer.value().write(object.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
    return writer.value().commit();
}

}  // namespace headscope
