#include "app/state/block_edges.h"

#include <algorithm>

namespace headscope {
namespace {

std::optional<Index> edge_in(const std::vector<Index>& drawn, const std::vector<Token>& tokens) {
    const auto found = std::find_if(drawn.begin(), drawn.end(),
                                    [&](Index token) { return tokens[static_cast<std::size_t>(token)].segment == 1; });
    if (found == drawn.begin() || found == drawn.end()) return std::nullopt;
    return found - drawn.begin();
}

}  // namespace

BlockEdges block_edges(const ShownTrace& shown) {
    if (!shown.has_blocks()) return {};
    return {edge_in(shown.queries(), shown.query_tokens()), edge_in(shown.keys(), shown.key_tokens())};
}

}  // namespace headscope
