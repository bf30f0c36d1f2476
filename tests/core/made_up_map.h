#pragma once

#include <cmath>
#include <vector>

#include "core/nn/attention_maps.h"
#include "core/trace/head_facts.h"
#include "core/trace/layer_masks.h"

namespace headscope {

// A text of ids alone: none special, one sentence.
inline TextFacts text_of(std::vector<TokenId> ids) {
    TextFacts text;
    text.ids = std::move(ids);
    text.sentence.assign(text.ids.size(), 0);
    for (std::size_t i = 0; i < text.ids.size(); ++i) {
        Index before = -1;
        for (std::size_t j = 0; j < i; ++j)
            if (text.ids[j] == text.ids[i]) before = static_cast<Index>(j);
        text.previous_same.push_back(before);
    }
    return text;
}

// Maps of one head in which every row puts its weight on the keys that a role looks at, in equal parts; where there is
// none that it may see, the row is uniform over what it may see.
class MadeUpMap {
  public:
    MadeUpMap(const TextFacts& text, MaskKind kind) : text_(text), maps_(1, 1, text.size(), text.size()) {
        mask_.kind = kind;
        for (Index i = 0; i < text.size(); ++i)
            for (Index j = 0; j < text.size(); ++j) map()(i, j) = 0;
    }

    // Adds `part` of every row.
    MadeUpMap& add(RoleKind kind, double part = 1) {
        for (Index i = 0; i < text_.size(); ++i) {
            const VisibleKeys visible(mask_, i, text_.size());
            std::vector<Index> keys;
            if (kind.role != Role::kBroad)
                for_each_target(text_, kind, i, [&](Index key) {
                    if (visible.contains(key)) keys.push_back(key);
                });
            if (keys.empty())
                for (Index key = visible.begin; key < visible.end; ++key) keys.push_back(key);
            for (const Index key : keys) map()(i, key) += static_cast<float>(part / static_cast<double>(keys.size()));
        }
        return *this;
    }

    MatrixView map() { return maps_.head(0, 0); }
    HeadFacts facts() const {
        ThreadPool pool(1);
        return facts_of_maps(maps_, text_, std::vector<AttentionMask>{mask_}, pool).front();
    }

  private:
    const TextFacts& text_;
    AttentionMask mask_;
    AttentionMaps maps_;
};

// The names of the roles that show, in order.
inline std::vector<std::string> names_of(const HeadFacts& facts) {
    std::vector<std::string> names;
    for (const RoleScore& role : facts.roles) names.push_back(role_name(role.kind));
    return names;
}

}  // namespace headscope
