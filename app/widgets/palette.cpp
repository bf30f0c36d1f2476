#include "app/widgets/palette.h"

namespace headscope {
namespace {

constexpr ImU32 rgb(unsigned hex) {
    return IM_COL32((hex >> 16) & 0xFF, (hex >> 8) & 0xFF, hex & 0xFF, 0xFF);
}

constexpr Palette kDark = {
    .ground = rgb(0x14171B),
    .bar = rgb(0x191C22),
    .raised = rgb(0x21252C),
    .raised_hover = rgb(0x2A2F38),
    .raised_active = rgb(0x343A45),
    .line = rgb(0x2E333B),
    .text = rgb(0xE9EBEE),
    .dim = rgb(0x9FA6B0),
    .query = rgb(0xF7A844),
    .key = rgb(0x5CBEF2),
    .error = rgb(0xFF8A80),
    .shadow = IM_COL32(0, 0, 0, 70),
    .heads = {rgb(0xF7A844), rgb(0x5CBEF2), rgb(0x3FC99A), rgb(0xF28BC2), rgb(0xE8E05A), rgb(0xB79CF5)},
};

constexpr Palette kLight = {
    .ground = rgb(0xF6F7F9),
    .bar = rgb(0xFFFFFF),
    .raised = rgb(0xEBEDF1),
    .raised_hover = rgb(0xE1E4E9),
    .raised_active = rgb(0xD3D8DF),
    .line = rgb(0xD9DDE3),
    .text = rgb(0x1B1E23),
    .dim = rgb(0x525965),
    .query = rgb(0xA34B00),
    .key = rgb(0x0067B0),
    .error = rgb(0xB3261E),
    .shadow = IM_COL32(30, 40, 60, 22),
    .heads = {rgb(0xA34B00), rgb(0x0067B0), rgb(0x00714C), rgb(0xA83C7E), rgb(0x736400), rgb(0x6A48B8)},
};

}  // namespace

const Palette& palette_of(Theme theme) {
    return theme == Theme::kDark ? kDark : kLight;
}

ImU32 with_alpha(ImU32 colour, float alpha) {
    const auto old = static_cast<float>((colour >> IM_COL32_A_SHIFT) & 0xFF);
    return (colour & ~IM_COL32_A_MASK) | (static_cast<ImU32>(old * alpha + 0.5F) << IM_COL32_A_SHIFT);
}

}  // namespace headscope
