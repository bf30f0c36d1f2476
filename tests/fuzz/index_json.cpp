// Any bytes as the index of a model in shards, beside two small ones that are sound.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/model/weight_files.h"
#include "tests/fuzz/scratch_folder.h"

namespace {

// A safetensors file with two tensors of one number, `a` and `b`.
std::string shard(const std::string& a, const std::string& b) {
    std::string header = "{\"" + a + R"(":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},")" + b +
                         R"(":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})";
    std::string file(8, '\0');
    file[0] = static_cast<char>(header.size());
    return file + header + std::string(8, '\0');
}

struct Shards : headscope::fuzz::ScratchFolder {
    Shards() {
        write("a.safetensors", shard("a.weight", "a.bias"));
        write("b.safetensors", shard("b.weight", "b.bias"));
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Shards folder;
    folder.write("model.safetensors.index.json", {reinterpret_cast<const char*>(data), size});
    const auto files = headscope::open_weight_files(folder.path());
    if (!files.has_value()) return 0;
    for (const auto& [name, tensor] : files.value().tensors)
        if (tensor.bytes().size() != sizeof(float)) std::abort();
    return 0;
}
