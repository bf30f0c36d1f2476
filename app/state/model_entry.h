#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/model_summary.h"

namespace headscope {

// A line of the dialog that opens models.
struct ModelEntry {
    std::string name;
    std::filesystem::path path;
    std::string words;  // layers, heads and size, or why it cannot be opened
    bool is_usable = false;
};

ModelEntry model_entry(const std::filesystem::path& path);

// The models at hand, each looked at. Reads files.
std::vector<ModelEntry> list_model_entries();

}  // namespace headscope
