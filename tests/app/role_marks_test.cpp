#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "app/views/role_style.h"
#include "tests/app/headless_imgui.h"

namespace headscope {
namespace {

// The corners of what is drawn, without colours.
std::vector<std::pair<float, float>> shape_of(Role role) {
    ImDrawList list(ImGui::GetDrawListSharedData());
    list._ResetForNewFrame();
    list.PushTextureID(ImGui::GetIO().Fonts->TexID);
    list.PushClipRectFullScreen();
    draw_role_mark(list, {10, 10, 12, 12}, role, IM_COL32_WHITE);
    std::vector<std::pair<float, float>> corners;
    for (const ImDrawVert& vertex : list.VtxBuffer) corners.emplace_back(vertex.pos.x, vertex.pos.y);
    return corners;
}

TEST(RoleMarks, EveryRoleHasAShapeOfItsOwnWithinItsPlace) {
    HeadlessImGui imgui;
    ImGui::NewFrame();
    std::set<std::vector<std::pair<float, float>>> shapes;
    for (int role = 0; role <= static_cast<int>(Role::kBroad); ++role) {
        const auto shape = shape_of(static_cast<Role>(role));
        EXPECT_FALSE(shape.empty()) << role;
        for (const auto& [x, y] : shape) {
            EXPECT_GE(x, 8) << role;
            EXPECT_LE(x, 24) << role;
            EXPECT_GE(y, 8) << role;
            EXPECT_LE(y, 24) << role;
        }
        EXPECT_TRUE(shapes.insert(shape).second) << role;
    }
    ImGui::Render();
}

}  // namespace
}  // namespace headscope
