#pragma once

#include <optional>
#include <vector>

#include "app/state/app_state.h"
#include "app/state/shown_trace.h"

namespace headscope {

// Which links are drawn, without a toolkit.

struct DrawnLink {
    Index query = 0;  // token indices
    Index key = 0;
    float weight = 0;
};

// The links of one token in one head.
struct TokenLinks {
    std::vector<DrawnLink> links;  // those that are drawn, weakest first: the strongest are drawn over them
    Index left_out = 0;            // how many more weights are not 0
    double weight_left_out = 0;    // their sum
};

// Whether the view leaves links out by strength.
bool has_links_filter(const ViewState& view);

// From a drawn query to all that it looks at, or into a drawn key from all that look at it, as the view asks: those of
// at least its threshold, at most its top k. Weights that are not numbers are left out.
TokenLinks links_of_token(const ShownTrace& shown, HeadRef head, Index token, const ViewState& view);

// The strongest link into a drawn key, special tokens that look at it skipped. Ties: the first; query −1 and weight 0
// where nobody looks.
DrawnLink strongest_into(const ShownTrace& shown, HeadRef head, Index key);

// The strongest link of each token, special tokens at its far end skipped: of each query, or into each key. At least
// of the view's threshold.
std::vector<DrawnLink> strongest_links(const ShownTrace& shown, HeadRef head, const ViewState& view);

// Whether links go into the token in place of from it: as the view asks, and for a key that is lit alone.
bool links_go_into(const AppState& state);
// The token whose links are drawn: the lit one; none if it is not drawn on that axis. Into a key where keys are other
// tokens than queries, and where no query is lit: the lit key.
std::optional<Index> links_focus(const AppState& state);

}  // namespace headscope
