#include "app/state/session.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "app/state/app_state.h"
#include "core/io/file.h"
#include "core/io/json_read.h"
#include "core/io/shown.h"
#include "core/model/catalog.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t kMaxBytes = 64 << 20;
constexpr const char* kFormat = "headscope.session";
constexpr Index kMostTokens = 1'000'000'000;
constexpr std::size_t kMostHeads = 100'000;

constexpr std::array<const char*, 3> kSets = {"encoder", "decoder", "cross"};
constexpr std::array<const char*, 3> kSpecials = {"keep", "drop", "renormalise"};
constexpr std::array<const char*, 3> kModes = {"maps", "targets", "roles"};
constexpr std::array<const char*, 4> kOrders = {"layer", "link", "similar", "fact"};
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

// Reads keys of an object and keeps the first error.
class Reader {
  public:
    Reader(const json& object, std::string name) : object_(object), name_(std::move(name)) {}

    std::string text(const char* key) {
        const json* value = find(key);
        if (value == nullptr) return {};
        if (value->is_string()) return value->get<std::string>();
        fail(key, "a string");
        return {};
    }
    bool flag(const char* key, bool otherwise) {
        const json* value = find(key);
        if (value == nullptr) return otherwise;
        if (value->is_boolean()) return value->get<bool>();
        fail(key, "true or false");
        return otherwise;
    }
    // [zoom, x, y]
    GridPlace place(const char* key) {
        const json* value = find(key);
        if (value == nullptr) return {};
        const bool is_place = value->is_array() && value->size() == 3 &&
                              std::all_of(value->begin(), value->end(), [](const json& n) { return n.is_number(); });
        if (!is_place) {
            fail(key, "[zoom, x, y]");
            return {};
        }
        const GridPlace place{(*value)[0].get<float>(), (*value)[1].get<float>(), (*value)[2].get<float>()};
        return {std::clamp(place.zoom, 1.0F, 64.0F), std::clamp(place.x, 0.0F, 1.0F), std::clamp(place.y, 0.0F, 1.0F)};
    }
    std::optional<Index> token(const char* key) {
        const json* value = find(key);
        if (value == nullptr) return std::nullopt;
        if (is_index(*value)) return value->get<Index>();
        fail(key, "a token's number");
        return std::nullopt;
    }
    // `count` numbers; none where the key is not there.
    std::optional<std::vector<double>> numbers(const char* key, std::size_t count) {
        const json* value = find(key);
        if (value == nullptr) return std::nullopt;
        std::vector<double> read;
        for (const json& number : *value)
            if (number.is_number()) read.push_back(number.get<double>());
        if (value->is_array() && value->size() == count && read.size() == count) return read;
        fail(key, "a list of as many numbers as this program writes");
        return std::nullopt;
    }
    HeadRef head(const char* key) {
        const json* value = find(key);
        return value == nullptr ? HeadRef() : head_of(key, *value);
    }
    std::vector<HeadRef> heads(const char* key) {
        const json* value = find(key);
        std::vector<HeadRef> heads;
        if (value == nullptr) return heads;
        if (!value->is_array()) fail(key, "a list of [layer, head]");
        for (std::size_t i = 0; value->is_array() && i < std::min(value->size(), kMostHeads); ++i)
            heads.push_back(head_of(key, (*value)[i]));
        return heads;
    }
    // The place of a word among those allowed; the enumerators stand in that order.
    template <class Enum, std::size_t n>
    Enum choice(const char* key, const std::array<const char*, n>& words, Enum otherwise) {
        const json* value = find(key);
        if (value == nullptr) return otherwise;
        for (std::size_t i = 0; i < n; ++i) {
            if (*value == words[i]) return static_cast<Enum>(i);
        }
        fail(key, "one of the words that this program writes");
        return otherwise;
    }
    const json* object(const char* key) {
        const json* value = find(key);
        if (value != nullptr && value->is_object()) return value;
        fail(key, "an object");
        return nullptr;
    }
    const json* find(const char* key) const {
        const auto found = object_.find(key);
        return found == object_.end() || found->is_null() ? nullptr : &*found;
    }
    const Status& status() const { return status_; }

  private:
    static bool is_index(const json& value) {
        return value.is_number_unsigned() && value.get<std::uint64_t>() <= static_cast<std::uint64_t>(kMostTokens);
    }
    HeadRef head_of(const char* key, const json& value) {
        if (value.is_array() && value.size() == 2 && is_index(value[0]) && is_index(value[1]))
            return {value[0].get<Index>(), value[1].get<Index>()};
        fail(key, "[layer, head]");
        return {};
    }
    void fail(const char* key, const char* expected) {
        if (status_.is_ok()) status_ = invalid(name_ + ": " + key + ": expected " + expected);
    }

    const json& object_;
    std::string name_;
    Status status_;
};

