#include <array>
#include <cstdio>

#include "app/views/role_style.h"

namespace headscope {

float draw_role_tags(const Ui& ui, ImVec2 position, float right) {
    const HeadFacts* facts = ui.state.measures ? ui.state.measures->find_facts(ui.state.view.selected) : nullptr;
    if (facts == nullptr) return position.x;
    float x = position.x;
    const float gap = ui.px(6);
    const auto add = [&](const std::string& words, const std::string& tip) {
        if (x + tag_width(ui.style, words) > right) return false;
        x += tag(ui.style, {x, position.y}, words, tip.c_str()) + gap;
        return true;
    };
    constexpr std::size_t kMostRoles = 2;
    for (std::size_t i = 0; i < std::min(kMostRoles, facts->roles.size()); ++i) {
        const RoleScore& role = facts->roles[i];
        const std::string score = " " + short_weight(static_cast<float>(role.score));
        const std::string tip = role_tip(role);
        if (!add(role_name(role.kind) + score, tip) && !add(role_word(role.kind) + score, tip)) return x;
    }
    std::array<char, 40> entropy;
    std::snprintf(entropy.data(), entropy.size(), "entropy %.2f nats", (*facts)[Fact::kEntropy]);
    add(entropy.data(),
        "How widely the rows of this map are spread, on average: 0 where every token looks at one other alone.");
    return x;
}

}  // namespace headscope
