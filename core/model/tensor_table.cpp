#include "core/model/tensor_table.h"

#include <algorithm>
#include <set>

#include "core/io/shown.h"

namespace headscope {
namespace {

std::string fact(const char* key, Index value) {
    return std::string(key) + " " + std::to_string(value);
}

// Adds tensors to a table under one prefix.
class TableBuilder {
  public:
    explicit TableBuilder(ExpectedTensors& table) : table_(table) {}

    std::string prefix;
    std::string prefix_reason;

    std::size_t matrix(std::string_view stem, Index rows, Index cols, std::string reason) {
        return add(std::string(stem) + ".weight", {rows, cols}, std::move(reason));
    }
    LinearPlace linear(std::string_view stem, Index rows, Index cols, const std::string& reason) {
        return {matrix(stem, rows, cols, reason), add(std::string(stem) + ".bias", {rows}, reason)};
    }
    LinearPlace norm(std::string_view stem, Index width, const std::string& reason) {
        return {add(std::string(stem) + ".weight", {width}, reason), add(std::string(stem) + ".bias", {width}, reason)};
    }

  private:
    std::size_t add(std::string name, std::vector<std::int64_t> shape, std::string reason) {
        if (!prefix_reason.empty()) reason += ", " + prefix_reason;
        table_.all.push_back({prefix + name, std::move(shape), std::move(reason)});
        return table_.all.size() - 1;
    }
    ExpectedTensors& table_;
};

std::string layer_prefix(std::string_view pattern, Index layer) {
    const std::size_t hole = pattern.find("{}");
    return std::string(pattern.substr(0, hole)) + std::to_string(layer) + std::string(pattern.substr(hole + 2));
}

bool is_convertible(DType dtype) {
    return dtype == DType::kF32 || dtype == DType::kF16 || dtype == DType::kBF16 || dtype == DType::kF64;
}

bool is_buffer(const std::string& name, const TensorInfo& tensor) {
    for (const char* ending : {"position_ids", "token_type_ids"})
        if (name.ends_with(ending)) return true;
    return tensor.dtype == DType::kBool || tensor.dtype == DType::kU8 || tensor.dtype == DType::kI64;
}

std::int64_t element_count(const TensorInfo& tensor) {
    std::int64_t count = 1;
    for (const std::int64_t extent : tensor.shape) count *= extent;
    return count;
}

// The name under which a file holds a tensor, or null.
const std::pair<const std::string, TensorInfo>* find_tensor(const SafetensorsFile& file, const std::string& name,
                                                            std::string_view body_prefix) {
    std::vector<std::string> spellings{name};
    if (name.ends_with("LayerNorm.weight")) spellings.push_back(name.substr(0, name.size() - 6) + "gamma");
    if (name.ends_with("LayerNorm.bias")) spellings.push_back(name.substr(0, name.size() - 4) + "beta");
    for (const std::string& spelling : spellings) {
        for (const std::string_view prefix : {std::string_view(), body_prefix}) {
            const auto found = file.tensors.find(std::string(prefix) + spelling);
            if (found != file.tensors.end()) return &*found;
        }
    }
    return nullptr;
}

// What is wrong with a tensor that was found, or nothing.
std::string fault_of(const TensorInfo& tensor, const ExpectedTensor& expected) {
    if (!is_convertible(tensor.dtype)) return "dtype " + tensor.dtype_name + ", expected F32, F16, BF16 or F64";
    std::vector<std::int64_t> wanted = expected.shape;
    if (expected.any_row_count && tensor.shape.size() == 2 && tensor.shape[0] > 0) wanted[0] = tensor.shape[0];
    if (tensor.shape == wanted) return "";
    std::string text =
        "shape " + shape_text(tensor.shape) + ", expected " + shape_text(wanted) + " (" + expected.reason + ")";
    if (wanted.size() == 2 && wanted[0] != wanted[1] && tensor.shape.size() == 2 && tensor.shape[0] == wanted[1] &&
        tensor.shape[1] == wanted[0])
        text += ": transposed";
    return text;
}

// A left-over tensor worth a warning: not a buffer, not a part known to be unneeded, and more than a single number.
bool is_surprising(const std::string& name, const TensorInfo& tensor, const TensorNames& names) {
    if (is_buffer(name, tensor) || element_count(tensor) <= 1) return false;
    std::string_view stem = name;
    if (stem.starts_with(names.body_prefix)) stem.remove_prefix(names.body_prefix.size());
    return std::none_of(names.unneeded_prefixes.begin(), names.unneeded_prefixes.end(),
                        [&](std::string_view prefix) { return stem.starts_with(prefix); });
}

std::string listing(const std::vector<std::string>& names, std::size_t at_most) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), at_most); ++i) {
        if (i > 0) text += ", ";
        text += shown_text(names[i]);
    }
    if (names.size() > at_most) text += " and " + std::to_string(names.size() - at_most) + " more";
    return text;
}

}  // namespace

