#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/model/model_config.h"

namespace headscope {

// Largest width, head count or position count that is believed of a config.json, and the largest other counts. They
// keep every product of two of them inside 64 bits.
constexpr Index kMaxWidth = Index{1} << 20;
constexpr Index kMaxLayers = 512;
constexpr Index kMaxVocabulary = Index{4} << 20;

// Reads one value after another and remembers the first error, so that a family reads as a list of keys.
class ConfigReader {
  public:
    ConfigReader(const nlohmann::json& config, const std::string& name) : config_(config), name_(name) {}

    Index integer(const char* key, Index min, Index max);
    Index integer_or(const char* key, Index min, Index max, Index fallback);
    // A finite number in [min, max].
    double number_or(const char* key, double min, double max, double fallback);
    std::string text_or(const char* key, const char* fallback);
    bool flag_or(const char* key, bool fallback);

    // Records an error about a key: "FILE: key: what".
    void fail(const std::string& key, const std::string& what, ErrorKind kind = ErrorKind::kInvalid);
    const Status& status() const { return status_; }

  private:
    const nlohmann::json& config_;
    const std::string& name_;
    Status status_;
};

}  // namespace headscope
