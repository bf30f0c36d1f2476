#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace headscope {

// The model that is used where none is named.
constexpr const char* kDefaultModel = "all-minilm-l6-v2";

struct CatalogEntry {
    std::string name;  // the folder's, or the file's without its ending
    std::filesystem::path path;
};

// Where models are looked for, in this order: weights/ beside the program, beside the folder it lies in, and in its
// sources; <prefix>/share/headscope/weights; $HEADSCOPE_MODELS (folders with ':' between them);
// $XDG_DATA_HOME/headscope/models (~/.local/share by default). Only those that exist, none twice.
std::vector<std::filesystem::path> model_search_folders();

// The models in those folders: each subfolder with a config.json or a single .gguf file, and each .gguf file, in the
// order of the folders, then by name. Of several with one name the first counts.
std::vector<CatalogEntry> list_models();

// The folder or file that a MODEL argument means: the default if it is empty, else a path that exists, else a name from
// the catalog. kNotFound lists the names there are.
Result<std::filesystem::path> find_model(const std::string& model);

}  // namespace headscope
