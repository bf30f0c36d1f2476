#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "app/state/view_state.h"

namespace headscope {

// Undo and redo of view changes, at most kMaxSteps deep.
class History {
  public:
    // Call with the state from before a change that was made.
    void record(const ViewState& before);
    // The state to go back (forward) to from `now`, if there is one.
    std::optional<ViewState> undo(const ViewState& now);
    std::optional<ViewState> redo(const ViewState& now);
    // The state that undo would go back to; null if there is none.
    const ViewState* newest() const { return past_.empty() ? nullptr : &past_.back(); }
    bool can_undo() const { return !past_.empty(); }
    bool can_redo() const { return !future_.empty(); }

  private:
    static constexpr std::size_t kMaxSteps = 500;
    std::vector<ViewState> past_;
    std::vector<ViewState> future_;
};

}  // namespace headscope
