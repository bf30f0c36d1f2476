#include "core/model/family.h"

namespace headscope {
namespace {

using FamilyFunction = const Family& (*)();
constexpr FamilyFunction kFamilies[] = {bert_family};

}  // namespace

const Family* find_family(std::string_view model_type) {
    for (const FamilyFunction family : kFamilies)
        if (family().model_type == model_type) return &family();
    return nullptr;
}

std::string supported_families() {
    std::string text;
    for (const FamilyFunction family : kFamilies) {
        if (!text.empty()) text += ", ";
        text += family().model_type;
    }
    return text;
}

}  // namespace headscope
