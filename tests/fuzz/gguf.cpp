// Any bytes as a GGUF model: opened, matched to its architecture, its weights read and packed. What loads holds no more
// than it says, and its tables give rows.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/model/model.h"
#include "tests/fuzz/scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace headscope;
    static const fuzz::ScratchFolder folder;
    constexpr std::uint64_t kMemory = std::uint64_t{64} << 20;
    LoadOptions options;
    options.memory_limit = kMemory;
    const auto loaded = load_model(folder.write("model.gguf", {reinterpret_cast<const char*>(data), size}), options);
    if (!loaded.has_value()) return 0;
    const Model& model = *loaded.value();
    if (static_cast<std::uint64_t>(model.sizes.packed) > kMemory) std::abort();
    for (const EmbeddingTable* table : {&model.weights.word_embeddings, &model.weights.position_embeddings,
                                        &model.weights.type_embeddings, &model.weights.head.matrix}) {
        if (table->rows == 0) continue;
        std::vector<float> row(static_cast<std::size_t>(table->cols));
        table->add_row(0, 1, row.data());
        table->read_rows(table->rows - 1, 1, row.data());
    }
    return 0;
}
