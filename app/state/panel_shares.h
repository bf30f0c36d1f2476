#pragma once

namespace headscope {

// How a person has divided the window, as shares of it from kLeastShare to kMostShare; 0: as the program divides it.
struct PanelShares {
    float side = 0;  // of the width: the map and the links, right of the grid
    float map = 0;   // of their height: the map, above the links

    bool operator==(const PanelShares&) const = default;
};

constexpr float kLeastShare = 0.15F;
constexpr float kMostShare = 0.85F;
// The program's division, where nothing else limits it.
constexpr PanelShares kUsualShares = {0.405F, 0.56F};

// The same with one share changed by a step; from the usual one where it was 0.
PanelShares with_side_step(PanelShares shares, float step);
PanelShares with_map_step(PanelShares shares, float step);
// A share within its limits; 0 stays.
float limited_share(float share);

}  // namespace headscope
