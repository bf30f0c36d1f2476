#include <algorithm>

#include "app/views/role_style.h"

namespace headscope {
namespace {

// What shapes are drawn with: a square of side 2 around 0, scaled to its place.
struct Mark {
    ImDrawList& list;
    ImVec2 middle;
    float half;
    ImU32 colour;

    ImVec2 at(float x, float y) const { return {middle.x + x * half, middle.y + y * half}; }
    float line() const { return std::max(1.0F, half * 0.34F); }
    void box(float left, float top, float right, float bottom) const {
        list.AddRectFilled(at(left, top), at(right, bottom), colour);
    }
    void frame(float left, float top, float right, float bottom) const {
        list.AddRect(at(left, top), at(right, bottom), colour, 0, 0, line());
    }
    void triangle(ImVec2 a, ImVec2 b, ImVec2 c) const { list.AddTriangleFilled(a, b, c, colour); }
};

}  // namespace

void draw_role_mark(ImDrawList& list, const Rect& rect, Role role, ImU32 colour) {
    const Mark mark{list, {rect.x + rect.w / 2, rect.y + rect.h / 2}, std::min(rect.w, rect.h) / 2, colour};
    switch (role) {
        case Role::kPrevious:  // looks back
            mark.triangle(mark.at(-0.9F, 0), mark.at(0.7F, -1), mark.at(0.7F, 1));
            break;
        case Role::kNext:
            mark.triangle(mark.at(0.9F, 0), mark.at(-0.7F, 1), mark.at(-0.7F, -1));
            break;
        case Role::kPositional:  // some steps away
            list.AddLine(mark.at(-1, 0), mark.at(0.6F, 0), colour, mark.line());
            mark.triangle(mark.at(1, 0), mark.at(0.1F, 0.7F), mark.at(0.1F, -0.7F));
            mark.box(-1, -0.7F, -0.65F, 0.7F);
            break;
        case Role::kSelf:
            list.AddCircleFilled(mark.middle, mark.half * 0.9F, colour);
            break;
        case Role::kFirstToken:  // the first column
            mark.box(-1, -1, -0.35F, 1);
            list.AddRect(mark.at(-1, -1), mark.at(1, 1), colour);
            break;
        case Role::kSeparator:  // between two texts
            mark.box(-0.75F, -1, -0.2F, 1);
            mark.box(0.2F, -1, 0.75F, 1);
            break;
        case Role::kDuplicate:  // the same twice
            mark.frame(-0.95F, -0.95F, 0.35F, 0.35F);
            mark.box(-0.35F, -0.35F, 0.95F, 0.95F);
            break;
        case Role::kInduction:  // the same, and then on
            mark.frame(-0.95F, -0.6F, -0.05F, 0.6F);
            mark.triangle(mark.at(1, 0), mark.at(0.15F, 0.85F), mark.at(0.15F, -0.85F));
            break;
        case Role::kRareWord:
            list.AddQuadFilled(mark.at(0, -1), mark.at(1, 0), mark.at(0, 1), mark.at(-1, 0), colour);
            break;
        case Role::kBlock:  // each text to itself
            mark.box(-0.95F, -0.95F, -0.05F, -0.05F);
            mark.box(0.05F, 0.05F, 0.95F, 0.95F);
            break;
        case Role::kBroad:
            list.AddCircle(mark.middle, mark.half * 0.85F, colour, 0, mark.line());
            break;
    }
}

}  // namespace headscope
