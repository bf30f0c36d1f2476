#include "core/model/config_values.h"

#include <cmath>
#include <cstdint>
#include <sstream>

#include "core/io/json_read.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

std::string value_text(const nlohmann::json& value) {
    return shown_text(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), 60);
}

std::string number_text(double value) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << value;
    return text.str();
}

}  // namespace

Index ConfigReader::integer(const char* key, Index min, Index max) {
    const Result<std::int64_t> value = get_integer(config_, key, min, max, name_);
    if (value.has_value()) return value.value();
    if (status_.is_ok()) status_ = value.error();
    return min;
}

Index ConfigReader::integer_or(const char* key, Index min, Index max, Index fallback) {
    return config_.contains(key) ? integer(key, min, max) : fallback;
}

double ConfigReader::number_or(const char* key, double min, double max, double fallback) {
    const auto found = config_.find(key);
    if (found == config_.end()) return fallback;
    const double value = found->is_number() ? found->get<double>() : std::nan("");
    if (value >= min && value <= max) return value;
    fail(key, value_text(*found) + ", expected a number from " + number_text(min) + " to " + number_text(max));
    return fallback;
}

std::string ConfigReader::text_or(const char* key, const char* fallback) {
    const auto found = config_.find(key);
    if (found == config_.end()) return fallback;
    if (found->is_string()) return found->get<std::string>();
    fail(key, value_text(*found) + ", expected text");
    return fallback;
}

bool ConfigReader::flag_or(const char* key, bool fallback) {
    const auto found = config_.find(key);
    if (found == config_.end() || found->is_null()) return fallback;
    if (found->is_boolean()) return found->get<bool>();
    fail(key, value_text(*found) + ", expected true or false");
    return fallback;
}

void ConfigReader::fail(const std::string& key, const std::string& what, ErrorKind kind) {
    if (status_.is_ok()) status_ = Error{kind, name_ + ": " + key + ": " + what};
}

}  // namespace headscope
