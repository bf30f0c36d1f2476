#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/model/model_config.h"

namespace headscope {

// Largest width, head count or position count that is believed of a config.json, and the largest other counts. They
// keep every product of two of them inside 64 bits.
constexpr Index kMaxWidth = Index{1} << 20;
constexpr Index kMaxLayers = 512;
constexpr Index kMaxPositions = Index{1} << 31;
constexpr Index kMaxVocabulary = Index{4} << 20;

// Reads one value after another and remembers the first error, so that a family reads as a list of keys.
class ConfigReader {
  public:
    ConfigReader(const nlohmann::json& config, const std::string& name) : config_(config), name_(name) {}

    Index integer(const char* key, Index min, Index max);
    Index integer_or(const char* key, Index min, Index max, Index fallback);
    // The fallback also where the key holds null.
    Index integer_or_null(const char* key, Index min, Index max, Index fallback);
    bool has(const char* key) const;  // and not null
    // A finite number in [min, max].
    double number(const char* key, double min, double max);
    double number_or_null(const char* key, double min, double max, double fallback);
    double number_or(const char* key, double min, double max, double fallback);
    std::string text_or(const char* key, const char* fallback);
    bool flag_or(const char* key, bool fallback);
    // An activation by the name that transformers gives it; another is kUnsupported.
    Activation activation_or(const char* key, const char* fallback);
    // Refuses a key that says anything but `wanted`, by name.
    void require_text(const char* key, const char* wanted);
    void require_flag(const char* key, bool wanted);

    const nlohmann::json& json() const { return config_; }
    const std::string& name() const { return name_; }

    // Makes the error of another reader its own.
    void take(const Status& status) {
        if (status_.is_ok()) status_ = status;
    }
    // Records an error about a key: "FILE: key: what".
    void fail(const std::string& key, const std::string& what, ErrorKind kind = ErrorKind::kInvalid);
    const Status& status() const { return status_; }

  private:
    const nlohmann::json& config_;
    const std::string& name_;
    Status status_;
};

// d_head as width / heads; an error at heads_key unless that is whole.
Index even_head_width(ConfigReader& reader, const char* heads_key, const char* width_key, Index heads, Index width);

// An error at `key` unless n_kv_heads divides n_heads.
void check_shared_heads(ConfigReader& reader, const char* key, const StackConfig& config);

// The activation that transformers calls `name`.
std::optional<Activation> find_activation(std::string_view name);

}  // namespace headscope
