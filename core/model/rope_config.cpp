#include "core/model/rope_config.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/io/shown.h"

namespace headscope {
namespace {

using nlohmann::json;

constexpr double kLeastTheta = 1e-3;
constexpr double kMostTheta = 1e15;
constexpr double kLeastFactor = 1e-3;
constexpr double kMostFactor = 1e6;

double round_to_float(double value) {
    return static_cast<double>(static_cast<float>(value));
}

// base^(2 i / n), i < n / 2, in float32.
std::vector<float> wave_lengths(double base, Index n_dims) {
    std::vector<float> lengths;
    for (Index i = 0; i < n_dims; i += 2) {
        const double exponent = round_to_float(static_cast<double>(i) / static_cast<double>(n_dims));
        lengths.push_back(static_cast<float>(std::pow(round_to_float(base), exponent)));
    }
    return lengths;
}

void scale_as_llama3(ConfigReader& reader, std::vector<float>& frequencies) {
    const double factor = reader.number("factor", kLeastFactor, kMostFactor);
    const double low = reader.number("low_freq_factor", 1e-6, 1e6);
    const double high = reader.number("high_freq_factor", 1e-6, 1e6);
    const auto context = static_cast<double>(reader.integer("original_max_position_embeddings", 1, kMaxPositions));
    if (reader.status().is_ok() && high <= low) reader.fail("high_freq_factor", "not above low_freq_factor");
    if (!reader.status().is_ok()) return;
    for (float& frequency : frequencies) {
        const double exact = static_cast<double>(frequency);
        const double length = 2 * std::numbers::pi / exact;
        if (length < context / high) continue;
        const double smooth = (context / length - low) / (high - low);
        const double scaled = length > context / low ? exact / factor : (1 - smooth) * exact / factor + smooth * exact;
        frequency = static_cast<float>(scaled);
    }
}

double yarn_scale(double factor, double mscale) {
    return factor <= 1 ? 1 : 0.1 * mscale * std::log(factor) + 1;
}

// Peng et al. 2023: dimensions that turn often within the trained length stay, those that turn seldom are stretched.
void scale_as_yarn(ConfigReader& reader, double base, Index n_dims, Index max_positions, Rope& rope) {
    const auto context = static_cast<double>(
        reader.integer_or_null("original_max_position_embeddings", 1, kMaxPositions, max_positions));
    const double factor = reader.has("factor") ? reader.number("factor", kLeastFactor, kMostFactor)
                                               : static_cast<double>(max_positions) / context;
    const double mscale = reader.number_or_null("mscale", 0, 1e3, 0);
    const double mscale_all = reader.number_or_null("mscale_all_dim", 0, 1e3, 0);
    const double fallback = mscale > 0 && mscale_all > 0 ? yarn_scale(factor, mscale) / yarn_scale(factor, mscale_all)
                                                         : yarn_scale(factor, 1);
    rope.attention_factor = static_cast<float>(reader.number_or_null("attention_factor", 1e-6, 1e6, fallback));
    const double fast = reader.number_or_null("beta_fast", 1e-6, 1e6, 32);
    const double slow = reader.number_or_null("beta_slow", 1e-6, 1e6, 1);
    const bool truncates = reader.flag_or("truncate", true);
    if (reader.status().is_ok() && base <= 1) reader.fail("rope_theta", "expected more than 1 for yarn");
    if (!reader.status().is_ok()) return;
    const auto dims = static_cast<double>(n_dims);
    const auto dimension_of = [&](double turns) {
        return dims * std::log(context / (turns * 2 * std::numbers::pi)) / (2 * std::log(base));
    };
    double low = dimension_of(fast);
    double high = dimension_of(slow);
    if (truncates) {
        low = std::floor(low);
        high = std::ceil(high);
    }
    low = std::max(low, 0.0);
    high = std::min(high, dims - 1);
    if (low == high) high += 0.001;
    const std::vector<float> lengths = wave_lengths(base, n_dims);
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const float ramp = (static_cast<float>(i) - static_cast<float>(low)) / static_cast<float>(high - low);
        const float kept = 1 - std::clamp(ramp, 0.0F, 1.0F);
        const float stretched = 1 / (static_cast<float>(factor) * lengths[i]);
        rope.inverse_frequencies[i] = stretched * (1 - kept) + 1 / lengths[i] * kept;
    }
}

// The object that speaks for a rope, and its name for messages; null where there is none.
const json* find_parameters(ConfigReader& reader, const RopeKeys& keys, std::string& scope) {
    const bool is_new = reader.has("rope_parameters");
    const char* key = is_new ? "rope_parameters" : "rope_scaling";
    if (!is_new && (!keys.is_scaled || !reader.has("rope_scaling"))) return nullptr;
    scope = reader.name() + ": " + key;
    const json* found = &reader.json().at(key);
    if (found->is_object() && is_new && found->contains(keys.layer_type)) {
        found = &found->at(keys.layer_type);
        scope += std::string(": ") + keys.layer_type;
    }
    if (found->is_object()) return found;
    reader.fail(key, std::string(found->type_name()) + ", expected an object");
    return nullptr;
}

}  // namespace

Rope read_rope(ConfigReader& outer, const RopeKeys& keys, Index d_head, Index max_positions) {
    Rope rope;
    double theta = outer.number_or_null(keys.theta, kLeastTheta, kMostTheta, keys.default_theta);
    double share = outer.number_or_null(keys.share, 0, 1, keys.default_share);
    std::string scope = outer.name();
    static const json kNone = json::object();
    const json* parameters = find_parameters(outer, keys, scope);
    if (!outer.status().is_ok()) return rope;
    ConfigReader reader(parameters != nullptr ? *parameters : kNone, scope);
    theta = reader.number_or_null("rope_theta", kLeastTheta, kMostTheta, theta);
    share = reader.number_or_null("partial_rotary_factor", 0, 1, share);
    const std::string type =
        reader.has("rope_type") ? reader.text_or("rope_type", "default") : reader.text_or("type", "default");
    const bool is_default = type == "default";
    const Index n_dims =
        is_default && !keys.share_counts_unscaled ? d_head : static_cast<Index>(static_cast<double>(d_head) * share);
    // An odd number gets one dimension more, as the pairs need; its waves are still those of the odd number.
    const Index n_turned = n_dims + n_dims % 2;
    if (n_dims < 1 || n_turned > d_head)
        outer.fail("head_dim", std::to_string(d_head) + ", of which " + std::to_string(n_dims) +
                                   " turn with the position, expected 1 or more, in pairs that fit");
    if (!outer.status().is_ok()) return rope;
    for (const float length : wave_lengths(theta, n_dims)) rope.inverse_frequencies.push_back(1 / length);
    if (type == "linear") {
        const auto factor = static_cast<float>(reader.number("factor", kLeastFactor, kMostFactor));
        for (float& frequency : rope.inverse_frequencies) frequency /= factor;
    } else if (type == "llama3") {
        scale_as_llama3(reader, rope.inverse_frequencies);
    } else if (type == "yarn") {
        scale_as_yarn(reader, theta, n_dims, max_positions, rope);
    } else if (!is_default && type != "dynamic") {
        reader.fail("rope_type",
                    "\"" + shown_text(type, 60) +
                        "\" is not supported, expected default, linear, dynamic, "
                        "llama3 or yarn",
                    ErrorKind::kUnsupported);
    }
    outer.take(reader.status());
    return rope;
}

}  // namespace headscope
