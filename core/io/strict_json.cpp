#include "core/io/strict_json.h"

#include <utility>

#include "core/io/shown.h"

namespace headscope {
namespace {

constexpr std::size_t kMaxDepth = 256;  // containers within containers; real files have eight

}  // namespace

bool StrictJsonBuilder::key(string_t& value) {
    const auto [place, is_new] = open_.back()->get_ref<Json::object_t&>().emplace(value, nullptr);
    if (!is_new) problem = "key \"" + shown_text(value) + "\" comes twice, expected once";
    member_ = &place->second;
    return is_new;
}

bool StrictJsonBuilder::parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) {
    problem = error.what();
    // "[json.exception.parse_error.101] parse error at line 1, …": the library's own name is of no use to a reader.
    if (const std::size_t end = problem.find("] "); end != std::string::npos) problem.erase(0, end + 2);
    problem = shown_text(problem, 300);
    return false;
}

bool StrictJsonBuilder::put(Json value) {
    place(std::move(value));
    return true;
}

bool StrictJsonBuilder::open(Json value) {
    if (open_.size() == kMaxDepth) {
        problem = "nested more than " + std::to_string(kMaxDepth) + " deep";
        return false;
    }
    open_.push_back(place(std::move(value)));
    return true;
}

bool StrictJsonBuilder::close() {
    open_.pop_back();
    return true;
}

nlohmann::json* StrictJsonBuilder::place(Json value) {
    if (open_.empty()) {
        root = std::move(value);
        return &root;
    }
    Json& parent = *open_.back();
    if (parent.is_array()) {
        parent.get_ref<Json::array_t&>().push_back(std::move(value));
        return &parent.get_ref<Json::array_t&>().back();
    }
    *member_ = std::move(value);
    return member_;
}

Status parse_strict_json(std::string_view text, const std::string& name, StrictJsonBuilder& builder) {
    if (text.starts_with("\xEF\xBB\xBF")) return invalid(name + ": begins with a byte-order mark, expected plain JSON");
    // A NUL is never JSON, and the library would take it for the end of the text.
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
        return invalid(name + ": NUL at byte " + std::to_string(nul) + ", expected JSON text");
    bool is_complete = false;
    try {
        is_complete = nlohmann::json::sax_parse(text.data(), text.data() + text.size(), &builder);
    } catch (const nlohmann::json::exception& error) {
        builder.problem = error.what();
    }
    if (!is_complete) return invalid(name + ": " + builder.problem);
    return {};
}

}  // namespace headscope
