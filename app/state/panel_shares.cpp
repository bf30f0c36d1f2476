#include "app/state/panel_shares.h"

#include <algorithm>
#include <cmath>

namespace headscope {

float limited_share(float share) {
    return share > 0 && std::isfinite(share) ? std::clamp(share, kLeastShare, kMostShare) : 0;
}

PanelShares with_side_step(PanelShares shares, float step) {
    shares.side = limited_share((shares.side > 0 ? shares.side : kUsualShares.side) + step);
    return shares;
}

PanelShares with_map_step(PanelShares shares, float step) {
    shares.map = limited_share((shares.map > 0 ? shares.map : kUsualShares.map) + step);
    return shares;
}

}  // namespace headscope
