#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/model_config.h"

namespace headscope {

// How a family's files name their tensors: stems, to which ".weight" and ".bias" are added. Names of a layer follow
// layer_prefix with "{}" replaced by the layer's number.
struct TensorNames {
    // Files saved with a head have it in front of every name of the body, files of the body alone do not.
    std::string_view body_prefix;
    std::string_view word_embeddings;
    std::string_view position_embeddings;
    std::string_view type_embeddings;
    std::string_view embedding_norm;
    std::string_view layer_prefix;
    std::string_view query, key, value, output, attention_norm, up, down, feed_forward_norm;
    // Stems of known parts that attention does not need, such as heads; they are left over without a word.
    std::vector<std::string_view> unneeded_prefixes;
};

// The facts of one model_type: how its config.json is read and how its tensors are called.
struct Family {
    std::string_view model_type;
    // `name` is the file's, for messages. Fills everything but `family`.
    Result<ModelConfig> (*read_config)(const nlohmann::json& config, const std::string& name);
    TensorNames names;
};

const Family& bert_family();

// The family of a model_type, or null.
const Family* find_family(std::string_view model_type);

// "bert, …" for messages.
std::string supported_families();

}  // namespace headscope
