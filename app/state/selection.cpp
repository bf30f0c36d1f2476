#include "app/state/selection.h"

#include <algorithm>

namespace headscope {
namespace {

bool contains(std::span<const HeadRef> heads, HeadRef head) {
    return std::find(heads.begin(), heads.end(), head) != heads.end();
}

}  // namespace

std::vector<HeadRef> selected_heads(const ViewState& view) {
    std::vector<HeadRef> heads{view.selected};
    heads.insert(heads.end(), view.linked.begin(), view.linked.end());
    return heads;
}

std::vector<HeadRef> heads_with_links(const ViewState& view) {
    std::vector<HeadRef> heads = selected_heads(view);
    heads.resize(std::min(heads.size(), kMaxLinkedHeads + 1));
    return heads;
}

std::optional<std::size_t> place_in_selection(const ViewState& view, HeadRef head) {
    if (head == view.selected) return 0;
    const auto found = std::find(view.linked.begin(), view.linked.end(), head);
    if (found == view.linked.end()) return std::nullopt;
    return static_cast<std::size_t>(found - view.linked.begin()) + 1;
}

void select_head(ViewState& view, HeadRef head) {
    view.selected = head;
    std::erase(view.linked, head);
    view.combined.reset();
}

void toggle_head(ViewState& view, HeadRef head) {
    if (head == view.selected) {
        if (view.linked.empty()) return;
        view.selected = view.linked.front();
        view.linked.erase(view.linked.begin());
    } else if (std::erase(view.linked, head) == 0) {
        view.linked.push_back(head);
    }
    if (view.linked.empty()) view.combined.reset();
}

void select_heads(ViewState& view, std::span<const HeadRef> heads, bool adds) {
    if (heads.empty()) return;
    if (!adds) {
        if (!contains(heads, view.selected)) view.selected = heads.front();
        view.linked.clear();
    }
    std::vector<HeadRef> chosen = selected_heads(view);
    for (const HeadRef head : heads)
        if (!contains(chosen, head)) chosen.push_back(head);
    view.linked.assign(chosen.begin() + 1, chosen.end());
    if (view.linked.empty()) view.combined.reset();
}

}  // namespace headscope
