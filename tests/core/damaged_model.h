#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "tests/core/model_files.h"

namespace headscope {

// A copy of the tiny model that a test may damage.
class DamagedModel : public testing::Test {
  protected:
    DamagedModel() {
        copy_tiny_model(folder_.path());
        tensors_ = TensorBytes::read(folder_ / "model.safetensors");
        config_ = nlohmann::json::parse(read_bytes(folder_ / "config.json"));
    }
    // Loads what `tensors_` and `config_` say now.
    Result<std::shared_ptr<const Model>> load() {
        std::filesystem::remove(folder_ / "model.safetensors");  // a model that is still open keeps its own file
        write_bytes(folder_ / "model.safetensors", tensors_.file());
        write_bytes(folder_ / "config.json", config_.dump());
        return load_model(folder_.path(), {});
    }
    // Of a model that must not open.
    Error error() {
        const auto model = load();
        return model.has_value() ? Error{ErrorKind::kInvalid, "loaded"} : model.error();
    }
    // Of a model that must.
    std::vector<std::string> warnings() {
        const auto model = load();
        EXPECT_TRUE(model.has_value()) << model.error().message;
        return model.has_value() ? model.value()->warnings : std::vector<std::string>();
    }
    void rename(const std::string& from, const std::string& to) {
        const auto entry = tensors_.header[from];
        tensors_.header[to] = entry;
        tensors_.header.erase(from);
    }
    void set_float(const std::string& name, std::size_t element, float value) {
        const auto begin = tensors_.header[name]["data_offsets"][0].get<std::size_t>();
        std::memcpy(tensors_.data.data() + begin + element * sizeof(float), &value, sizeof value);
    }

    TempFolder folder_;
    TensorBytes tensors_;
    nlohmann::json config_;
};

// A row as float32.
inline std::vector<float> row_of(const EmbeddingTable& table, Index row) {
    std::vector<float> values(static_cast<std::size_t>(table.cols));
    table.add_row(row, 1, values.data());
    return values;
}

// Expects that a message says something.
inline void expect_mention(const std::string& text, const std::string& mention) {
    EXPECT_NE(text.find(mention), std::string::npos) << mention << " in: " << text;
}

}  // namespace headscope