ExpectedTensors expected_tensors(const ModelConfig& config, const TensorNames& names) {
    ExpectedTensors table;
    TableBuilder builder(table);
    const Index d = config.d_model;
    const std::string width = fact("hidden_size", d);
    const std::string inner = width + ", " + fact("intermediate_size", config.d_ff);

    table.word_embeddings = builder.matrix(names.word_embeddings, config.vocab_size, d,
                                           fact("vocab_size", config.vocab_size) + ", " + width);
    table.position_embeddings = builder.matrix(names.position_embeddings, config.max_positions, d,
                                               fact("max_position_embeddings", config.max_positions) + ", " + width);
    table.all.back().any_row_count = true;
    table.type_embeddings = builder.matrix(names.type_embeddings, config.type_vocab_size, d,
                                           fact("type_vocab_size", config.type_vocab_size) + ", " + width);
    table.embedding_norm = builder.norm(names.embedding_norm, d, width);

    const Index q_rows = config.n_heads * config.d_head;
    const Index kv_rows = config.n_kv_heads * config.d_head;
    builder.prefix_reason = fact("num_hidden_layers", config.n_layers);
    for (Index layer = 0; layer < config.n_layers; ++layer) {
        builder.prefix = layer_prefix(names.layer_prefix, layer);
        LayerPlaces places;
        places.query = builder.linear(names.query, q_rows, d, width);
        places.key = builder.linear(names.key, kv_rows, d, width);
        places.value = builder.linear(names.value, kv_rows, d, width);
        places.output = builder.linear(names.output, d, q_rows, width);
        places.attention_norm = builder.norm(names.attention_norm, d, width);
        places.up = builder.linear(names.up, config.d_ff, d, inner);
        places.down = builder.linear(names.down, d, config.d_ff, inner);
        places.feed_forward_norm = builder.norm(names.feed_forward_norm, d, width);
        table.layers.push_back(places);
    }
    return table;
}

Result<BoundTensors> bind_tensors(const SafetensorsFile& file, const ExpectedTensors& expected,
                                  const TensorNames& names) {
    BoundTensors bound;
    std::vector<std::string> faults;
    std::set<std::string> used;
    for (const ExpectedTensor& wanted : expected.all) {
        const auto* found = find_tensor(file, wanted.name, names.body_prefix);
        if (found == nullptr) {
            faults.push_back(wanted.name + ": missing, expected " + shape_text(wanted.shape) + " (" + wanted.reason +
                             ")");
            continue;
        }
        used.insert(found->first);
        if (const std::string fault = fault_of(found->second, wanted); !fault.empty())
            faults.push_back(found->first + ": " + fault);
        bound.tensors.push_back(&found->second);
        bound.names.push_back(found->first);
    }

    std::vector<std::string> surprising;
    for (const auto& [name, tensor] : file.tensors) {
        if (used.contains(name)) continue;
        bound.unused.push_back(name);
        if (is_surprising(name, tensor, names)) surprising.push_back(name);
    }

    const std::string path = shown_path(file.file->path());
    if (!faults.empty()) {
        Error error = invalid(path + ": " + faults.front());
        if (faults.size() > 1) error.message += ", and " + std::to_string(faults.size() - 1) + " more tensors at fault";
        for (const std::string& name : surprising) faults.push_back(shown_text(name) + ": left over");
        if (faults.size() > 1) {
            for (const std::string& fault : faults) error.details += (error.details.empty() ? "" : "\n") + fault;
        }
        return error;
    }
    if (!surprising.empty())
        bound.warnings.push_back(path + ": " + std::to_string(surprising.size()) +
                                 (surprising.size() == 1 ? " tensor" : " tensors") +
                                 " left over, not part of what config.json describes: " + listing(surprising, 3));
    return bound;
}

}  // namespace headscope
