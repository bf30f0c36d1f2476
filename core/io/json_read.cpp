#include "core/io/json_read.h"

#include <vector>

#include "core/io/file.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxDepth = 512;

// Builds the value while it checks what the library's own builder lets pass: a key that comes twice, and nesting
// without end.
class StrictBuilder : public nlohmann::json_sax<Json> {
  public:
    Json root;
    std::string problem;

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t&) override { return put(value); }
    bool string(string_t& value) override { return put(std::move(value)); }
    bool binary(binary_t& value) override { return put(std::move(value)); }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& value) override {
        const auto [place, is_new] = open_.back()->get_ref<Json::object_t&>().emplace(value, nullptr);
        if (!is_new) problem = "key \"" + shown_text(value) + "\" comes twice, expected once";
        member_ = &place->second;
        return is_new;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
        problem = error.what();
        // "[json.exception.parse_error.101] parse error at line 1, …": the library's own name is of no use to a reader.
        if (const std::size_t end = problem.find("] "); end != std::string::npos) problem.erase(0, end + 2);
        problem = shown_text(problem, 300);
        return false;
    }

  private:
    Json* place(Json value) {
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
    bool put(Json value) {
        place(std::move(value));
        return true;
    }
    bool open(Json value) {
        if (open_.size() == kMaxDepth) {
            problem = "nested more than " + std::to_string(kMaxDepth) + " deep";
            return false;
        }
        open_.push_back(place(std::move(value)));
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    std::vector<Json*> open_;  // a pointer stays valid: nothing is added to a container while one inside it is open
    Json* member_ = nullptr;   // where the value of the last key goes
};

std::string value_text(const Json& value) {
    return shown_text(value.dump(-1, ' ', false, Json::error_handler_t::replace), 60);
}

Result<std::int64_t> checked_integer(const Json& value, std::int64_t min, std::int64_t max, const std::string& where) {
    if (value.is_number_unsigned()) {
        const auto number = value.get<std::uint64_t>();
        if (max >= 0 && number <= static_cast<std::uint64_t>(max) && static_cast<std::int64_t>(number) >= min)
            return static_cast<std::int64_t>(number);
    } else if (value.is_number_integer()) {
        const auto number = value.get<std::int64_t>();
        if (number >= min && number <= max) return number;
    }
    return invalid(where + ": " + value_text(value) + ", expected a whole number from " + std::to_string(min) + " to " +
                   std::to_string(max));
}

}  // namespace

Result<Json> parse_json(std::string_view text, const std::string& name) {
    if (text.starts_with("\xEF\xBB\xBF")) return invalid(name + ": begins with a byte-order mark, expected plain JSON");
    // A NUL is never JSON, and the library would take it for the end of the text.
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
        return invalid(name + ": NUL at byte " + std::to_string(nul) + ", expected JSON text");
    StrictBuilder builder;
    bool is_complete = false;
    try {
        is_complete = Json::sax_parse(text.begin(), text.end(), &builder);
    } catch (const Json::exception& error) {
        builder.problem = error.what();
    }
    if (!is_complete) return invalid(name + ": " + builder.problem);
    return std::move(builder.root);
}

Result<Json> read_json_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
    const Result<std::string> text = read_file(path, max_bytes);
    if (!text.has_value()) return text.error();
    return parse_json(text.value(), shown_path(path));
}

Result<std::int64_t> get_integer(const Json& object, const char* key, std::int64_t min, std::int64_t max,
                                 const std::string& name) {
    const std::string where = name + ": " + key;
    const auto found = object.find(key);
    if (found == object.end())
        return invalid(where + ": missing, expected a whole number from " + std::to_string(min) + " to " +
                       std::to_string(max));
    return checked_integer(*found, min, max, where);
}

Result<std::int64_t> get_integer_or(const Json& object, const char* key, std::int64_t min, std::int64_t max,
                                    const std::string& name, std::int64_t fallback) {
    const auto found = object.find(key);
    if (found == object.end()) return fallback;
    return checked_integer(*found, min, max, name + ": " + key);
}

}  // namespace headscope