// How the large map was looked at.
void read_large_map(Reader& of_view, ViewState& view) {
    if (const auto zoom = of_view.numbers("map_zoom", 3)) {
        const auto part = [&](std::size_t i) { return static_cast<float>(std::clamp((*zoom)[i], 0.0, 1.0)); };
        view.map_zoom = {static_cast<float>(std::clamp((*zoom)[0], 1.0, 1e6)), part(1), part(2)};
    }
    if (const auto cells = of_view.numbers("rectangle", 4)) {
        const auto token = [&](std::size_t i) {
            return static_cast<Index>(std::clamp((*cells)[i], 0.0, static_cast<double>(kMostTokens)));
        };
        view.rectangle = MapRectangle{token(0), token(1), token(2), token(3)};
    }
    view.map_sums = of_view.flag("sums", false);
    view.compare = of_view.choice("compare", kCompares, MapCompare::kOff);
}

void read_links(Reader& of_view, ViewState& view) {
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
    Reader whole(object, name);
    session.sentence = whole.text("sentence");
    if (whole.find("pair") != nullptr) session.pair = whole.text("pair");
    session.target = whole.text("target");
    const json* model = whole.object("model");
    const json* view = whole.object("view");
    if (!whole.status().is_ok()) return whole.status().error();
    Reader of_model(*model, name + ": model");
    session.model_name = of_model.text("name");
    session.model = of_model.text("path");
    if (!of_model.status().is_ok()) return of_model.status().error();
    Reader of_view(*view, name + ": view");
    session.view.selected = of_view.head("selected");
    session.view.linked = of_view.heads("linked");
    session.view.combined = combination_of(of_view.choice("combined", kCombinations, 0));
    session.view.grid_mode = of_view.choice("grid", kModes, GridMode::kMaps);
    session.view.order.kind = of_view.choice("order", kOrders, OrderKind::kLayer);
    session.view.order.like = of_view.head("order_like");
    if (of_view.find("order_fact") != nullptr)
        session.view.order.fact = find_fact(of_view.text("order_fact")).value_or(Fact::kEntropy);
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
    Reader of_beside(*beside, name + ": beside");
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

// Where a session's model lies now.
Result<fs::path> find_session_model(const std::string& name, const fs::path& path) {
    std::error_code ignored;
    if (!path.empty() && fs::exists(path, ignored)) return path;
    for (const CatalogEntry& entry : list_models()) {
        if (entry.name == name) return entry.path;
    }
    return not_found(shown_path(path) + ": the session's model is not there any more: open it with Ctrl+O");
}

}  // namespace

namespace {

// Its model comes behind the first one.
void open_beside(AppState& state, const Session::Beside& session) {
    BesideState& beside = state.beside;
    beside.is_open = session.is_open;
    beside.text.set_text(session.text);
    beside.text.move_to(0);
    beside.wanted_model.clear();
    if (session.model_name.empty()) {
        beside.model.reset();
        return;
    }
    const Result<fs::path> model = find_session_model(session.model_name, session.model);
    if (!model.has_value()) {
        state.message = Message{MessageKind::kError, model.error().message, std::nullopt};
        return;
    }
    beside.wanted_model = model.value();
    if (!state.is_loading) load_wanted_beside_model(state);
}

}  // namespace

Session session_of(const AppState& state) {
    Session session;
    if (state.model) {
        std::error_code ignored;
        session.model_name = state.model->name;
        session.model = fs::absolute(state.model->path, ignored).lexically_normal();
    }
    session.sentence = state.sentence.text();
    if (state.has_pair) session.pair = state.pair.text();
    session.target = state.target.text();
    session.view = state.wanted_view.value_or(state.view);
    const BesideState& beside = state.beside;
    if (!beside.is_open && beside.text.text().empty()) return session;
    session.beside = Session::Beside{beside.is_open, beside.text.text(), {}, {}};
    if (beside.model) {
        std::error_code ignored;
        session.beside->model_name = beside.model->name;
        session.beside->model = fs::absolute(beside.model->path, ignored).lexically_normal();
    }
    return session;
}

void open_session(AppState& state, const Session& session) {
    const ViewState view = with_looks_of(session.view, state.view);
    const bool was_computing = state.is_computing;
    set_texts(state, session.sentence, session.pair);
    state.target.set_text(session.target);
    state.target.move_to(0);
    const Result<fs::path> model = find_session_model(session.model_name, session.model);
    std::error_code ignored;
    const bool is_open = model.has_value() && state.model && fs::equivalent(model.value(), state.model->path, ignored);
    if (!model.has_value()) {
        state.message = Message{MessageKind::kError, model.error().message, std::nullopt};
    } else if (!is_open) {
        // The model to come reads them.
        state.effects.text_changed = false;
        state.is_computing = was_computing;
        ask_for_model(state, model.value());
    }
    state.view.specials_as_text = view.specials_as_text;
    restore_view(state, view);
    state.wanted_view = view;
    state.history = {};
    open_beside(state, session.beside.value_or(Session::Beside()));
}

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
