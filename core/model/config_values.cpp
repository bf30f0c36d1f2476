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

Index ConfigReader::integer_or_null(const char* key, Index min, Index max, Index fallback) {
    return has(key) ? integer(key, min, max) : fallback;
}

bool ConfigReader::has(const char* key) const {
    const auto found = config_.find(key);
    return found != config_.end() && !found->is_null();
}

double ConfigReader::number(const char* key, double min, double max) {
    if (!config_.contains(key))
        fail(key, "missing, expected a number from " + number_text(min) + " to " + number_text(max));
    return number_or(key, min, max, min);
}

double ConfigReader::number_or_null(const char* key, double min, double max, double fallback) {
    return has(key) ? number(key, min, max) : fallback;
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

Activation ConfigReader::activation_or(const char* key, const char* fallback) {
    const std::string name = text_or(key, fallback);
    if (const std::optional<Activation> found = find_activation(name)) return *found;
    fail(key, "\"" + shown_text(name, 60) + "\" is not supported, expected gelu, gelu_new, relu, silu or quick_gelu",
         ErrorKind::kUnsupported);
    return Activation::kGelu;
}

void ConfigReader::require_text(const char* key, const char* wanted) {
    const std::string text = text_or(key, wanted);
    if (text != wanted)
        fail(key, "\"" + shown_text(text, 60) + "\", expected \"" + wanted + "\"", ErrorKind::kUnsupported);
}

void ConfigReader::require_flag(const char* key, bool wanted) {
    if (flag_or(key, wanted) != wanted)
        fail(key, wanted ? "false, expected true" : "true, expected false", ErrorKind::kUnsupported);
}

void ConfigReader::fail(const std::string& key, const std::string& what, ErrorKind kind) {
    if (status_.is_ok()) status_ = Error{kind, name_ + ": " + key + ": " + what};
}

Index even_head_width(ConfigReader& reader, const char* heads_key, const char* width_key, Index heads, Index width) {
    if (width % heads == 0) return width / heads;
    reader.fail(heads_key,
                std::to_string(heads) + ", expected a divisor of " + width_key + " " + std::to_string(width));
    return 1;
}

void check_shared_heads(ConfigReader& reader, const char* key, const StackConfig& config) {
    if (config.n_heads % config.n_kv_heads == 0) return;
    reader.fail(key, std::to_string(config.n_kv_heads) + ", expected a divisor of the " +
                         std::to_string(config.n_heads) + " query heads");
}

// The names are keys of ACT2FN in transformers' activations.py.
std::optional<Activation> find_activation(std::string_view name) {
    if (name == "gelu" || name == "gelu_python") return Activation::kGelu;
    if (name == "gelu_new" || name == "gelu_pytorch_tanh" || name == "gelu_fast" || name == "gelu_python_tanh")
        return Activation::kGeluTanh;
    if (name == "relu") return Activation::kRelu;
    if (name == "silu" || name == "swish") return Activation::kSilu;
    if (name == "quick_gelu") return Activation::kQuickGelu;
    return std::nullopt;
}

}  // namespace headscope
