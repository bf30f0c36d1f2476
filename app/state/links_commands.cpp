#include <algorithm>
#include <array>
#include <cmath>

#include "app/state/actions.h"
#include "app/state/command_tables.h"

// The links: how they are laid out and which of them are drawn.
namespace headscope {
namespace {

constexpr float kThresholdAPress = 0.05F;

// From all to ever fewer, and round.
void cycle_top_links(AppState& state) {
    constexpr std::array<int, 5> kTops = {0, 10, 5, 3, 1};
    const auto now = std::find(kTops.begin(), kTops.end(), state.view.links_top_k);
    ViewState view = state.view;
    view.links_top_k = now == kTops.end() || now + 1 == kTops.end() ? kTops.front() : *(now + 1);
    change_view(state, view);
}

void move_threshold(AppState& state, float by) {
    const float wanted = std::round((state.view.links_threshold + by) * 100) / 100;
    apply(state, LimitLinks{std::clamp(wanted, 0.0F, kMostLinksThreshold)});
}

void show_all_links(AppState& state) {
    ViewState view = state.view;
    view.links_threshold = 0;
    view.links_top_k = 0;
    change_view(state, view);
}

template <auto member>
void toggle(AppState& state) {
    ViewState view = state.view;
    view.*member = !(view.*member);
    change_view(state, view);
}

constexpr auto kCommands = std::to_array<Command>({
    {CommandId::kToggleArcs, "Links as columns or as arcs",
     "Two columns, query left and key right, or all tokens on one line with arcs above it.", plain(Key::kA), false,
     always, cycle_view<&ViewState::links_layout, kLinksLayoutCount>},
    {CommandId::kToggleLinksInto, "Links from the token or into it",
     "What the lit token looks at, or who looks at the lit token.", plain(Key::kQ), false, always,
     toggle<&ViewState::links_into>},
    {CommandId::kCycleTopLinks, "Strongest links only: next number",
     "All links of each head, the ten, five or three strongest, or the strongest one, in turn.", plain(Key::kK), false,
     always, cycle_top_links},
    {CommandId::kFewerLinks, "Raise the links' threshold", "Leaves out links that are weaker than this weight.",
     plain(Key::kPeriod), false, always, [](AppState& state) { move_threshold(state, kThresholdAPress); }},
    {CommandId::kMoreLinks, "Lower the links' threshold", "Brings weaker links back.", plain(Key::kComma), false,
     always, [](AppState& state) { move_threshold(state, -kThresholdAPress); }},
    {CommandId::kAllLinks, "All links", "Leaves no link out by its strength.", std::nullopt, false, always,
     show_all_links},
});

}  // namespace

std::span<const Command> links_commands() {
    return kCommands;
}

}  // namespace headscope
