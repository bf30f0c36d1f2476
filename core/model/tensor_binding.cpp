#include <algorithm>
#include <set>
#include <string>

#include "core/io/shown.h"
#include "core/model/tensor_table.h"
#include "core/model/tensor_values.h"

namespace headscope {
namespace {

bool is_buffer(const std::string& name, const TensorInfo& tensor) {
    for (const char* ending :
         {"position_ids", "token_type_ids", "rotary_emb.inv_freq", ".masked_bias", ".attn.bias", ".attention.bias"})
        if (name.ends_with(ending)) return true;
    return !is_convertible(tensor.dtype);
}

std::int64_t element_count(const TensorInfo& tensor) {
    std::int64_t count = 1;
    for (const std::int64_t extent : tensor.shape) count *= extent;
    return count;
}

using Found = const std::pair<const std::string, StoredTensor>*;

// The name under which the files hold a tensor, or null.
Found find_tensor(const WeightFiles& files, const ExpectedTensor& wanted,
                  const std::vector<std::string_view>& prefixes) {
    for (const std::string& name : wanted.names) {
        std::vector<std::string> spellings{name};
        if (name.ends_with("LayerNorm.weight")) spellings.push_back(name.substr(0, name.size() - 6) + "gamma");
        if (name.ends_with("LayerNorm.bias")) spellings.push_back(name.substr(0, name.size() - 4) + "beta");
        for (const std::string& spelling : spellings) {
            if (const auto found = files.tensors.find(spelling); found != files.tensors.end()) return &*found;
            for (const std::string_view prefix : prefixes) {
                const auto found = files.tensors.find(std::string(prefix) + spelling);
                if (found != files.tensors.end()) return &*found;
            }
        }
    }
    return nullptr;
}

// What is wrong with a tensor that was found, or nothing.
std::string fault_of(const TensorInfo& tensor, const ExpectedTensor& expected, const WeightFiles& files) {
    if (!is_convertible(tensor.dtype)) return "dtype " + tensor.dtype_name + ", expected " + files.readable_types;
    std::vector<std::int64_t> wanted = expected.shape;
    if (expected.least_rows > 0 && tensor.shape.size() == 2 && tensor.shape[0] >= expected.least_rows)
        wanted[0] = tensor.shape[0];
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
    return !begins_with_any(name, names.unneeded_prefixes, names);
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

// Optional tensors that do not fit are as good as not there, and a head that lacks a part is none.
void unbind_partial_head(const HeadPlaces& head, BoundTensors& bound) {
    std::vector<Place> all{head.transform_norm.weight, head.transform_norm.bias, head.matrix, head.bias};
    std::vector<Place> needed{head.transform_norm.weight};
    for (const OutputRun& run : head.transform.runs) {
        for (const Place place : {run.weight, run.bias}) {
            all.push_back(place);
            needed.push_back(place);
        }
    }
    const auto is_missing = [&](Place place) { return place != kNoPlace && bound.tensors[place] == nullptr; };
    if (std::none_of(needed.begin(), needed.end(), is_missing)) return;
    for (const Place place : all) {
        if (place == kNoPlace) continue;
        bound.tensors[place] = nullptr;
        bound.names[place].clear();
    }
}

}  // namespace

bool begins_with_any(std::string_view name, std::span<const std::string_view> stems, const TensorNames& names) {
    const auto begins = [&](std::string_view stem) {
        return std::any_of(stems.begin(), stems.end(), [&](std::string_view one) { return stem.starts_with(one); });
    };
    return begins(name) || std::any_of(names.prefixes.begin(), names.prefixes.end(), [&](std::string_view prefix) {
               return name.starts_with(prefix) && begins(name.substr(prefix.size()));
           });
}

Result<BoundTensors> bind_tensors(const WeightFiles& files, const ExpectedTensors& expected, const TensorNames& names) {
    const std::string path = shown_path(files.path);
    BoundTensors bound;
    std::vector<std::string> faults;
    for (const ExpectedTensor& wanted : expected.all) {
        const Found found = find_tensor(files, wanted, names.prefixes);
        const std::string fault = found != nullptr ? fault_of(found->second.info, wanted, files) : "";
        bound.tensors.push_back(nullptr);
        bound.names.emplace_back();
        if (found != nullptr && (fault.empty() || !wanted.is_optional)) {
            bound.tensors.back() = &found->second;
            bound.names.back() = found->first;
        }
        if (wanted.is_optional) {
            if (!fault.empty())
                bound.warnings.push_back(path + ": " + shown_text(found->first) + ": " + fault + ": not used");
        } else if (found == nullptr) {
            faults.push_back(wanted.names.front() + ": missing, expected " + shape_text(wanted.shape) + " (" +
                             wanted.reason + ")");
        } else if (!fault.empty()) {
            faults.push_back(shown_text(found->first) + ": " + fault);
        }
    }
    unbind_partial_head(expected.head, bound);
    const std::set<std::string> used(bound.names.begin(), bound.names.end());

    std::vector<std::string> surprising;
    for (const auto& [name, tensor] : files.tensors) {
        if (used.contains(name)) continue;
        bound.unused.push_back(name);
        if (is_surprising(name, tensor.info, names)) surprising.push_back(name);
    }

    if (!faults.empty()) {
        Error error = invalid(path + ": " + faults.front());
        if (const std::size_t more = faults.size() - 1; more > 0)
            error.message +=
                ", and " + std::to_string(more) + (more == 1 ? " more tensor" : " more tensors") + " at fault";
        for (const std::string& name : surprising) faults.push_back(shown_text(name) + ": left over");
        if (faults.size() > 1) {
            for (const std::string& fault : faults) error.details += (error.details.empty() ? "" : "\n") + fault;
        }
        return error;
    }
    if (!surprising.empty())
        bound.warnings.push_back(path + ": " + std::to_string(surprising.size()) +
                                 (surprising.size() == 1 ? " tensor" : " tensors") + " left over, not part of what " +
                                 names.description + " describes: " + listing(surprising, 3));
    return bound;
}

}  // namespace headscope
