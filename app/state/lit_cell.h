#pragma once

#include <optional>

#include "app/state/app_state.h"

namespace headscope {

// The cell of the large map that is read out and copied, by token indices.
struct LitCell {
    Index query = 0;
    Index key = 0;
    bool operator==(const LitCell&) const = default;
};

// The lit query and key. Of a key that is lit alone, the query that looks at it most, special tokens passed over. None
// where nothing is lit.
std::optional<LitCell> lit_cell(const AppState& state);

}  // namespace headscope
