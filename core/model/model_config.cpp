#include "core/model/model_config.h"

#include <cmath>
#include <cstdint>

#include "core/io/json_read.h"
#include "core/io/shown.h"
#include "core/model/family.h"

namespace headscope {
namespace {

constexpr std::uint64_t kMaxConfigBytes = std::uint64_t{1} << 20;

}  // namespace

float default_score_scale(Index d_head) {
    return 1.0F / std::sqrt(static_cast<float>(d_head));
}

void StackConfig::set_layers(const LayerConfig& facts) {
    layers.assign(static_cast<std::size_t>(n_layers), facts);
    for (Index i = 0; i < n_layers; ++i) layers[static_cast<std::size_t>(i)].weight_set = i;
    n_weight_sets = n_layers;
}

Result<ModelConfig> parse_model_config(const nlohmann::json& json, const std::string& name) {
    if (!json.is_object()) return invalid(name + ": " + json.type_name() + ", expected an object");

    const auto type = json.find("model_type");
    if (type == json.end()) return invalid(name + ": model_type: missing, expected one of " + supported_families());
    if (!type->is_string())
        return invalid(name + ": model_type: " + type->type_name() + ", expected one of " + supported_families());
    const auto& model_type = type->get_ref<const std::string&>();
    const Family* family = find_family(model_type);
    if (family == nullptr)
        return unsupported(name + ": model_type: \"" + shown_text(model_type, 60) +
                           "\" is not supported, expected one of " + supported_families());
    if (const auto quantised = json.find("quantization_config"); quantised != json.end() && !quantised->is_null()) {
        std::string method = "unnamed";
        if (quantised->is_object() && quantised->contains("quant_method") && (*quantised)["quant_method"].is_string())
            method = (*quantised)["quant_method"].get<std::string>();
        return unsupported(name + ": quantization_config: method \"" + shown_text(method, 60) +
                           "\" is not supported, expected plain F32, F16, BF16 or F64 weights");
    }

    Result<ModelConfig> config = family->read_config(json, name);
    if (!config.has_value()) return config.error();
    config.value().family = model_type;
    return config;
}

Result<ModelConfig> load_model_config(const std::filesystem::path& config_json) {
    const Result<nlohmann::json> read = read_json_file(config_json, kMaxConfigBytes);
    return read.has_value() ? parse_model_config(read.value(), shown_path(config_json)) : read.error();
}

}  // namespace headscope
