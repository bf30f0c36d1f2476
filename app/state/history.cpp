#include "app/state/history.h"

namespace headscope {
namespace {

std::optional<ViewState> step(std::vector<ViewState>& from, std::vector<ViewState>& to, const ViewState& now) {
    if (from.empty()) return std::nullopt;
    ViewState target = from.back();
    from.pop_back();
    to.push_back(now);
    return target;
}

}  // namespace

void History::record(const ViewState& before) {
    if (past_.size() == kMaxSteps) past_.erase(past_.begin());
    past_.push_back(before);
    future_.clear();
}

std::optional<ViewState> History::undo(const ViewState& now) {
    return step(past_, future_, now);
}

std::optional<ViewState> History::redo(const ViewState& now) {
    return step(future_, past_, now);
}

}  // namespace headscope
