#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/state/commands.h"

namespace headscope {

// The commands that a query means, best first. Each of its words, by spaces, must be in the command: as the start of a
// word of the label (best), elsewhere in it, as the key, in the part's title, in the tip, or as letters of the label in
// this order. Among equals those come first that ran last, then the order of the table. An empty query finds all,
// recent ones first. `recent`: newest first.
std::vector<const Command*> search_commands(std::string_view query, std::span<const CommandId> recent);

// Whether all words of a query, by spaces, are in a text, capital or small.
bool has_words(std::string_view text, std::string_view query);

}  // namespace headscope
