#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace headscope {

// Builds a JSON value event by event, and checks what the library's own builder lets pass: a key that comes twice, and
// nesting without end. A derived class may keep some events for itself. A function that returns false ends the parsing;
// it has said why in `problem`.
class StrictJsonBuilder : public nlohmann::json_sax<nlohmann::json> {
  public:
    using Json = nlohmann::json;

    Json root;
    std::string problem;

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }  // negative ones only
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t&) override { return put(value); }
    bool string(string_t& value) override { return put(std::move(value)); }
    bool binary(binary_t& value) override { return put(std::move(value)); }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& value) override;
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override;

  protected:
    virtual bool put(Json value);   // a value that holds nothing
    virtual bool open(Json value);  // an empty object or array that is to be filled
    virtual bool close();
    std::size_t depth() const { return open_.size(); }

  private:
    Json* place(Json value);

    std::vector<Json*> open_;  // a pointer stays valid: nothing is added to a container while one inside it is open
    Json* member_ = nullptr;   // where the value of the last key goes
};

// Feeds strict JSON (RFC 8259) to a builder. A byte-order mark, a NUL and invalid UTF-8 are errors, as is what the
// builder refuses. `name` stands in front of every message.
Status parse_strict_json(std::string_view text, const std::string& name, StrictJsonBuilder& builder);

}  // namespace headscope
