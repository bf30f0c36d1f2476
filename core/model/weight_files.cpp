#include "core/model/weight_files.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/io/json_read.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxIndexBytes = std::uint64_t{32} << 20;
constexpr std::size_t kMaxShards = 1000;

// Weights in forms that are not read, by the names they go by.
constexpr const char* kForeignWeights[] = {"pytorch_model.bin", "pytorch_model.bin.index.json",
                                           "tf_model.h5",       "flax_model.msgpack",
                                           "model.onnx",        "model.ckpt.index"};

bool is_present(const fs::path& path) {
    std::error_code ignored;
    return fs::symlink_status(path, ignored).type() != fs::file_type::not_found;
}

bool is_plain_name(const std::string& name) {
    return name.size() > std::string_view(".safetensors").size() && name.size() < 256 &&
           name.ends_with(".safetensors") && name.find_first_of(std::string_view("/\\:\0", 4)) == std::string::npos &&
           name.find("..") == std::string::npos;
}

// Behind all links, the file must lie in the folder.
bool is_inside(const fs::path& folder, const fs::path& file) {
    std::error_code failed;
    const fs::path root = fs::canonical(folder, failed);
    if (failed) return false;
    const fs::path real = fs::weakly_canonical(file, failed);
    return !failed && real.parent_path() == root;
}

// The weight_map of an index: tensor name → shard.
Result<std::map<std::string, std::string>> read_weight_map(const fs::path& index) {
    const std::string name = shown_path(index);
    const Result<nlohmann::json> read = read_json_file(index, kMaxIndexBytes);
    if (!read.has_value()) return read.error();
    if (!read.value().is_object()) return invalid(name + ": " + read.value().type_name() + ", expected an object");
    const auto found = read.value().find("weight_map");
    if (found == read.value().end()) return invalid(name + ": weight_map: missing, expected tensor names and files");
    if (!found->is_object()) return invalid(name + ": weight_map: " + found->type_name() + ", expected an object");
    std::map<std::string, std::string> map;
    for (const auto& [tensor, shard] : found->items()) {
        if (!shard.is_string() || !is_plain_name(shard.get_ref<const std::string&>()))
            return invalid(name + ": weight_map: " + shown_text(tensor) + ": " +
                           shown_text(shard.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), 60) +
                           ", expected the plain name of a .safetensors file beside the index");
        map[tensor] = shard.get<std::string>();
    }
    if (map.empty()) return invalid(name + ": weight_map: empty, expected tensor names and files");
    return map;
}

Result<WeightFiles> open_shards(const fs::path& folder, const fs::path& index) {
    const Result<std::map<std::string, std::string>> map = read_weight_map(index);
    if (!map.has_value()) return map.error();
    std::map<std::string, SafetensorsFile> shards;
    for (const auto& [tensor, shard] : map.value()) {
        if (shards.contains(shard)) continue;
        const fs::path path = folder / shard;
        if (shards.size() == kMaxShards)
            return invalid(shown_path(index) + ": weight_map: more than " + std::to_string(kMaxShards) + " files");
        if (!is_present(path))
            return not_found(shown_path(path) + ": missing, expected the tensors that " + shown_path(index.filename()) +
                             " names, " + shown_text(tensor) + " among them");
        if (!is_inside(folder, path))
            return invalid(shown_path(path) + ": lies outside the model's folder, expected a file in it");
        Result<SafetensorsFile> file = open_safetensors(path);
        if (!file.has_value()) return file.error();
        shards.emplace(shard, std::move(file).value());
    }
    WeightFiles files;
    files.path = index;
    for (const auto& [tensor, shard] : map.value()) {
        const SafetensorsFile& file = shards.at(shard);
        const auto found = file.tensors.find(tensor);
        if (found == file.tensors.end())
            return invalid(shown_path(folder / shard) + ": " + shown_text(tensor) + ": missing, expected it because " +
                           shown_path(index.filename()) + " says so");
        files.tensors.emplace(tensor, StoredTensor{found->second, file.file});
    }
    for (const auto& [shard, file] : shards) {
        std::vector<std::string> unused;
        for (const auto& [tensor, info] : file.tensors) {
            const auto named = map.value().find(tensor);
            if (named == map.value().end() || named->second != shard) unused.push_back(tensor);
        }
        if (unused.empty()) continue;
        std::string what = shown_text(unused.front());
        if (unused.size() > 1) what += " and " + std::to_string(unused.size() - 1) + " more tensors";
        files.warnings.push_back(shown_path(folder / shard) + ": " + what +
                                 ": not used, expected only what the index names in this file");
    }
    return files;
}

}  // namespace

Result<WeightFiles> open_weight_files(const fs::path& folder) {
    const fs::path single = folder / "model.safetensors";
    const fs::path index = folder / "model.safetensors.index.json";
    if (!is_present(single) && is_present(index)) return open_shards(folder, index);
    if (!is_present(single)) {
        for (const char* foreign : kForeignWeights)
            if (is_present(folder / foreign))
                return unsupported(shown_path(folder / foreign) +
                                   ": this format is not read, expected model.safetensors: convert the model, for "
                                   "example with save_pretrained(..., safe_serialization=True)");
        return not_found(shown_path(single) + ": missing, expected the weights");
    }
    Result<SafetensorsFile> file = open_safetensors(single);
    if (!file.has_value()) return file.error();
    WeightFiles files;
    files.path = single;
    for (const auto& [name, info] : file.value().tensors)
        files.tensors.emplace(name, StoredTensor{info, file.value().file});
    return files;
}

WeightFiles weight_files_of(const GgufFile& file) {
    WeightFiles files;
    files.path = file.file->path();
    files.readable_types = "F32, F16, BF16, F64, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, Q2_K to Q6_K, IQ4_NL or MXFP4";
    for (const GgufTensor& tensor : file.tensors) {
        StoredTensor stored;
        stored.file = file.file;
        stored.info.dtype = tensor.type->dtype;
        stored.info.dtype_name = tensor.type->name;
        for (const std::uint64_t extent : tensor.shape) stored.info.shape.push_back(static_cast<std::int64_t>(extent));
        stored.info.offset = static_cast<std::size_t>(tensor.offset);
        stored.info.bytes = static_cast<std::size_t>(tensor.bytes);
        files.tensors.emplace(tensor.name, std::move(stored));
    }
    return files;
}

}  // namespace headscope
